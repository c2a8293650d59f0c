package oracle

import (
	"math/rand/v2"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// byAnybody is a kind without telling machines from persons.
func byAnybody(kind segment.Kind) segment.Kind {
	switch kind {
	case segment.MachineOpened:
		return segment.Opened
	case segment.MachineClicked:
		return segment.Clicked
	default:
		return kind
	}
}

// WithoutMachines are the facts of persons.
func WithoutMachines(facts []Fact) []Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Kind != byAnybody(f.Kind) })
}

// WithMachines gives some outcomes to machines, alone or beside the person's, on the same day, before or after it; and
// has machines open and click messages that nobody else did.
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
