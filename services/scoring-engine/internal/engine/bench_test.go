package engine_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// A shape is a way of sending over 91 days: opens 19.4 %, clicks 2.9 %, 2 % never delivered, 15 % of opens 1 to 3 days
// late.
type shape struct {
	name    string
	perDay  int     // mailings
	reach   float64 // share of sendings with a separate message
	singles float64 // share of sendings with a message of their own
	// triggered is the share of sendings with one of the messages that are made every five minutes.
	triggered float64
}

var shapes = []shape{
	{"a/one_a_day_to_30%", 1, 0.3, 0, 0},
	{"b/ten_a_day_to_3%", 10, 0.03, 0, 0},
	{"c/half_singles", 1, 0.3, 0.5, 0},
	{"c/half_singles_quarter_triggered", 1, 0.3, 0.5, 0.25},
}

// everyFiveMinutes is how many messages of a day are triggered.
const everyFiveMinutes = 24 * 60 / 5

const benchFirst, benchDays = segment.Day(20000), 91

// each calls visit for every fact of one chunk, message by message.
func (s shape) each(seed uint64, visit func(key uint64, day segment.Day, kind segment.Kind, contact uint16)) {
	r := rand.New(rand.NewPCG(seed, 1))
	eager := make([]float64, segment.ChunkContacts)
	for i := range eager {
		eager[i] = math.Pow(r.Float64(), 3)
	}
	for d := range segment.Day(benchDays) {
		for range s.perDay {
			shared := r.Uint64()
			for c := range segment.ChunkContacts {
				if r.Float64() >= s.reach {
					continue
				}
				key, day, contact := shared, benchFirst+d, uint16(c)
				switch own := r.Float64(); {
				case own < s.singles:
					key = r.Uint64()
				case own < s.singles+s.triggered:
					key = shared * (2*r.Uint64N(everyFiveMinutes) + 3)
				}
				visit(key, day, segment.Sent, contact)
				if r.Float64() < 0.02 {
					continue
				}
				visit(key, day, segment.Delivered, contact)
				if r.Float64() < 0.194*4*eager[c] {
					late := day
					if r.Float64() < 0.15 {
						late += segment.Day(1 + r.IntN(3))
					}
					visit(key, late, segment.Opened, contact)
					if r.Float64() < 0.15 {
						visit(key, late, segment.Clicked, contact)
					}
				}
			}
		}
	}
}

// batches returns the shape's facts in batches of ten days each, as they were ingested.
func (s shape) batches(tb testing.TB, seed uint64) (segments []segment.Segment, facts int) {
	tb.Helper()
	b := segment.NewBuilder(segment.Sendings)
	last, groups := segment.Day(-1), map[[2]uint64][]uint16{}
	flush := func() {
		for h, list := range groups {
			require.NoError(tb, b.Add(h[0], segment.Day(h[1]>>8), segment.Kind(h[1]&255), list...))
		}
		clear(groups)
		data, err := b.Segment()
		require.NoError(tb, err)
		segments = append(segments, oracle.OpenAll(tb, [][]byte{data})...)
		facts += segments[len(segments)-1].Facts()
	}
	s.each(seed, func(key uint64, day segment.Day, kind segment.Kind, contact uint16) {
		if kind == segment.Sent && day/10 != last/10 && len(groups) > 0 {
			flush()
		}
		if kind == segment.Sent {
			last = day
		}
		h := [2]uint64{key, uint64(day)<<8 | uint64(kind)}
		groups[h] = append(groups[h], contact)
	})
	flush()
	return segments, facts
}

func mergedBatches(tb testing.TB, s shape, seed uint64) ([]segment.Segment, int) {
	tb.Helper()
	segments, facts := s.batches(tb, seed)
	var m segment.Merger
	out, err := m.Merge(segments)
	require.NoError(tb, err)
	return oracle.OpenAll(tb, out), facts
}

func bytesOf(segments []segment.Segment) (n int) {
	for i := range segments {
		n += len(segments[i].Bytes())
	}
	return n
}

func BenchmarkBuild(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			all, facts := mergedBatches(b, s, 1)
			var raw []oracle.Fact
			for i := range all {
				raw = append(raw, oracle.Unpack(b, &all[i])...)
			}
			builder := segment.NewBuilder(segment.Sendings)
			for b.Loop() {
				for i := 0; i < len(raw); {
					from, list := i, []uint16(nil)
					for ; i < len(raw) && raw[i].Key == raw[from].Key && raw[i].Day == raw[from].Day &&
						raw[i].Kind == raw[from].Kind; i++ {
						list = append(list, raw[i].Contact)
					}
					require.NoError(b, builder.Add(raw[from].Key, raw[from].Day, raw[from].Kind, list...))
				}
				data, err := builder.Segment()
				require.NoError(b, err)
				b.ReportMetric(float64(len(data)), "bytes")
			}
			b.ReportMetric(float64(facts)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mfacts/s")
		})
	}
}

func BenchmarkMerge(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			segments, facts := s.batches(b, 1)
			var m segment.Merger
			var out [][]byte
			var err error
			for b.Loop() {
				out, err = m.Merge(segments)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(bytesOf(oracle.OpenAll(b, out))), "bytes")
			b.ReportMetric(float64(facts)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mfacts/s")
		})
	}
}

func BenchmarkCount(b *testing.B) {
	for _, s := range shapes {
		segments, _ := mergedBatches(b, s, 1)
		for _, w := range []struct {
			name string
			ago  []int
		}{{"91_days", []int{91}}, {"14_days", []int{14}}, {"5_windows", []int{14, 28, 42, 63, 91}}} {
			b.Run(s.name+"/"+w.name, func(b *testing.B) {
				c, out := counting.NewCounter(), []*counting.Tally{}
				for range w.ago {
					out = append(out, &counting.Tally{})
				}
				for b.Loop() {
					require.NoError(b, c.Sendings(segments, counting.Windows{D: benchFirst + benchDays, DaysAgo: w.ago}, out))
				}
				b.ReportMetric(float64(bytesOf(overlapping(segments, w.ago))), "bytes")
			})
		}
	}
}

// BenchmarkFold folds the base of a chunk as of its last day but one, and counts 91 days from that.
func BenchmarkFold(b *testing.B) {
	for _, s := range shapes {
		segments, _ := mergedBatches(b, s, 1)
		folder, horizon := counting.NewFolder(), benchFirst+benchDays-2
		fold, err := folder.Fold(segments, horizon)
		require.NoError(b, err)
		b.Run(s.name+"/fold", func(b *testing.B) {
			for b.Loop() {
				_, err := folder.Fold(segments, horizon)
				require.NoError(b, err)
			}
		})
		b.Run(s.name+"/91_days", func(b *testing.B) {
			c := counting.NewCounter()
			for b.Loop() {
				oracle.Folded(b, c, fold, segments, nil, counting.Windows{D: benchFirst + benchDays, DaysAgo: []int{91}})
			}
			planes := 0
			for _, one := range fold.Cohorts {
				planes += len(one.Planes)
			}
			b.ReportMetric(float64(planes), "bytes")
		})
	}
}

// overlapping returns the segments with a day in the longest window.
func overlapping(segments []segment.Segment, ago []int) (out []segment.Segment) {
	end := segment.Day(benchFirst + benchDays)
	for i := range segments {
		if segments[i].FirstDay() < end && segments[i].LastDay() >= end-segment.Day(slices.Max(ago)) {
			out = append(out, segments[i])
		}
	}
	return out
}

// BenchmarkRun counts and scores 16 chunks with different facts, as a worker does; ns per chunk.
func BenchmarkRun(b *testing.B) {
	for _, s := range shapes {
		var chunks [16][]segment.Segment
		for i := range chunks {
			chunks[i], _ = mergedBatches(b, s, uint64(i))
		}
		b.Run(s.name, func(b *testing.B) {
			c, a := counting.NewCounter(), benchAudience()
			var tallies [len(chunks)]counting.Tally
			cells := make([]byte, segment.ChunkContacts)
			for b.Loop() {
				var rates scoring.Rates
				for i := range chunks {
					require.NoError(b, c.Sendings(chunks[i], counting.Windows{D: benchFirst + benchDays, DaysAgo: []int{91}},
						[]*counting.Tally{&tallies[i]}))
					rates.Add(&tallies[i], a)
				}
				scorer, err := scoring.NewScorer(scoring.Weights{Delivery: 25, Open: 45, Click: 30}, rates.References(90))
				require.NoError(b, err)
				var sum scoring.Summary
				for i := range chunks {
					scorer.Cells(cells, &tallies[i], a, &sum)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(chunks)), "ns/chunk")
		})
	}
}

// BenchmarkDays counts the sendings of 16 chunks by day, of all days and of one day by message, as one worker does; ns
// per chunk.
func BenchmarkDays(b *testing.B) {
	for _, s := range append(shapes, shape{"d/200_a_day_to_30_contacts", 200, 30.0 / segment.ChunkContacts, 0, 0}) {
		b.Run(s.name, func(b *testing.B) {
			var chunks [16][]segment.Segment
			for i := range chunks {
				chunks[i], _ = mergedBatches(b, s, uint64(i))
			}
			for name, count := range map[string]func(b *testing.B, d *counting.DayCounter, chunks [][]segment.Segment){
				"totals": benchTotals, "messages": benchMessages,
			} {
				b.Run(name, func(b *testing.B) {
					d := counting.NewDayCounter()
					for b.Loop() {
						count(b, d, chunks[:])
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(chunks)), "ns/chunk")
				})
			}
		})
	}
}

func benchTotals(b *testing.B, d *counting.DayCounter, chunks [][]segment.Segment) {
	b.Helper()
	var totals counting.DayTotals
	for i := range chunks {
		require.NoError(b, d.Count(chunks[i], &totals))
	}
	require.Len(b, totals.Days(), benchDays)
}

func benchMessages(b *testing.B, d *counting.DayCounter, chunks [][]segment.Segment) {
	b.Helper()
	const day = benchFirst + benchDays/2
	wanted := &counting.KeyTable[uint32]{}
	for i := range chunks {
		for j := range chunks[i] {
			require.NoError(b, counting.SentOn(&chunks[i][j], day, func(key uint64) { wanted.Add(key, uint32(wanted.Len())) }))
		}
	}
	totals := counting.NewMessageTotals(day, wanted)
	for i := range chunks {
		require.NoError(b, d.Count(chunks[i], totals))
	}
	require.Positive(b, totals.Row(0).Contacts)
}

func benchAudience() *scoring.Audience {
	r := rand.New(rand.NewPCG(1, 1))
	a := &scoring.Audience{
		Contacts: new(segment.Mask), Consent: new(segment.Mask), Group: new(segment.Mask), Address: new(segment.Mask),
		New: new(segment.Mask),
	}
	for i := range segment.ChunkContacts {
		set(a.Contacts, i, true)
		set(a.Consent, i, r.Float64() < 0.9)
		set(a.Group, i, r.Float64() < 0.95)
		set(a.Address, i, r.Float64() < 0.98)
		set(a.New, i, r.Float64() < 0.05)
	}
	return a
}

func BenchmarkScore(b *testing.B) {
	segments, _ := mergedBatches(b, shapes[0], 1)
	t, a := &counting.Tally{}, benchAudience()
	require.NoError(b, counting.NewCounter().Sendings(segments, counting.Windows{
		D: benchFirst + benchDays, DaysAgo: []int{91},
	}, []*counting.Tally{t}))
	b.Run("rates", func(b *testing.B) {
		var rates scoring.Rates
		for b.Loop() {
			rates.Add(t, a)
		}
	})
	b.Run("references", func(b *testing.B) {
		var rates scoring.Rates
		rates.Add(t, a)
		for b.Loop() {
			_, err := scoring.NewScorer(scoring.Weights{Delivery: 25, Open: 45, Click: 30}, rates.References(90))
			require.NoError(b, err)
		}
	})
	b.Run("cells", func(b *testing.B) {
		var rates scoring.Rates
		rates.Add(t, a)
		scorer, err := scoring.NewScorer(scoring.Weights{Delivery: 25, Open: 45, Click: 30}, rates.References(90))
		require.NoError(b, err)
		cells, sum := make([]byte, segment.ChunkContacts), scoring.Summary{}
		for b.Loop() {
			scorer.Cells(cells, t, a, &sum)
		}
	})
}
