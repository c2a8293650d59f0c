package core

import (
	"fmt"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// Weights are shares of the score in whole percent, by rate or, for web, by event type.
type Weights map[string]int

// The rates.
const (
	openRate     = "or"
	clickRate    = "ctr"
	deliveryRate = "delivery"
)

// NameWeights names the weights of a channel that stand in the order of Channel.Weights. It returns an error unless
// there is one for each name.
func NameWeights(channel Channel, shares []int32) (Weights, error) {
	names := channel.Weights()
	if len(shares) != len(names) {
		return nil, fmt.Errorf("%d weights on channel %d", len(shares), channel)
	}
	weights := Weights{}
	for i, name := range names {
		weights[name] = int(shares[i])
	}
	return weights, nil
}

// Shares is the reverse of NameWeights.
func (w Weights) Shares(channel Channel) []int32 {
	var shares []int32
	for _, name := range channel.Weights() {
		shares = append(shares, int32(w[name]))
	}
	return shares
}

// check returns an error unless there is a weight for each of the channel's names and for no other. That they are 100
// together is the engine's to say.
func (w Weights) check(channel Channel) error {
	names := channel.Weights()
	for _, name := range names {
		if _, has := w[name]; !has {
			return fmt.Errorf("no weight for %s", name)
		}
	}
	if len(w) != len(names) {
		return fmt.Errorf("%d weights for %d names", len(w), len(names))
	}
	return nil
}

// whole reports whether a channel can be scored by the weights: there is one for each name, 100 together.
func (w Weights) whole(channel Channel) bool {
	sum := 0
	for _, weight := range w {
		if weight < 0 {
			return false
		}
		sum += weight
	}
	return w.check(channel) == nil && sum == 100
}

// standIn returns whole weights by which the same visitors are judged: those of the events that have a weight, or of
// all when none has. Whom mailing and SMS judge depends on no weight.
func (w Weights) standIn(channel Channel) Weights {
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

func (w Weights) rates() scoring.Weights {
	return scoring.Weights{Open: w[openRate], Click: w[clickRate], Delivery: w[deliveryRate]}
}

func (w Weights) visits() scoring.VisitWeights {
	var weights scoring.VisitWeights
	for kind, name := range Web.Weights() {
		weights[kind] = w[name]
	}
	return weights
}
