package counting_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// days sums up the oracle's counts by day, for the messages of a category.
func days(byMessage map[segment.Day]map[uint64]counting.SendingCounts, of func(key uint64) bool) []counting.DayCounts {
	var list []counting.DayCounts
	for day, messages := range byMessage {
		sum := counting.DayCounts{Day: day}
		for key, n := range messages {
			if of(key) {
				sum.Counts.Add(&n)
			}
		}
		if sum.Counts[segment.Sent] > 0 {
			list = append(list, sum)
		}
	}
	slices.SortFunc(list, func(a, b counting.DayCounts) int { return int(a.Day) - int(b.Day) })
	return list
}

func all(uint64) bool { return true }

func TestDaysAgreeWithTheOracle(t *testing.T) {
	d, m := counting.NewDayCounter(), segment.Merger{}
	for i, w := range oracle.Worlds() {
		t.Run(w.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(31, uint64(i)))
			facts := w.Facts(r)
			want := oracle.Sendings(facts)
			parts := oracle.Deal(t, r, segment.Sendings, facts, 1+r.IntN(9))
			merged, err := m.Merge(parts)
			require.NoError(t, err)
			for _, segments := range [][]segment.Segment{
				parts, oracle.OpenAll(t, merged), append(oracle.OpenAll(t, merged), parts[0]),
			} {
				var totals counting.DayTotals
				require.NoError(t, d.Count(segments, &totals))
				require.Equal(t, days(want, all), totals.Days())
				requireCategories(t, d, segments, want)
				requireMessages(t, d, segments, want)
			}
		})
	}
}

// requireCategories assigns one of three categories to most messages by their key.
func requireCategories(
	t *testing.T, d *counting.DayCounter, segments []segment.Segment,
	want map[segment.Day]map[uint64]counting.SendingCounts,
) {
	t.Helper()
	categories := &counting.KeyTable[uint8]{}
	for _, messages := range want {
		for key := range messages {
			if key%4 > 0 {
				categories.Add(key, uint8(key%4))
				require.EqualValues(t, key%4, categories.Add(key, 9), "the first counts")
			}
		}
	}
	totals := &counting.CategoryTotals{Categories: categories}
	require.NoError(t, d.Count(segments, totals))
	got := totals.Days()
	for category := range uint64(4) {
		require.Equal(t, days(want, func(key uint64) bool { return key%4 == category }), got[uint8(category)])
	}
}

// requireMessages checks the messages of some days.
func requireMessages(
	t *testing.T, d *counting.DayCounter, segments []segment.Segment,
	want map[segment.Day]map[uint64]counting.SendingCounts,
) {
	t.Helper()
	contacts := map[uint64]uint32{}
	for _, messages := range want {
		for key, n := range messages {
			contacts[key] += n[segment.Sent]
		}
	}
	looked := 0
	for day, messages := range want {
		if looked++; looked > 3 {
			return
		}
		wanted := &counting.KeyTable[uint32]{}
		for i := range segments {
			require.NoError(t, counting.SentOn(&segments[i], day, func(key uint64) { wanted.Add(key, uint32(wanted.Len())) }))
		}
		totals := counting.NewMessageTotals(day, wanted)
		require.NoError(t, d.Count(segments, totals))
		found := 0
		for key, n := range messages {
			place, ok := wanted.Find(key)
			require.True(t, ok)
			row := totals.Row(place)
			require.Equal(t, counting.MessageCounts{Contacts: contacts[key], Counts: n}, *row)
			found++
		}
		for place := range uint32(wanted.Len()) { // a message sent again to the same contacts is not of the day
			if totals.Row(place).Counts[segment.Sent] > 0 {
				found--
			}
		}
		require.Zero(t, found)
	}
}

func TestALargeMessageThatIsSentAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	var facts []oracle.Fact
	for contact := range uint16(9000) {
		for _, day := range []segment.Day{30, 20, 25} {
			if r.IntN(3) > 0 {
				facts = append(facts, oracle.Fact{Key: 1, Day: day, Kind: segment.Sent, Contact: contact})
			}
			if r.IntN(3) > 0 {
				kind := segment.Kind(r.IntN(int(segment.Unsubscribed) + 1))
				facts = append(facts, oracle.Fact{Key: 1, Day: day - 3, Kind: kind, Contact: contact})
			}
		}
	}
	d := counting.NewDayCounter()
	for range 5 {
		parts := oracle.Deal(t, r, segment.Sendings, facts, 3)
		// The facts of single contacts are outside the directories.
		parts = append(parts, oracle.Build(t, segment.Sendings, facts[:1]), oracle.Build(t, segment.Sendings, facts[7:8]))
		var totals counting.DayTotals
		require.NoError(t, d.Count(parts, &totals))
		require.Equal(t, days(oracle.Sendings(facts), all), totals.Days())
	}
}

func TestDaysOfChunksAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 31))
	d := counting.NewDayCounter()
	// The same messages are sent to two chunks; some have one contact in each.
	facts := oracle.Worlds()[0].Facts(r)
	var sum counting.DayTotals
	byCategory := &counting.CategoryTotals{Categories: &counting.KeyTable[uint8]{}}
	for range 2 {
		var part counting.DayTotals
		segments := []segment.Segment{oracle.Build(t, segment.Sendings, facts)}
		require.NoError(t, d.Count(segments, &part))
		sum.Merge(&part)
		categories := &counting.CategoryTotals{Categories: &counting.KeyTable[uint8]{}}
		require.NoError(t, d.Count(segments, categories))
		byCategory.Merge(categories)
	}
	want := days(oracle.Sendings(facts), all)
	for i := range want {
		want[i].Counts.Add(&want[i].Counts)
	}
	require.Equal(t, want, sum.Days())
	require.Equal(t, map[uint8][]counting.DayCounts{0: want}, byCategory.Days())
}

func TestAKeyTableIsAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var table counting.KeyTable[uint32]
	want := map[uint64]uint32{}
	_, ok := table.Find(0)
	require.False(t, ok)
	for i := range uint32(100_000) {
		key := r.Uint64()
		switch i % 3 {
		case 0:
			key %= 5000
		case 1:
			key = uint64(i)<<40 | 1 // equal where a hash is not
		}
		if have, found := want[key]; found {
			require.Equal(t, have, table.Add(key, i))
		} else {
			require.Equal(t, i, table.Add(key, i))
			want[key] = i
		}
		require.Equal(t, len(want), table.Len())
	}
	for key, value := range want {
		got, ok := table.Find(key)
		require.True(t, ok)
		require.Equal(t, value, got)
	}
	_, ok = table.Find(r.Uint64())
	require.False(t, ok)
}
