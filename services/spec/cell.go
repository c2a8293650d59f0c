package spec

// A cell is what a calculation found out about a contact, in one byte: 0 ... 100 is the score, the rest is below.
const (
	CellNoConsent  = 201 // no consent for the channel
	CellNotInGroup = 202 // in an excluded group, or in none of the included
	CellNoSending  = 203 // nothing was sent in the window
	CellNoAddress  = 204 // no address on the channel
	CellAbsent     = 255 // not a contact, or not in the population of visitors
)

// CellKnown is set in the cell of a visitor who is known to be a contact: its cell is the score + CellKnown.
const CellKnown = 0x80

// MaxScore is the highest score.
const MaxScore = 100

// CellScore returns the score that a cell holds, of a visitor where visits is set; ok is false when it holds none.
func CellScore(cell byte, visits bool) (score int, ok bool) {
	if visits {
		cell &^= CellKnown
	}
	return int(cell), cell <= MaxScore
}

// Reason returns why a cell of the channel holds no score, and "" when the calculation does not speak of the contact.
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

// Changed reports whether somebody stands elsewhere with one cell than with another. With minimum 0 that is another
// band, else a score that differs by at least so much; gaining or losing a score, another reason, and a visitor that
// became known or unknown are changes always.
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

// ReasonCell returns the cell of the channel that holds a reason; known is false for one that is not the channel's.
func (c Channel) ReasonCell(reason string) (cell byte, known bool) {
	for cell = CellNoConsent; cell <= CellNoAddress; cell++ {
		if reason != "" && c.Reason(cell) == reason {
			return cell, true
		}
	}
	return 0, false
}
