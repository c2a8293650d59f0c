package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// line is a line of the program's log.
type line struct {
	// Done is the time of the line; of a calculation it is the commit of all results.
	Done time.Time `json:"time"`
	Took seconds   `json:"took_seconds"`
	// Audience is the part of a calculation before the first segment is read.
	Audience seconds `json:"audience_seconds"`
	Message  string  `json:"msg"`
	Account  int32   `json:"account"`
	Date     string  `json:"date"`
	Chunks   int     `json:"chunks"`
}

// seconds is a duration in the form of the log.
type seconds float64

func (s seconds) duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// logSize returns the size of the program's log.
func (p *Program) logSize() (int64, error) {
	info, err := os.Stat(p.log)
	if err != nil {
		return 0, fmt.Errorf("look at the program's log: %w", err)
	}
	return info.Size(), nil
}

// lines reads the program's log from an offset on.
func (p *Program) lines(from int64) (lines []line, err error) {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return nil, fmt.Errorf("read the program's log: %w", err)
	}
	for text := range bytes.Lines(text[from:]) {
		var l line
		if json.Unmarshal(text, &l) == nil { // other lines are not JSON
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// Folded returns the number of chunks that the program has folded since its start, and the total time in one worker.
func (p *Program) Folded() (chunks int, took time.Duration, err error) {
	lines, err := p.lines(0)
	for _, l := range lines {
		if l.Message == "folded" {
			chunks, took = chunks+l.Chunks, took+l.Took.duration()
		}
	}
	return chunks, took, err
}
