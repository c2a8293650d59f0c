package scoring

import (
	"errors"
	"fmt"
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/spec"
)

// full is the component of a rate that reaches the reference.
const full = 1_000_000

// ErrWeights: weights below 0, or with a sum other than 100.
var ErrWeights = errors.New("weights are not 100 percent together")

// Weights are the shares of the rates in the score, in whole percent; their sum is 100. SMS has no Open.
type Weights struct{ Delivery, Open, Click int }

// Scorer is pass 2: it turns counts into scores. It is immutable and safe for concurrent use.
type Scorer struct {
	weights Weights
	refs    References
	n       uint32
	// Weighted components by den*n + num, for frequent counts; those of delivery include half a point for rounding.
	delivery, open, click []uint32
}

// NewScorer prepares a calculation; references come from Rates.References. It returns ErrWeights.
func NewScorer(weights Weights, refs References) (*Scorer, error) {
	if weights.Delivery < 0 || weights.Open < 0 || weights.Click < 0 ||
		weights.Delivery+weights.Open+weights.Click != 100 {
		return nil, fmt.Errorf("%w: %+v", ErrWeights, weights)
	}
	n := min(refs.largest+1, counting.WideMark)
	s := &Scorer{weights: weights, refs: refs, n: n}
	s.delivery = weighted(n, weights.Delivery, refs.Delivery, full/2)
	s.open = weighted(n, weights.Open, refs.Open, 0)
	s.click = weighted(n, weights.Click, refs.Click, 0)
	return s, nil
}

func weighted(n uint32, weight int, reference Rate, plus uint32) []uint32 {
	table := make([]uint32, n*n)
	for den := range n {
		for num := range den + 1 {
			table[den*n+num] = uint32(weight)*component(Rate{num, den}, reference) + plus
		}
	}
	return table
}

// component compares a rate with its reference: min(1,000,000, floor(rate * 1,000,000 / reference)); 0 without either.
func component(r, reference Rate) uint32 {
	if r.Num == 0 || reference.Num == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(r.Num)*uint64(reference.Den), full)
	div := uint64(r.Den) * uint64(reference.Num)
	if hi >= div {
		return full
	}
	q, _ := bits.Div64(hi, lo, div)
	return uint32(min(q, full))
}

// Part is the part of a score that one rate, or one kind of event, contributes.
type Part struct {
	Count, Of uint32 // the rate; for events Of is 0
	Component uint32 // 0 ... 1,000,000: the rate relative to its reference
	Points    uint32 // weight * component, in millionths of a point
}

// Parts returns the parts of one contact's score.
func (s *Scorer) Parts(c counting.Counts) (delivery, open, click Part) {
	part := func(weight int, r, reference Rate) Part {
		x := component(r, reference)
		return Part{Count: r.Num, Of: r.Den, Component: x, Points: uint32(weight) * x}
	}
	return part(s.weights.Delivery, Rate{c.Delivered, c.Sent}, s.refs.Delivery),
		part(s.weights.Open, Rate{c.Opened, c.Delivered}, s.refs.Open),
		part(s.weights.Click, Rate{c.Clicked, c.Delivered}, s.refs.Click)
}

// Score returns the score of a contact with at least one sending.
func (s *Scorer) Score(c counting.Counts) int {
	delivery, open, click := s.Parts(c)
	return int((delivery.Points + open.Points + click.Points + full/2) / full)
}

// Summary holds the figures of a database for reports: the contacts with each score, the new ones among them, and those
// excluded for each reason. Summaries of chunks add up.
type Summary struct {
	Scores     [spec.MaxScore + 1]uint64
	New        [spec.MaxScore + 1]uint64
	NoConsent  uint64
	NotInGroup uint64
	NoSending  uint64
	NoAddress  uint64
}

// Merge adds o.
func (s *Summary) Merge(o *Summary) {
	for i := range s.Scores {
		s.Scores[i] += o.Scores[i]
		s.New[i] += o.New[i]
	}
	s.NoConsent += o.NoConsent
	s.NotInGroup += o.NotInGroup
	s.NoSending += o.NoSending
	s.NoAddress += o.NoAddress
}

// Cells writes the cell of each of the first len(cells) contacts of a chunk, ChunkContacts at most, and adds them to
// sum. The contacts of the audience must all be among them.
func (s *Scorer) Cells(cells []byte, t *counting.Tally, a *Audience, sum *Summary) {
	var out [64]byte
	var seen [2][256]uint32 // alternating: a count that was just changed is slow to change again
	var fresh [256]uint32
	for w := range (len(cells) + 63) / 64 {
		s.scores(&out, t, w)
		exclude(&out, w, a)
		for i := 0; i < len(out); i += 2 {
			seen[0][out[i]]++
			seen[1][out[i+1]]++ //nolint:gosec // the length is even
		}
		for m := a.New[w] & a.Contacts[w]; m != 0; m &= m - 1 {
			fresh[out[bits.TrailingZeros64(m)]]++
		}
		copy(cells[w*64:], out[:])
	}
	for i := range sum.Scores {
		sum.Scores[i] += uint64(seen[0][i]) + uint64(seen[1][i])
		sum.New[i] += uint64(fresh[i])
	}
	for cell, n := range map[int]*uint64{
		spec.CellNoConsent: &sum.NoConsent, spec.CellNotInGroup: &sum.NotInGroup, spec.CellNoSending: &sum.NoSending,
		spec.CellNoAddress: &sum.NoAddress,
	} {
		*n += uint64(seen[0][cell]) + uint64(seen[1][cell])
	}
}

// scores fills out with the scores of the 64 contacts of word w, excluding contacts only for NoSending.
func (s *Scorer) scores(out *[64]byte, t *counting.Tally, w int) {
	packed := t.Packed()
	if w*64 >= len(packed) {
		for i := range out {
			out[i] = spec.CellNoSending
		}
		return
	}
	n := s.n
	for i, c := range (*[64]uint32)(packed[w*64:]) {
		sent, delivered := c&255, c>>8&255
		switch {
		case sent == 0:
			out[i] = spec.CellNoSending
		case sent < n:
			out[i] = byte((s.delivery[sent*n+delivered] + s.open[delivered*n+c>>16&255] + s.click[delivered*n+c>>24]) / full)
		default:
			out[i] = byte(s.Score(t.At(w*64 + i)))
		}
	}
}

// exclude overwrites the cells of excluded contacts; the first reason applies.
func exclude(out *[64]byte, w int, a *Audience) {
	contacts, consent, group := a.Contacts[w], a.Consent[w], a.Group[w]
	for m := ^contacts; m != 0; m &= m - 1 {
		out[bits.TrailingZeros64(m)] = spec.CellAbsent
	}
	for m := contacts &^ consent; m != 0; m &= m - 1 {
		out[bits.TrailingZeros64(m)] = spec.CellNoConsent
	}
	for m := contacts & consent &^ group; m != 0; m &= m - 1 {
		out[bits.TrailingZeros64(m)] = spec.CellNotInGroup
	}
	for m := contacts & consent & group &^ a.Address[w]; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); out[i] != spec.CellNoSending {
			out[i] = spec.CellNoAddress
		}
	}
}
