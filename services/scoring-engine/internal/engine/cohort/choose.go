package cohort

import (
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Weeks is how many weeks a fold holds before that of its horizon: as many as the longest window of 91 days can
// overlap.
const Weeks = 13

// Fold describes a chunk's fold without its contents.
type Fold struct {
	// First is the Monday from which the facts were read.
	First segment.Day
	// Horizon is the first day for which planes give counts; they also serve later days. The planes of visits are by day,
	// so there it is First.
	Horizon segment.Day
	Cohorts []Size
	Residue int
}

// Size is the size of a cohort in bytes.
type Size struct {
	Week         int32
	Planes, Late int
}

// Segment describes a segment of the base without its contents.
type Segment struct {
	ID   int64
	Week int32
	Size int
}

// Choice lists the parts that a chunk is counted from, in addition to its fresh segments: either the whole base, or the
// residue and these parts.
type Choice struct {
	// Folded is false if only the base is read.
	Folded   bool
	Planes   []int32
	Late     []int32
	Segments []int64
}

// Choose returns the cheapest parts that yield the counts of windows that end on last and begin on firsts. A week is
// counted from facts if a window begins within it, or if touched reports that a fresh fact may be about one of its
// messages.
func Choose(
	fold *Fold, base []Segment, firsts []segment.Day, last segment.Day, touched func(week int32) bool,
) Choice {
	first := slices.Min(firsts)
	whole, facts := wholeOf(base)
	if fold == nil || fold.Horizon > last || fold.First > first {
		return whole
	}
	choice, size := Choice{Folded: true}, fold.Residue
	for _, c := range fold.Cohorts {
		monday := segment.Monday(c.Week)
		cut := slices.ContainsFunc(firsts, func(first segment.Day) bool {
			return monday < first && first < monday+segment.PeriodDays
		})
		switch {
		case cut || touched(c.Week):
			size += c.Late
			choice.Late = append(choice.Late, c.Week)
			for _, s := range base {
				if s.Week == c.Week {
					size += s.Size
					choice.Segments = append(choice.Segments, s.ID)
				}
			}
		case monday >= first && monday <= last:
			size += c.Planes
			choice.Planes = append(choice.Planes, c.Week)
		}
	}
	if size >= facts {
		return whole
	}
	return choice
}

func wholeOf(base []Segment) (whole Choice, size int) {
	for _, s := range base {
		size += s.Size
		whole.Segments = append(whole.Segments, s.ID)
	}
	return whole, size
}

// ChooseVisits is Choose for a base of visits, each segment of which has days in the windows. Planes are by day, so
// they serve windows that begin on any day. A week is counted from facts if it has no planes, or if touched reports
// that a fresh fact lies in it, since the base may have the same fact.
func ChooseVisits(fold *Fold, base []Segment, touched func(week int32) bool) Choice {
	whole, facts := wholeOf(base)
	if fold == nil {
		return whole
	}
	choice, size := Choice{Folded: true}, fold.Residue
	for _, s := range base {
		at := slices.IndexFunc(fold.Cohorts, func(c Size) bool { return c.Week == s.Week })
		switch {
		case at < 0 || touched(s.Week):
			size += s.Size
			choice.Segments = append(choice.Segments, s.ID)
		case !slices.Contains(choice.Planes, s.Week):
			size += fold.Cohorts[at].Planes
			choice.Planes = append(choice.Planes, s.Week)
		}
	}
	if size >= facts {
		return whole
	}
	return choice
}

// WeeksOf returns the weeks in which segments of visits have facts between two days.
func WeeksOf(segments []segment.Segment, first, last segment.Day) map[int32]bool {
	weeks := map[int32]bool{}
	for i := range segments {
		segments[i].RecordDays(func(day segment.Day) {
			if day >= first && day <= last {
				weeks[segment.Period(day)] = true
			}
		})
	}
	return weeks
}

// Keys returns the messages of the counted facts that segments have between two days.
func Keys(segments []segment.Segment, first, last segment.Day) (map[uint64]bool, error) {
	keys := map[uint64]bool{}
	for i := range segments {
		s := &segments[i]
		for m := range s.Messages() {
			from, to := s.Lines(m)
			for line := from; line < to; line++ {
				if e := s.Entry(line); counted>>e.Kind&1 != 0 && e.Day >= first && e.Day <= last {
					keys[s.Key(m)] = true
				}
			}
		}
		err := s.EachRecord(func(_ uint16, key uint64, day segment.Day, kinds uint8) {
			if kinds&counted != 0 && day >= first && day <= last {
				keys[key] = true
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

const counted = 1<<segment.Sent | 1<<segment.Delivered | 1<<segment.Opened | 1<<segment.Clicked | segment.MachineKinds
