package core

import (
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
)

// identify is the type of an event that says who a visitor is and nothing else.
const identify = "identify"

// readEvent reads an event as if it were a row of a file, by the same rules. Line tells it from the others of the
// window.
func (e *engagementReader) readEvent(event *IntakeEvent, line int) {
	e.rows++
	row := file.Row{Fields: event.Fields, Line: line, Rough: true}
	if event.Timed {
		row.Fields[eventOccurredAt] = time.Unix(event.Seconds, int64(event.Micros)*1e3).UTC().
			AppendFormat(nil, time.RFC3339Nano)
	}
	var why *file.Defect
	if event.Type == identify {
		why = e.takeIdentify(&row, event.Claims)
	} else if why = e.take(&row); why == nil && len(event.Claims) > 0 {
		database, _ := e.database(row.Fields[eventUID])
		e.claim(database, &row, event.Claims, event.Seconds, event.Micros)
	}
	if why != nil {
		e.refused = append(e.refused, RefusedRow{Line: line, Defect: why})
	}
}

// takeIdentify keeps who a visitor says to be, without a fact.
func (e *engagementReader) takeIdentify(row *file.Row, claims []IntakeClaim) *file.Defect {
	if why := e.checkFields(row); why != nil {
		return why
	}
	seconds, micros, _, why := e.when(row)
	if why != nil {
		return why
	}
	database, ok := e.database(row.Fields[eventUID])
	switch {
	case !ok:
		return unknownUID
	case len(row.Fields[eventVisitorID]) == 0:
		return missingVisitor
	}
	e.claim(database, row, claims, seconds, micros)
	e.kept++
	return nil
}

// claim keeps the addresses that a visitor named. What no contact can have is left out.
func (e *engagementReader) claim(
	database DatabaseID, row *file.Row, claims []IntakeClaim, seconds int64, micros int32,
) {
	p := e.facts.Part(database, fact.Web)
	visitor := p.Visitor(row.Fields[eventVisitorID])
	for _, c := range claims {
		if address, ok := c.normal(); ok {
			p.Claim(visitor, c.Kind, []byte(address), seconds, micros, row.Fields[eventEventID])
		}
	}
}

// normal returns the address as contacts keep it; false for what no contact can have.
func (c IntakeClaim) normal() (string, bool) {
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
