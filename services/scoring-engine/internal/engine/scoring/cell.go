package scoring

import (
	"puls.app/services/spec"
)

// Where a contact can stand in a result: in one of the bands 0 ... 4, or below.
const (
	standsNoConsent = iota + spec.Bands
	standsNotInGroup
	standsNoSending
	standsNoAddress
	standsNowhere // the result does not speak of it
	standings
)

func standing(cell byte, visits bool) uint8 {
	if score, ok := spec.CellScore(cell, visits); ok {
		return uint8(spec.BandOf(score))
	}
	switch cell {
	case spec.CellNoConsent:
		return standsNoConsent
	case spec.CellNotInGroup:
		return standsNotInGroup
	case spec.CellNoSending:
		return standsNoSending
	case spec.CellNoAddress:
		return standsNoAddress
	}
	return standsNowhere
}

// Movement counts contacts (or visitors) by where they stand in two results. Make it with NewMovement.
type Movement struct {
	from, to [256]uint8 // a pair's count is at the sum of both
	// as many as a byte can name; in turns, since a count that was just changed is slow to change again
	counts [2][256]uint32
}

// NewMovement returns counts of nobody, of visitors where visits is set.
func NewMovement(visits bool) *Movement {
	m := &Movement{}
	for cell := range 256 {
		m.to[cell] = standing(byte(cell), visits)
		m.from[cell] = m.to[cell] * standings
	}
	return m
}

// Add takes in the cells of one chunk in both results. What lies behind the shorter ones is absent there.
func (m *Movement) Add(from, to []byte) {
	both := min(len(from), len(to))
	for i := range from[:both] {
		m.counts[i&1][m.from[from[i]]+m.to[to[i]]]++
	}
	for _, cell := range from[both:] {
		m.counts[0][m.from[cell]+standsNowhere]++
	}
	for _, cell := range to[both:] {
		m.counts[0][standsNowhere*standings+m.to[cell]]++
	}
}

// Counts returns the counts by 10·from + to. A standing is a band (0 ... 4), then no consent, not in a group, no
// sending, no address, and 9 for whom a result does not speak of; who is in neither is not counted.
func (m *Movement) Counts() []int32 {
	counts := make([]int32, standings*standings)
	for i := range counts[:len(counts)-1] {
		counts[i] = int32(m.counts[0][i] + m.counts[1][i])
	}
	return counts
}
