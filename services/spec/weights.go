package spec

import "fmt"

// Weights are shares of the score in whole percent, by the names of Channel.Weights.
type Weights map[string]int

// Check returns an error unless there is a weight for each of the channel's names and no other. The engine checks that
// their sum is 100.
func (w Weights) Check(channel Channel) error {
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

// Whole reports whether a channel can be scored by the weights: there is one for each name, none is negative, and their
// sum is 100.
func (w Weights) Whole(channel Channel) bool {
	sum := 0
	for _, weight := range w {
		if weight < 0 {
			return false
		}
		sum += weight
	}
	return w.Check(channel) == nil && sum == 100
}
