package demo

import (
	"math"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"
)

// seed fixes all random choices. Another value makes another company: raise version with it.
const seed = 0x9015

// The random streams, one for each part, so that a change in one part does not affect the others.
const (
	streamOwn uint64 = iota + 1
	streamShop
	streamMailings
	streamWelcome
	streamSMS
	streamWeb
)

// chance is a reproducible source of random values.
type chance struct{ *rand.Rand }

func newChance(stream uint64) chance {
	return chance{rand.New(rand.NewPCG(seed, stream))} //nolint:gosec // not for secrets
}

// happens is true with probability p.
func (c chance) happens(p float64) bool { return c.Float64() < p }

// between returns a number from low up to high.
func (c chance) between(low, high float64) float64 { return low + c.Float64()*(high-low) }

// after returns exponentially distributed seconds with the mean given.
func (c chance) after(mean float64) int64 { return int64(c.ExpFloat64() * mean) }

// repeats returns how often an act with probability p is repeated in a row, at most most.
func (c chance) repeats(p float64, most int) int {
	n := 0
	for n < most && c.happens(p) {
		n++
	}
	return n
}

// weighted is a choice with weights.
type weighted struct{ sums []float64 }

func (w *weighted) add(weight float64) {
	if n := len(w.sums); n > 0 {
		weight += w.sums[n-1]
	}
	w.sums = append(w.sums, weight)
}

// pick returns the index of a choice.
func (w *weighted) pick(c chance) int {
	return sort.SearchFloat64s(w.sums, c.Float64()*w.sums[len(w.sums)-1])
}

// cities is a choice by population.
type cities struct {
	names []string
	by    weighted
}

func newCities() *cities {
	c := &cities{}
	for city := range strings.FieldsSeq(citySizes) {
		name, size, _ := strings.Cut(city, "=")
		thousands, _ := strconv.Atoi(size) // a constant of ours
		c.names = append(c.names, name)
		c.by.add(float64(thousands))
	}
	return c
}

func (c *cities) pick(by chance) string { return c.names[c.by.pick(by)] }

// clamp limits a probability to 0 to 0.98.
func clamp(p float64) float64 { return math.Min(math.Max(p, 0), 0.98) }
