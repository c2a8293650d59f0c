package table

import (
	"bytes"
	"slices"

	"github.com/cespare/xxhash/v2"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/sheet"
)

// EngagementReader reads rows of engagement into facts. Rows name their recipients by address, so the facts of a window
// of rows wait until the caller has found the contacts: see Resolve.
type EngagementReader struct {
	Facts *fact.Facts
	// Refused are the refused rows of the present window, by line after Resolve.
	Refused []contact.RefusedRow
	// Unsubscribed are the unsubscriptions since Begin, in the order of their rows, including repeated ones.
	Unsubscribed []contact.Unsubscription
	// Rows and Kept count since Begin; Totals are in neither.
	Rows, Kept, Totals int
	// Delimiter of CSV, 0 for other formats.
	Delimiter byte

	zone      *file.Zone
	latest    int64 // seconds; later events are refused
	databases UIDs
	// Websites is set if the websites of web events exist already, so that rows add none.
	Websites bool
	lastUID  []byte
	lastID   contact.DatabaseID
	waiting  []waiting
	scratch  []byte
	// places are the columns of the fields. at is the field of the last defect, -1 for a defect of the whole row.
	places []int
	at     int
	// types and verdicts have the meanings of values.
	types, verdicts *valueColumn
}

// waiting is a row whose contact has not been looked up yet.
type waiting struct {
	address []byte
	text    []byte
	part    *fact.Part
	line    int
	message uint32
	day     int32
	base    contact.DatabaseID
	kind    fact.Kind
	by      fact.AddressKind
}

// NewEngagementReader returns a reader that adds to facts. Events more than a day after now, in seconds since 1970, are
// refused. places are the columns of the fields; values are the columns of types and verdicts.
func NewEngagementReader(
	facts *fact.Facts, databases UIDs, zone *file.Zone, now int64, places []int,
	values ValueColumns,
) *EngagementReader {
	return &EngagementReader{
		Facts: facts, zone: zone, latest: now + SecondsOfDay, databases: databases, places: places,
		types: values.of(KindEngagement, EventType), verdicts: values.of(KindEngagement, EventMachine),
	}
}

// Begin starts a transaction.
func (e *EngagementReader) Begin() {
	e.Facts.Reset(int32(e.latest/SecondsOfDay) + 1)
	e.Rows, e.Kept, e.Totals, e.Unsubscribed = 0, 0, 0, e.Unsubscribed[:0]
	e.BeginWindow()
}

// BeginWindow forgets the rows of the previous window.
func (e *EngagementReader) BeginWindow() {
	e.waiting, e.Refused, e.scratch = e.waiting[:0], e.Refused[:0], e.scratch[:0]
}

// Read reads one row.
func (e *EngagementReader) Read(row *file.Row) {
	e.Rows++
	why := row.Defect
	e.at = -1
	if why == nil {
		why = e.take(row)
	} else if isBrokenTotals(row, e.Delimiter) {
		why = TotalsRow
	}
	if why == TotalsRow {
		e.Rows, e.Totals = e.Rows-1, e.Totals+1
		return
	}
	if why != nil {
		refused := contact.RefusedRow{Line: row.Line, Defect: why, Text: row.Text}
		if e.at >= 0 {
			refused.Column, refused.Value = e.places[e.at], ValueOf(row.Fields[e.at])
		}
		e.Refused = append(e.Refused, refused)
	}
}

// refuse records the field at fault.
func (e *EngagementReader) refuse(field int, why *file.Defect) *file.Defect {
	e.at = field
	return why
}

func (e *EngagementReader) take(row *file.Row) *file.Defect {
	if bytes.IndexByte(row.Text, '\'') >= 0 {
		for i, cell := range row.Fields { // corrected rows of a download are escaped
			row.Fields[i] = []byte(sheet.Original(string(cell)))
		}
	}
	if why := e.checkFields(row); why != nil {
		return why
	}
	event := e.types.find(row.Fields[EventType])
	if event.meaning == MeansNothing && e.isTotals(row) {
		return TotalsRow
	}
	*event.count++
	switch event.meaning {
	case MeansNothing:
		return e.refuse(EventType, unknownType)
	case MeansKeep: // the user chose to ignore such rows
		e.Kept++
		return nil
	default:
	}
	channel := event.channel
	kind, ok := e.byMachine(channel, event.event, row.Fields[EventMachine])
	if !ok {
		return e.refuse(EventMachine, badFlag)
	}
	seconds, micros, day, why := e.when(row)
	if why != nil {
		return why
	}
	database, ok := e.database(row.Fields[EventUID])
	if !ok {
		return e.refuse(EventUID, unknownUID)
	}
	if channel == fact.Web {
		return e.takeWeb(row, database, kind, day, seconds, micros)
	}
	return e.takeMessage(row, database, channel, kind, day)
}

// isTotals reports whether a row sums up the rows above it.
func (e *EngagementReader) isTotals(row *file.Row) bool {
	ids := [][]byte{row.Fields[eventExternalID], row.Fields[EventVisitorID]}
	return isTotals(row.Text, e.Delimiter, row.Fields[EventEmail:eventGSM+1], ids)
}

// byMachine applies a row's verdict on machines to its kind: it changes opens and clicks of e-mail and is ignored for
// other kinds, even if invalid. It returns false for an invalid verdict.
func (e *EngagementReader) byMachine(channel fact.Channel, kind fact.Kind, verdict []byte) (fact.Kind, bool) {
	if len(verdict) == 0 || channel != fact.Mailing || kind != fact.Opened && kind != fact.Clicked {
		return kind, true
	}
	machine, ok := e.verdicts.take(verdict).meaning.flag()
	switch {
	case machine != contact.Yes:
	case kind == fact.Opened:
		kind = fact.MachineOpened
	default:
		kind = fact.MachineClicked
	}
	return kind, ok
}

// when returns the time of a row and its local day.
func (e *EngagementReader) when(row *file.Row) (seconds int64, micros, day int32, why *file.Defect) {
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
	if day = e.zone.Day(seconds); day < e.Facts.FirstDay() {
		return 0, 0, 0, e.refuse(eventOccurredAt, ancientTime)
	}
	return seconds, micros, day, nil
}

// checkFields checks the fields that are stored. The verdict on machines is not stored, and most rows have none.
func (e *EngagementReader) checkFields(row *file.Row) *file.Defect {
	for i, field := range row.Fields[:EventMachine] {
		if len(field) > fact.MaxText {
			return e.refuse(i, contact.FieldTooLong)
		}
		if row.Rough && hasControls(field) {
			return e.refuse(i, contact.FieldCharacter)
		}
	}
	return nil
}

func (e *EngagementReader) takeMessage(
	row *file.Row, database contact.DatabaseID, channel fact.Channel, kind fact.Kind, day int32,
) *file.Defect {
	id := row.Fields[EventMessageID]
	if len(id) == 0 {
		return e.refuse(EventMessageID, missingMessage)
	}
	category, ok := channel.Category(string(row.Fields[EventCategory]))
	if !ok {
		return e.refuse(EventCategory, unknownCategory)
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
	p := e.Facts.Part(database, channel)
	e.waiting = append(e.waiting, waiting{
		address: address, text: row.Text, part: p, line: row.Line, message: p.Message(id, category),
		day: day, base: database, kind: kind, by: by,
	})
	return nil
}

func (e *EngagementReader) takeWeb(
	row *file.Row, database contact.DatabaseID, kind fact.Kind, day int32, seconds int64, micros int32,
) *file.Defect {
	event, visitor := row.Fields[EventEventID], row.Fields[EventVisitorID]
	switch {
	case len(event) == 0:
		return e.refuse(EventEventID, missingEvent)
	case len(visitor) == 0:
		return e.refuse(EventVisitorID, missingVisitor)
	}
	p := e.Facts.Part(database, fact.Web)
	number := p.Visitor(visitor)
	if by, address, given := e.address(row); given && address != nil {
		p.Claim(number, by, address, seconds, micros, event)
	}
	if !e.Websites {
		p.Website(row.Fields[eventDomain], seconds)
	}
	e.Facts.AddWeb(p, number, day, kind, xxhash.Sum64(event))
	e.Kept++
	return nil
}

// address returns the first address that the row names, in normalised form; nil if no contact can have it.
func (e *EngagementReader) address(row *file.Row) (by fact.AddressKind, address []byte, given bool) {
	mark := len(e.scratch)
	if text := bytes.TrimSpace(row.Fields[eventExternalID]); len(text) > 0 {
		if spelling.IsID(text) {
			return fact.ExternalID, text, true
		}
		if e.scratch, _ = spelling.AppendID(e.scratch, text); len(e.scratch) > mark {
			return fact.ExternalID, e.scratch[mark:], true
		}
	}
	if text := row.Fields[EventEmail]; len(text) > 0 {
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

// database returns the id of a uid. It caches the last one, as rows of a uid follow each other.
func (e *EngagementReader) database(uid []byte) (contact.DatabaseID, bool) {
	if e.lastID != 0 && bytes.Equal(uid, e.lastUID) {
		return e.lastID, true
	}
	id, ok := e.databases.find(uid)
	if ok {
		e.lastUID, e.lastID = append(e.lastUID[:0], uid...), id
	}
	return id, ok
}

// Need calls visit for every address that the window's rows wait for, including repeated ones.
func (e *EngagementReader) Need(visit func(database contact.DatabaseID, by fact.AddressKind, address []byte)) {
	for i := range e.waiting {
		w := &e.waiting[i]
		visit(w.base, w.by, w.address)
	}
}

// Resolve turns the waiting rows into facts, using the books of their databases; a book is nil for a database without
// contacts.
func (e *EngagementReader) Resolve(book func(database contact.DatabaseID) *fact.Book) {
	refused := len(e.Refused)
	var b *fact.Book
	var of contact.DatabaseID
	for i := range e.waiting {
		w := &e.waiting[i]
		if w.base != of {
			b, of = book(w.base), w.base
		}
		if b != nil {
			if number, found := b.Find(w.by, b.Hash(w.address)); found {
				e.Facts.Add(w.part, number, w.message, w.day, w.kind)
				e.Kept++
				if w.kind == fact.Unsubscribed {
					e.Unsubscribed = append(e.Unsubscribed, contact.Unsubscription{
						Database: w.base, Channel: w.part.Channel(), Number: int32(number), Line: w.line,
					})
				}
				continue
			}
		}
		if w.kind == fact.Unsubscribed {
			e.Unsubscribed = append(e.Unsubscribed, contact.Unsubscription{
				Database: w.base, Channel: w.part.Channel(), Number: -1, By: w.by, Address: string(w.address), Line: w.line,
			})
		}
		e.Refused = append(e.Refused, contact.RefusedRow{
			Line: w.line, Defect: unknownRecipient, Text: w.text, Unknown: string(w.address), Database: w.base,
			Column: e.places[eventExternalID+int(w.by)], Value: ValueOf(w.address),
		})
	}
	if refused > 0 && len(e.Refused) > refused {
		slices.SortFunc(e.Refused, func(a, b contact.RefusedRow) int { return a.Line - b.Line })
	}
}

// hasControls reports whether a field has characters that an identifier may not have.
func hasControls(field []byte) bool {
	for _, b := range field {
		if b < ' ' || b == 0x7f {
			return true
		}
	}
	return false
}
