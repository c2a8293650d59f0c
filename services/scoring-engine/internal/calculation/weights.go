package calculation

import (
	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// The rates.
const (
	OpenRate     = "or"
	ClickRate    = "ctr"
	DeliveryRate = "delivery"
)

func RateWeights(w Weights) scoring.Weights {
	return scoring.Weights{Open: w[OpenRate], Click: w[ClickRate], Delivery: w[DeliveryRate]}
}

func VisitWeights(w Weights) scoring.VisitWeights {
	var weights scoring.VisitWeights
	for kind, name := range Web.Weights() {
		weights[kind] = w[name]
	}
	return weights
}
