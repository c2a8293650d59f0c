package counting_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// histories returns how many random histories to try: usual, unless PULS_HISTORIES has another number.
func histories(t *testing.T, usual int) int {
	t.Helper()
	text, set := os.LookupEnv("PULS_HISTORIES")
	if !set {
		return usual
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// history holds the facts of a chunk: compacted ones, and those that came after the fold.
type history struct {
	base, fresh []oracle.Fact
	last        segment.Day
}

// drawHistory draws messages to one, few or many contacts. Most outcomes come soon, some weeks later, some before their
// sending or without one; some messages are sent again.
func drawHistory(r *rand.Rand) history {
	h := history{last: segment.Day(20000 + r.IntN(7))}
	contacts := []int{1, 40, 900, 4000}[r.IntN(4)]
	messages := []int{5, 30, 120}[r.IntN(3)]
	single, odd := r.Float64(), r.Float64()*0.1
	late := r.Float64() * 0.05
	span := 20 + r.IntN(120)
	for range messages {
		key, sent := r.Uint64(), h.last-segment.Day(r.IntN(span))
		to := []uint16{uint16(r.IntN(contacts))}
		if r.Float64() >= single {
			for range min(contacts, 1+r.IntN(100)) {
				to = append(to, uint16(r.IntN(contacts)))
			}
		}
		for _, contact := range to {
			h.draw(r, key, sent, contact, odd, late)
		}
	}
	if len(h.base) == 0 {
		h.base = append(h.base, oracle.Fact{Key: 1, Day: h.last, Kind: segment.Sent, Contact: 0})
	}
	return h
}

func (h *history) draw(r *rand.Rand, key uint64, sent segment.Day, contact uint16, odd, late float64) {
	add := func(day segment.Day, kind segment.Kind) {
		if r.Float64() < odd {
			day += segment.Day(r.IntN(41) - 20)
		}
		f := oracle.Fact{Key: key, Day: day, Kind: kind, Contact: contact}
		if r.Float64() < late {
			h.fresh = append(h.fresh, f)
		} else {
			h.base = append(h.base, f)
		}
	}
	if r.Float64() >= odd {
		add(sent, segment.Sent)
	}
	if r.Float64() < odd {
		add(sent+segment.Day(r.IntN(10)), segment.Sent)
	}
	for kind := segment.Delivered; kind <= segment.Unsubscribed; kind++ {
		for r.Float64() < 0.5 {
			add(sent+segment.Day(r.ExpFloat64()*[]float64{0.1, 3, 30}[r.IntN(3)]), kind)
		}
	}
}

// drawWindows draws windows that end near the end of the history.
func (h *history) drawWindows(r *rand.Rand) counting.Windows {
	w := counting.Windows{D: h.last + 2 - segment.Day(r.IntN(6))}
	for range 1 + r.IntN(4) {
		w.DaysAgo = append(w.DaysAgo, []int{1 + r.IntN(91), 7 * (1 + r.IntN(13)), 91}[r.IntN(3)])
	}
	return w
}

// compacted returns a base as the compactor leaves it, after the given number of rounds in random order.
func compacted(t *testing.T, r *rand.Rand, facts []oracle.Fact, rounds int) []segment.Segment {
	t.Helper()
	return united(t, r, oracle.Deal(t, r, segment.Sendings, facts, rounds))
}

// united merges segments, some at a time.
func united(t *testing.T, r *rand.Rand, parts []segment.Segment) []segment.Segment {
	t.Helper()
	var m segment.Merger
	var base []segment.Segment
	for len(parts) > 0 {
		n := 1 + r.IntN(len(parts))
		merged, err := m.Merge(append(base, parts[:n]...))
		require.NoError(t, err)
		base, parts = oracle.OpenAll(t, merged), parts[n:]
	}
	return base
}

func TestPlanesCountLikeFacts(t *testing.T) {
	c, folder := counting.NewCounter(), counting.NewFolder()
	used, refused := 0, 0
	for seed := range histories(t, 40) {
		r := rand.New(rand.NewPCG(55, uint64(seed)))
		h := drawHistory(r)
		base := compacted(t, r, h.base, 1+r.IntN(5))
		var fresh []segment.Segment
		if len(h.fresh) > 0 {
			fresh = oracle.Deal(t, r, segment.Sendings, h.fresh, 1+r.IntN(3))
		}
		horizon := h.last - segment.Day(r.IntN(cohort.Lead+2))
		f, err := folder.Fold(base, horizon)
		require.NoError(t, err)
		again, err := folder.Fold(compacted(t, r, h.base, 1+r.IntN(5)), horizon)
		require.NoError(t, err)
		require.Equal(t, f, again, "history %d: another order of compaction makes other planes", seed)
		for range 3 {
			w := h.drawWindows(r)
			tallies, uses := oracle.Folded(t, c, f, base, fresh, w)
			if uses > 0 {
				used++
			} else {
				refused++
			}
			for i, ago := range w.DaysAgo {
				want := oracle.Counts(append(h.base, h.fresh...), w.D-segment.Day(ago), w.D-1)
				got := map[uint16]counting.Counts{}
				for contact := range tallies[i].Len() {
					if n := tallies[i].At(contact); n != (counting.Counts{}) {
						got[uint16(contact)] = n
					}
				}
				require.Equal(t, want, got, "history %d, horizon %d, windows %v, %d days", seed, horizon, w, ago)
			}
		}
	}
	require.Greater(t, 3*used, refused, "windows are counted from planes")
	require.Positive(t, refused)
}

func TestWorldsAreFoldedExactly(t *testing.T) {
	c, folder := counting.NewCounter(), counting.NewFolder()
	for i, world := range oracle.Worlds() {
		switch world.Name {
		case "dense", "half", "all of them":
			continue // all contacts of a chunk, which takes the oracle long
		}
		r := rand.New(rand.NewPCG(8, uint64(i)))
		facts := world.Facts(r)
		end := segment.Day(world.FirstDay + world.Days)
		f, err := folder.Fold(compacted(t, r, facts, 3), end-2)
		require.NoError(t, err)
		w := counting.Windows{D: end, DaysAgo: []int{91, 28, 15}}
		tallies, planes := oracle.Folded(t, c, f, compacted(t, r, facts, 3), nil, w)
		require.Positive(t, planes, world.Name)
		for i, ago := range w.DaysAgo {
			want := oracle.Counts(facts, w.D-segment.Day(ago), w.D-1)
			for contact := range segment.ChunkContacts {
				if got := tallies[i].At(contact); got != want[uint16(contact)] {
					require.Equal(t, want[uint16(contact)], got, "%s: contact %d", world.Name, contact)
				}
			}
		}
	}
}

func TestContactsWithVeryManySendingsAreCounted(t *testing.T) {
	var facts []oracle.Fact
	for m := range 3000 {
		day := segment.Day(20000 + m%60)
		facts = append(facts, oracle.Fact{Key: uint64(m), Day: day, Kind: segment.Sent, Contact: uint16(m % 7 / 2)})
		if m%3 == 0 {
			facts = append(facts, oracle.Fact{Key: uint64(m), Day: day + 9, Kind: segment.Clicked, Contact: uint16(m % 7 / 2)})
		}
	}
	c, r := counting.NewCounter(), rand.New(rand.NewPCG(9, 9))
	base := compacted(t, r, facts, 2)
	f, err := counting.NewFolder().Fold(base, 20066)
	require.NoError(t, err)
	w := counting.Windows{D: 20068, DaysAgo: []int{91}}
	tallies, planes := oracle.Folded(t, c, f, base, nil, w)
	require.Positive(t, planes)
	want := oracle.Counts(facts, w.First(), w.D-1)
	for contact := range 4 {
		require.Greater(t, want[uint16(contact)].Sent, uint32(254))
		require.Equal(t, want[uint16(contact)], tallies[0].At(contact))
	}
}
