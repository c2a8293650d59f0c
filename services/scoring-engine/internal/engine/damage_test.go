package engine_test

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// small returns one segment of each form with every shape and layout and few bytes, so that each byte can be damaged.
func small(t testing.TB) [][]byte {
	t.Helper()
	b := segment.NewBuilder(segment.Sendings)
	for m := range uint16(4) {
		var to []uint16
		for c := range 40 + 90*m {
			to = append(to, c*(1+m%2))
		}
		require.NoError(t, b.Add(uint64(m), segment.Day(100+m), segment.Sent, to...))
		require.NoError(t, b.Add(uint64(m), segment.Day(100+m), segment.Delivered, to[1:]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(101+m), segment.Opened, to[3:5]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(103+m), segment.Clicked, to[3]))
		for c := range uint16(20) {
			require.NoError(t, b.Add(uint64(100+20*m+c), segment.Day(100+m+c), segment.Kind(c%6), c))
		}
	}
	sendings, err := b.Segment()
	require.NoError(t, err)
	require.NoError(t, b.Add(7, 1, segment.Sent, 3))
	require.NoError(t, b.Add(8, 1, segment.Opened, 30000))
	list, err := b.Segment()
	require.NoError(t, err)
	for c := range 300 { // too many days for a code table
		require.NoError(t, b.Add(uint64(c), segment.Day(c), segment.Sent, uint16(c/3)))
	}
	days, err := b.Segment()
	require.NoError(t, err)
	visits := oracle.Build(t, segment.Visits, oracle.VisitFacts(rand.New(rand.NewPCG(5, 5)), 20, 60))
	return [][]byte{sendings, list, days, visits.Bytes()}
}

// readAll runs every operation on data as a segment: it must be refused or read without harm.
func readAll(t *testing.T, c *counting.Counter, m *segment.Merger, data []byte) {
	s, err := segment.Open(data)
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
		return
	}
	w := counting.Windows{D: s.LastDay(), DaysAgo: []int{30, 7}}
	if s.Form() == segment.Visits {
		s.LastDayUpTo(w.D)
		err = c.Visits([]segment.Segment{s}, nil, w, []*counting.VisitTally{{}, {}})
	} else {
		err = c.Sendings([]segment.Segment{s}, w, []*counting.Tally{{}, {}})
	}
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
	}
	if s.Form() == segment.Sendings {
		readByDay(t, s)
	}
	out, err := m.Merge([]segment.Segment{s, s})
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
		return
	}
	oracle.OpenAll(t, out)
}

func readByDay(t *testing.T, s segment.Segment) {
	wanted := &counting.KeyTable[uint32]{}
	err := counting.SentOn(&s, s.FirstDay(), func(key uint64) { wanted.Add(key, uint32(wanted.Len())) })
	if err == nil {
		err = counting.NewDayCounter().Count([]segment.Segment{s, s}, counting.NewMessageTotals(s.FirstDay(), wanted))
	}
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
	}
}

func TestDamagedSegmentsDoNoHarm(t *testing.T) {
	c, m := counting.NewCounter(), segment.Merger{}
	for _, good := range small(t) {
		readAll(t, c, &m, good)
		for at := 0; at < len(good); at += 1 + at/100 { // all of the header, fewer and fewer bytes after it
			for _, flip := range []byte{1, 0x80} {
				bad := append([]byte{}, good...)
				bad[at] ^= flip
				readAll(t, c, &m, bad)
			}
		}
	}
	// State that damaged segments left in the workspace must not affect the next count.
	facts := oracle.Worlds()[0].Facts(rand.New(rand.NewPCG(9, 9)))
	oracle.RequireCounts(t, c, facts, counting.Windows{D: 20050, DaysAgo: []int{14, 42}},
		[]segment.Segment{oracle.Build(t, segment.Sendings, facts)})
}

// smallPlanes returns planes of visits with every shape and few bytes.
func smallPlanes(t testing.TB) []byte {
	t.Helper()
	var facts []oracle.Fact
	add := func(day segment.Day, kind segment.Kind, visitor uint16, times int) {
		for key := range uint64(times) {
			facts = append(facts, oracle.Fact{Key: key, Day: day, Kind: kind, Contact: visitor})
		}
	}
	for visitor := range uint16(100) {
		add(20000, segment.PageView, visitor, 1+int(visitor%3)) // a bitmap
		add(20001, segment.PageView, 30*visitor, 1)             // gaps
	}
	add(20002, segment.Purchase, 60000, 1) // a list
	add(20000, segment.ProductView, 7, cohort.MaxCode+1)
	add(20001, segment.ProductView, 30, cohort.MaxCode+9)
	f, err := counting.NewFolder().Fold([]segment.Segment{oracle.Build(t, segment.Visits, facts)}, 20001)
	require.NoError(t, err)
	require.Len(t, f.Cohorts, 1)
	opened, err := cohort.Open(f.Cohorts[0].Planes)
	require.NoError(t, err)
	var shapes []uint8
	require.NoError(t, opened.EachDay(func(d cohort.VisitDay) error {
		shapes = append(shapes, d.Visitors.Shape)
		require.Equal(t, d.Day < 20002, d.Wides() == 1)
		return nil
	}))
	require.Equal(t, []uint8{segment.ShapeBitmap, segment.ShapeGaps, segment.ShapeList}, shapes)
	return f.Cohorts[0].Planes
}

// sign sets the checksum of planes.
func sign(planes []byte) {
	table := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum(planes[:12], table), table, planes[16:])
	binary.LittleEndian.PutUint32(planes[12:], sum)
}

func TestDamagedPlanesOfVisitsDoNoHarm(t *testing.T) {
	c, good := counting.NewCounter(), smallPlanes(t)
	w := counting.Windows{D: 20002, DaysAgo: []int{1, 9}}
	refused, counted := 0, 0
	for at := range good {
		for _, flip := range []byte{1, 0x80, 0xff} {
			bad := append([]byte{}, good...)
			bad[at] ^= flip
			_, err := cohort.Open(bad)
			require.ErrorIs(t, err, segment.ErrCorrupt, "byte %d", at)
			// A valid checksum of forged data allows other counts, but no other harm.
			sign(bad)
			opened, err := cohort.Open(bad)
			if err == nil && opened.Form() == segment.Visits {
				err = c.Visits(nil, []cohort.Planes{opened}, w, []*counting.VisitTally{{}, {}})
			}
			if err != nil {
				require.ErrorIs(t, err, segment.ErrCorrupt)
				refused++
			} else {
				counted++
			}
		}
	}
	require.Positive(t, refused)
	require.Positive(t, counted)
	// State that damaged planes left in the workspace must not affect the next count.
	opened, err := cohort.Open(good)
	require.NoError(t, err)
	again, anew := []*counting.VisitTally{{}, {}}, []*counting.VisitTally{{}, {}}
	require.NoError(t, c.Visits(nil, []cohort.Planes{opened}, w, again))
	require.NoError(t, counting.NewCounter().Visits(nil, []cohort.Planes{opened}, w, anew))
	require.NotEmpty(t, oracle.VisitsOf(anew[1]))
	for i := range anew {
		require.Equal(t, oracle.VisitsOf(anew[i]), oracle.VisitsOf(again[i]))
	}
	for n := range good {
		_, err := cohort.Open(good[:n])
		require.ErrorIs(t, err, segment.ErrCorrupt, "%d bytes", n)
	}
}

func TestPlanesOfVisitsAreChecked(t *testing.T) {
	good := smallPlanes(t)
	codes := int(good[16])
	day := 20 + 5*codes // the first: day, shape, zero, bytes of the set, visitors, wide ones
	for name, harm := range map[string]func(b []byte){
		"version": func(b []byte) { b[0] = 4 },
		"week":    func(b []byte) { b[4]++ },
		"codes":   func(b []byte) { b[17] = 1 },
		"days":    func(b []byte) { b[19] = 1 },
		"code":    func(b []byte) { b[20] = cohort.MaxCode + 1 },
		"day":     func(b []byte) { b[day] = segment.PeriodDays },
		"shape":   func(b []byte) { b[day+1] = segment.ShapeXor },
		"zero":    func(b []byte) { b[day+2] = 1 },
		"size":    func(b []byte) { b[day+4]++ },
		"wides":   func(b []byte) { b[day+12]++ },
	} {
		bad := append([]byte{}, good...)
		harm(bad)
		sign(bad)
		_, err := cohort.Open(bad)
		require.ErrorIs(t, err, segment.ErrCorrupt, name)
	}
	set := day + 3*16
	code := set + int(good[day+4])
	wide := code + slices.Index(good[code:], cohort.WideCode)
	for name, harm := range map[string]func(b []byte){ // damage that only a count finds
		"a code that is none":           func(b []byte) { b[code] = 254 },
		"a wide visitor too many":       func(b []byte) { b[code] = cohort.WideCode },
		"a wide visitor too few":        func(b []byte) { b[wide] = 0 },
		"a visitor too few":             func(b []byte) { b[set] = 0 },
		"a visitor behind the last one": func(b []byte) { b[2], b[3] = 0, 0 },
	} {
		bad := append([]byte{}, good...)
		harm(bad)
		sign(bad)
		opened, err := cohort.Open(bad)
		require.NoError(t, err, name)
		w := counting.Windows{D: 20003, DaysAgo: []int{9}}
		err = counting.NewCounter().Visits(nil, []cohort.Planes{opened}, w, []*counting.VisitTally{{}})
		require.ErrorIs(t, err, segment.ErrCorrupt, name)
	}
	_, err := cohort.Open(good)
	require.NoError(t, err)
}

func FuzzOpen(f *testing.F) {
	for _, s := range small(f) {
		f.Add(s)
	}
	c, m := counting.NewCounter(), segment.Merger{}
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, c, &m, data) })
}
