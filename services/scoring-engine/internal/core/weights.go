package core

import (
	"slices"

	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// The rates.
const (
	openRate     = "or"
	clickRate    = "ctr"
	deliveryRate = "delivery"
)

// standIn returns whole weights by which the same visitors are judged: those of the events that have a weight, or of
// all when none has. Whom mailing and SMS judge depends on no weight.
func standIn(w Weights, channel Channel) Weights {
	names, weights := channel.Weights(), Weights{}
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

func rateWeights(w Weights) scoring.Weights {
	return scoring.Weights{Open: w[openRate], Click: w[clickRate], Delivery: w[deliveryRate]}
}

func visitWeights(w Weights) scoring.VisitWeights {
	var weights scoring.VisitWeights
	for kind, name := range Web.Weights() {
		weights[kind] = w[name]
	}
	return weights
}
