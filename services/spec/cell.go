package spec

// A cell is the outcome of a calculation for a contact, in one byte: 0 to 100 is the score, the rest is below.
const (
	CellNoConsent  = 201 // no consent for the channel
	CellNotInGroup = 202 // in an excluded group, or in none of the included
	CellNoSending  = 203 // nothing was sent in the window
	CellNoAddress  = 204 // no address on the channel
	CellAbsent     = 255 // not a contact, or not in the population of visitors
)

// CellKnown is the bit set for a visitor known to be a contact: its cell is the score + CellKnown.
const CellKnown = 0x80

// MaxScore is the highest score.
const MaxScore = 100

// CellScore returns the score in a cell, or in a visitor's cell if visits is set; ok is false if it has none.
func CellScore(cell byte, visits bool) (score int, ok bool) {
	if visits {
		cell &^= CellKnown
	}
	return int(cell), cell <= MaxScore
}

// Reason returns the reason for a cell of the channel without a score, or "" if the contact is not part of the
// calculation.
func (c Channel) Reason(cell byte) string {
	switch cell {
	case CellNoConsent:
		return NoConsent
	case CellNotInGroup:
		return NotInGroup
	case CellNoSending:
		return NoSending
	case CellNoAddress:
		return c.NoAddress()
	default:
		return ""
	}
}

// Changed reports whether a standing differs between two cells. With minimum 0 another band is a change, otherwise a
// score that differs by at least minimum. A gained or lost score, another reason, and a visitor that became known or
// unknown are always changes.
func Changed(before, after byte, visits bool, minimum int) bool {
	if before == after {
		return false
	}
	was, had := CellScore(before, visits)
	is, has := CellScore(after, visits)
	switch {
	case !had || !has || visits && before&CellKnown != after&CellKnown:
		return true
	case minimum == 0:
		return BandOf(was) != BandOf(is)
	default:
		return max(was-is, is-was) >= minimum
	}
}

// ReasonCell returns the channel's cell for a reason; known is false for a reason that the channel does not have.
func (c Channel) ReasonCell(reason string) (cell byte, known bool) {
	for cell = CellNoConsent; cell <= CellNoAddress; cell++ {
		if reason != "" && c.Reason(cell) == reason {
			return cell, true
		}
	}
	return 0, false
}
