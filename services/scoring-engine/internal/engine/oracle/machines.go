package oracle

import (
	"math/rand/v2"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// asPersons returns the kind that a machine's kind counts as, and any other kind unchanged.
func asPersons(kind segment.Kind) segment.Kind {
	switch kind {
	case segment.MachineOpened:
		return segment.Opened
	case segment.MachineClicked:
		return segment.Clicked
	default:
		return kind
	}
}

// WithoutMachines returns the facts of persons.
func WithoutMachines(facts []Fact) []Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Kind != asPersons(f.Kind) })
}

// WithMachines assigns some outcomes to machines, instead of or in addition to a person's, on the same day, before or
// after it. It also adds machine opens and clicks to messages without an outcome.
func WithMachines(r *rand.Rand, facts []Fact, share float64) []Fact {
	var out []Fact
	for _, f := range facts {
		kind := segment.MachineOpened + segment.Kind(r.IntN(2))
		if (f.Kind != segment.Opened && f.Kind != segment.Clicked && f.Kind != segment.Sent) || r.Float64() >= share {
			out = append(out, f)
			continue
		}
		machine := f
		machine.Kind = kind
		machine.Day += segment.Day([]int{0, 0, 0, 1, -1, 9, 40}[r.IntN(7)])
		out = append(out, machine)
		if f.Kind == segment.Sent || r.IntN(2) == 0 {
			out = append(out, f)
		}
	}
	return out
}
