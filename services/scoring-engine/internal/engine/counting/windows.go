package counting

import (
	"fmt"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// MaxWindows is the largest number of different windows in one count.
const MaxWindows = 15

// Windows are the windows of the scorings calculated for one generated date: each covers D - daysAgo ... D - 1. They
// nest, so they share one reading and one count.
type Windows struct {
	D       segment.Day
	DaysAgo []int // 1 ... 65,535 each, in any order
}

// First returns the earliest day that any of the windows covers: segments whose last day is before it need not be read.
func (w Windows) First() segment.Day { return w.D - segment.Day(slices.Max(w.DaysAgo)) }

// Firsts returns the first days of the windows.
func (w Windows) Firsts() []segment.Day {
	firsts := make([]segment.Day, len(w.DaysAgo))
	for i, ago := range w.DaysAgo {
		firsts[i] = w.D - segment.Day(ago)
	}
	return firsts
}

// noLevel is the level of days outside every window.
const noLevel = 255

// levels assigns days to the smallest window that covers them, level 0 being the shortest: a fact of level l counts in
// the windows of level l and above.
type levels struct {
	d      segment.Day
	ago    []int   // length of each level's window, ascending
	of     []uint8 // level of a day, by days before d
	wanted []int   // level of each requested window
}

func (l *levels) set(w Windows) error {
	l.d = w.D
	l.ago = append(l.ago[:0], w.DaysAgo...)
	slices.Sort(l.ago)
	l.ago = slices.Compact(l.ago)
	if n := len(l.ago); n == 0 || n > MaxWindows || l.ago[0] < 1 || l.ago[n-1] > 1<<16-1 {
		return fmt.Errorf("windows of %v days: 1 to %d different ones, of 1 to 65,535 days", w.DaysAgo, MaxWindows)
	}
	l.of = append(l.of[:0], noLevel)
	for level, ago := range l.ago {
		for len(l.of) <= ago {
			l.of = append(l.of, uint8(level))
		}
	}
	l.wanted = l.wanted[:0]
	for _, ago := range w.DaysAgo {
		at, _ := slices.BinarySearch(l.ago, ago)
		l.wanted = append(l.wanted, at)
	}
	return nil
}

func (l *levels) level(d segment.Day) uint8 {
	ago := int64(l.d) - int64(d)
	if ago < 1 || ago >= int64(len(l.of)) {
		return noLevel
	}
	return l.of[ago]
}

// covers reports whether a segment has a day in any window.
func (l *levels) covers(s *segment.Segment) bool {
	return s.FirstDay() < l.d && int64(s.LastDay()) >= int64(l.d)-int64(l.ago[len(l.ago)-1])
}
