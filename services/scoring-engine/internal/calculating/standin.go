package calculating

import (
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
)

// standIn returns whole weights that score the same visitors: weights for the events that have one, or for all
// events if none has. For mailing and SMS, the weights do not affect which contacts are scored.
func standIn(w calculation.Weights, channel calculation.Channel) calculation.Weights {
	names, weights := channel.Weights(), calculation.Weights{}
	some := slices.ContainsFunc(names, func(name string) bool { return w[name] > 0 })
	left := 100
	for _, name := range slices.Backward(names) {
		if weights[name] = 0; !some || w[name] > 0 {
			weights[name] = 1
			left--
		}
	}
	for _, name := range names {
		if weights[name] > 0 {
			weights[name] += left
			break
		}
	}
	return weights
}
