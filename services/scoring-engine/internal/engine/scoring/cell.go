package scoring

import (
	"puls.app/services/spec"
)

// The standings of a contact in a result: one of the bands 0 ... 4, or one of these.
const (
	standsNoConsent = iota + spec.Bands
	standsNotInGroup
	standsNoSending
	standsNoAddress
	standsNowhere // the result does not contain the contact
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

// Movement counts contacts (or visitors) by their standings in two results. Create it with NewMovement.
type Movement struct {
	from, to [256]uint8 // the index of a pair's count is the sum of both
	// One count for each byte value, in two arrays used alternately: a count that was just changed is slow to change
	// again.
	counts [2][256]uint32
}

// NewMovement returns empty counts, of visitors if visits is set.
func NewMovement(visits bool) *Movement {
	m := &Movement{}
	for cell := range 256 {
		m.to[cell] = standing(byte(cell), visits)
		m.from[cell] = m.to[cell] * standings
	}
	return m
}

// Add adds the cells of one chunk in both results. Cells beyond the end of the shorter slice are absent there.
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
// sending, no address, and 9 for contacts that a result does not contain. Contacts in neither result are not counted.
func (m *Movement) Counts() []int32 {
	counts := make([]int32, standings*standings)
	for i := range counts[:len(counts)-1] {
		counts[i] = int32(m.counts[0][i] + m.counts[1][i])
	}
	return counts
}
