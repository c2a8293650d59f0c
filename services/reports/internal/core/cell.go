package core

// The bytes that a calculation leaves for each recipient, as puls.scoringengine.v1.StreamScoresResponse has them.
const (
	cellKnown     = 128
	cellNoConsent = 201
	cellNotIn     = 202
	cellNoSending = 203
	cellNoAddress = 204
	// CellAbsent marks a number that the calculation does not speak of.
	CellAbsent = 255
)

// Cell is what a calculation found of one recipient.
type Cell struct {
	Absent bool
	// Score is -1 when Reason is set.
	Score  int
	Reason string
	// Known is set for web only.
	Known *bool
}

// ReadCell returns what a byte means on a channel.
func ReadCell(channel Channel, cell byte) Cell {
	if cell == CellAbsent {
		return Cell{Absent: true, Score: -1}
	}
	if channel == Web {
		known := cell >= cellKnown
		if known {
			cell -= cellKnown
		}
		return Cell{Score: int(cell), Known: &known}
	}
	switch cell {
	case cellNoConsent:
		return Cell{Score: -1, Reason: "NO_CONSENT"}
	case cellNotIn:
		return Cell{Score: -1, Reason: "NOT_IN_GROUP"}
	case cellNoSending:
		return Cell{Score: -1, Reason: "NO_SENDING"}
	case cellNoAddress:
		return Cell{Score: -1, Reason: channel.NoAddress()}
	default:
		return Cell{Score: int(cell)}
	}
}
