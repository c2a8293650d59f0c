package table

import (
	"strings"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
)

// Claim is an address as the sender wrote it.
type Claim struct {
	Kind    fact.AddressKind
	Address string
}

// Normal returns the address in normalised form; false if no contact can have it.
func (c Claim) Normal() (string, bool) {
	text := []byte(strings.TrimSpace(c.Address))
	if len(text) == 0 || len(text) > fact.MaxText || hasControls(text) {
		return "", false
	}
	ok := true
	switch c.Kind {
	case fact.Email:
		text, ok = spelling.AppendEmail(nil, text)
	case fact.GSM:
		text, ok = spelling.AppendGSM(nil, text)
	case fact.ExternalID:
		text, ok = spelling.AppendID(nil, text)
		ok = ok && len(text) > 0
	}
	return string(text), ok
}

// Event is an event that did not come in a file, as a row of engagement.
type Event struct {
	// Seconds and Micros are when it happened; Timed reports whether the sender gave the time.
	Seconds int64
	Micros  int32
	Timed   bool
	// Fields are those of a row without its time, in the order of its columns; nil for events that make no fact. Web
	// events have their addresses in Claims.
	Fields [][]byte
	// Claims are the addresses that the visitor of a web event named, unchanged.
	Claims []Claim
	// Identify is set on an event that only names the contact of the visitor.
	Identify bool
}

// ReadEvent reads an event by the same rules as a row of a file. Line distinguishes it from the other events of the
// window.
func (e *EngagementReader) ReadEvent(event *Event, line int) {
	e.Rows++
	row := file.Row{Fields: event.Fields, Line: line, Rough: true}
	if event.Timed {
		row.Fields[eventOccurredAt] = time.Unix(event.Seconds, int64(event.Micros)*1e3).UTC().
			AppendFormat(nil, time.RFC3339Nano)
	}
	var why *file.Defect
	if event.Identify {
		why = e.takeIdentify(&row, event.Claims)
	} else if why = e.take(&row); why == nil && len(event.Claims) > 0 {
		database, _ := e.database(row.Fields[EventUID])
		e.claim(database, &row, event.Claims, event.Seconds, event.Micros)
	}
	if why != nil {
		e.Refused = append(e.Refused, contact.RefusedRow{Line: line, Defect: why})
	}
}

// takeIdentify adds the claims of a visitor, without a fact.
func (e *EngagementReader) takeIdentify(row *file.Row, claims []Claim) *file.Defect {
	if why := e.checkFields(row); why != nil {
		return why
	}
	seconds, micros, _, why := e.when(row)
	if why != nil {
		return why
	}
	database, ok := e.database(row.Fields[EventUID])
	switch {
	case !ok:
		return unknownUID
	case len(row.Fields[EventVisitorID]) == 0:
		return missingVisitor
	}
	e.claim(database, row, claims, seconds, micros)
	e.Kept++
	return nil
}

// claim adds the addresses that a visitor named, except those that no contact can have.
func (e *EngagementReader) claim(
	database contact.DatabaseID, row *file.Row, claims []Claim, seconds int64, micros int32,
) {
	p := e.Facts.Part(database, fact.Web)
	visitor := p.Visitor(row.Fields[EventVisitorID])
	for _, c := range claims {
		if address, ok := c.Normal(); ok {
			p.Claim(visitor, c.Kind, []byte(address), seconds, micros, row.Fields[EventEventID])
		}
	}
}
