package core

import "puls.app/services/spec"

// Cell is the state of one recipient in a result.
type Cell struct {
	Absent bool
	// Score is -1 when Reason is set.
	Score  int
	Reason string
	// Known is set for web only.
	Known *bool
}

// ReadCell decodes the byte of a cell on a channel.
func ReadCell(channel Channel, cell byte) Cell {
	if cell == spec.CellAbsent {
		return Cell{Absent: true, Score: -1}
	}
	if channel == Web {
		known := cell >= spec.CellKnown
		score, _ := spec.CellScore(cell, true)
		return Cell{Score: score, Known: &known}
	}
	if reason := channel.Reason(cell); reason != "" {
		return Cell{Score: -1, Reason: reason}
	}
	return Cell{Score: int(cell)}
}
