package core

import (
	"bytes"
	"slices"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/sheet"
)

// engagementReader reads rows of engagement into facts. Rows name their recipients by address, so what a window of rows
// says waits until the caller has found the contacts: see resolve.
type engagementReader struct {
	facts *fact.Facts
	// refused are the rows of the present window that were not taken, by line after resolve.
	refused []RefusedRow
	// unsubscribed are the unsubscriptions since begin, in the order of their rows; repeated ones too.
	unsubscribed []Unsubscription
	// rows and kept count since begin.
	rows, kept int

	zone      *file.Zone
	latest    int64 // seconds; later events are refused
	databases uids
	// websites says that the websites of web events are there, so that rows make none.
	websites bool
	lastUID  []byte
	lastID   DatabaseID
	eventKey func([]byte) uint64
	waiting  []waiting
	scratch  []byte
	// places are the columns of the fields, at is the field of the last defect; -1 when the row as a whole is meant.
	places []int
	at     int
	// types and verdicts tell what values mean.
	types, verdicts *valueColumn
}

// waiting is a row whose contact is not known yet.
type waiting struct {
	address []byte
	text    []byte
	part    *fact.Part
	line    int
	message uint32
	day     int32
	base    DatabaseID
	kind    fact.Kind
	by      fact.AddressKind
}

// secondsOfDay is how far ahead an event may be, for clocks that go wrong.
const secondsOfDay = 86400

// newEngagementReader returns a reader that puts facts into facts. Events more than a day after now, in seconds since
// 1970, are refused; key hashes the id of a web event; places are the columns of the fields, and values say what those
// of types and verdicts hold.
func newEngagementReader(
	facts *fact.Facts, databases uids, zone *file.Zone, now int64, key func([]byte) uint64, places []int,
	values valueColumns,
) *engagementReader {
	return &engagementReader{
		facts: facts, zone: zone, latest: now + secondsOfDay, databases: databases, eventKey: key, places: places,
		types: values.of(KindEngagement, eventType), verdicts: values.of(KindEngagement, eventMachine),
	}
}

// begin starts a transaction.
func (e *engagementReader) begin() {
	e.facts.Reset(int32(e.latest/secondsOfDay) + 1)
	e.rows, e.kept, e.unsubscribed = 0, 0, e.unsubscribed[:0]
	e.beginWindow()
}

// beginWindow forgets the rows of the window before.
func (e *engagementReader) beginWindow() {
	e.waiting, e.refused, e.scratch = e.waiting[:0], e.refused[:0], e.scratch[:0]
}

// read reads one row.
func (e *engagementReader) read(row *file.Row) {
	e.rows++
	why := row.Defect
	e.at = -1
	if why == nil {
		why = e.take(row)
	}
	if why != nil {
		refused := RefusedRow{Line: row.Line, Defect: why, Text: row.Text}
		if e.at >= 0 {
			refused.Column, refused.Value = e.places[e.at], valueOf(row.Fields[e.at])
		}
		e.refused = append(e.refused, refused)
	}
}

// refuse notes which field is to blame.
func (e *engagementReader) refuse(field int, why *file.Defect) *file.Defect {
	e.at = field
	return why
}

func (e *engagementReader) take(row *file.Row) *file.Defect {
	if bytes.IndexByte(row.Text, '\'') >= 0 {
		for i, cell := range row.Fields { // mended rows come back as they were handed out
			row.Fields[i] = []byte(sheet.Original(string(cell)))
		}
	}
	if why := e.checkFields(row); why != nil {
		return why
	}
	event := e.types.take(row.Fields[eventType])
	switch event.meaning {
	case MeansNothing:
		return e.refuse(eventType, unknownType)
	case MeansKeep: // somebody wants nothing of such rows
		e.kept++
		return nil
	default:
	}
	channel := event.channel
	kind, ok := e.byMachine(channel, event.event, row.Fields[eventMachine])
	if !ok {
		return e.refuse(eventMachine, badFlag)
	}
	seconds, micros, day, why := e.when(row)
	if why != nil {
		return why
	}
	database, ok := e.database(row.Fields[eventUID])
	if !ok {
		return e.refuse(eventUID, unknownUID)
	}
	if channel == fact.Web {
		return e.takeWeb(row, database, kind, day, seconds, micros)
	}
	return e.takeMessage(row, database, channel, kind, day)
}

// byMachine returns what a row's verdict on machines makes of its kind: an open or a click of an e-mail is another one;
// of anything else it says nothing, whatever it is. False is for what is no verdict.
func (e *engagementReader) byMachine(channel fact.Channel, kind fact.Kind, verdict []byte) (fact.Kind, bool) {
	if len(verdict) == 0 || channel != fact.Mailing || kind != fact.Opened && kind != fact.Clicked {
		return kind, true
	}
	machine, ok := e.verdicts.take(verdict).meaning.flag()
	switch {
	case machine != Yes:
	case kind == fact.Opened:
		kind = fact.MachineOpened
	default:
		kind = fact.MachineClicked
	}
	return kind, ok
}

// when returns the time of a row and its local day.
func (e *engagementReader) when(row *file.Row) (seconds int64, micros, day int32, why *file.Defect) {
	seconds, micros, ok := file.ParseTime(row.Fields[eventOccurredAt])
	if !ok {
		var isTime bool
		seconds, isTime, ok = e.zone.ParseLocal(row.Fields[eventOccurredAt])
		ok = ok && isTime
	}
	switch {
	case !ok:
		return 0, 0, 0, e.refuse(eventOccurredAt, badTime)
	case seconds > e.latest:
		return 0, 0, 0, e.refuse(eventOccurredAt, futureTime)
	}
	if day = e.zone.Day(seconds); day < e.facts.FirstDay() {
		return 0, 0, 0, e.refuse(eventOccurredAt, ancientTime)
	}
	return seconds, micros, day, nil
}

// checkFields looks at the form of what is kept; the verdict on machines is not, and most rows have none to judge.
func (e *engagementReader) checkFields(row *file.Row) *file.Defect {
	for i, field := range row.Fields[:eventMachine] {
		if len(field) > fact.MaxText {
			return e.refuse(i, fieldTooLong)
		}
		if row.Rough && hasControls(field) {
			return e.refuse(i, fieldCharacter)
		}
	}
	return nil
}

func (e *engagementReader) takeMessage(
	row *file.Row, database DatabaseID, channel fact.Channel, kind fact.Kind, day int32,
) *file.Defect {
	id := row.Fields[eventMessageID]
	if len(id) == 0 {
		return e.refuse(eventMessageID, missingMessage)
	}
	category, ok := parseCategory(channel, row.Fields[eventCategory])
	if !ok {
		return e.refuse(eventCategory, unknownCategory)
	}
	by, address, given := e.address(row)
	if !given {
		return missingRecipient
	}
	if address == nil {
		if file.IsRounded(row.Fields[eventGSM]) {
			return e.refuse(eventGSM, roundedNumber)
		}
		return e.refuse(eventGSM, unknownRecipient)
	}
	p := e.facts.Part(database, channel)
	e.waiting = append(e.waiting, waiting{
		address: address, text: row.Text, part: p, line: row.Line, message: p.Message(id, category),
		day: day, base: database, kind: kind, by: by,
	})
	return nil
}

func (e *engagementReader) takeWeb(
	row *file.Row, database DatabaseID, kind fact.Kind, day int32, seconds int64, micros int32,
) *file.Defect {
	event, visitor := row.Fields[eventEventID], row.Fields[eventVisitorID]
	switch {
	case len(event) == 0:
		return e.refuse(eventEventID, missingEvent)
	case len(visitor) == 0:
		return e.refuse(eventVisitorID, missingVisitor)
	}
	p := e.facts.Part(database, fact.Web)
	number := p.Visitor(visitor)
	if by, address, given := e.address(row); given && address != nil {
		p.Claim(number, by, address, seconds, micros, event)
	}
	if !e.websites {
		p.Website(row.Fields[eventDomain], seconds)
	}
	e.facts.AddWeb(p, number, day, kind, e.eventKey(event))
	e.kept++
	return nil
}

// address returns the first address that the row names, as contacts keep it; nil if no contact can have it.
func (e *engagementReader) address(row *file.Row) (by fact.AddressKind, address []byte, given bool) {
	mark := len(e.scratch)
	if text := bytes.TrimSpace(row.Fields[eventExternalID]); len(text) > 0 {
		if spelling.IsID(text) {
			return fact.ExternalID, text, true
		}
		if e.scratch, _ = spelling.AppendID(e.scratch, text); len(e.scratch) > mark {
			return fact.ExternalID, e.scratch[mark:], true
		}
	}
	if text := row.Fields[eventEmail]; len(text) > 0 {
		if spelling.IsEmail(text) {
			return fact.Email, text, true
		}
		e.scratch, _ = spelling.AppendEmail(e.scratch, text)
		return fact.Email, e.scratch[mark:], true
	}
	text := row.Fields[eventGSM]
	if len(text) == 0 || spelling.IsGSM(text) {
		return fact.GSM, text, len(text) > 0
	}
	var ok bool
	if e.scratch, ok = spelling.AppendGSM(e.scratch, text); !ok {
		return fact.GSM, nil, true
	}
	return fact.GSM, e.scratch[mark:], true
}

// database returns the id of a uid; rows of one follow each other.
func (e *engagementReader) database(uid []byte) (DatabaseID, bool) {
	if e.lastID != 0 && bytes.Equal(uid, e.lastUID) {
		return e.lastID, true
	}
	id, ok := e.databases.find(uid)
	if ok {
		e.lastUID, e.lastID = append(e.lastUID[:0], uid...), id
	}
	return id, ok
}

// need calls visit for every address that the window's rows are waiting for, repeated ones too.
func (e *engagementReader) need(visit func(database DatabaseID, by fact.AddressKind, address []byte)) {
	for i := range e.waiting {
		w := &e.waiting[i]
		visit(w.base, w.by, w.address)
	}
}

// resolve turns the waiting rows into facts by the books of their databases; nil for a database without contacts.
func (e *engagementReader) resolve(book func(database DatabaseID) *fact.Book) {
	refused := len(e.refused)
	var b *fact.Book
	var of DatabaseID
	for i := range e.waiting {
		w := &e.waiting[i]
		if w.base != of {
			b, of = book(w.base), w.base
		}
		if b != nil {
			if number, found := b.Find(w.by, b.Hash(w.address)); found {
				e.facts.Add(w.part, number, w.message, w.day, w.kind)
				e.kept++
				if w.kind == fact.Unsubscribed {
					e.unsubscribed = append(e.unsubscribed, Unsubscription{
						Database: w.base, Channel: w.part.Channel(), Number: int32(number), Line: w.line,
					})
				}
				continue
			}
		}
		if w.kind == fact.Unsubscribed {
			e.unsubscribed = append(e.unsubscribed, Unsubscription{
				Database: w.base, Channel: w.part.Channel(), Number: -1, By: w.by, Address: string(w.address), Line: w.line,
			})
		}
		e.refused = append(e.refused, RefusedRow{
			Line: w.line, Defect: unknownRecipient, Text: w.text, Unknown: string(w.address), Database: w.base,
			Column: e.places[eventExternalID+int(w.by)], Value: valueOf(w.address),
		})
	}
	if refused > 0 && len(e.refused) > refused {
		slices.SortFunc(e.refused, func(a, b RefusedRow) int { return a.Line - b.Line })
	}
}

// hasControls reports whether a field holds anything that an identifier may not.
func hasControls(field []byte) bool {
	for _, b := range field {
		if b < ' ' || b == 0x7f {
			return true
		}
	}
	return false
}
