package engine

import (
	"bytes"
	"maps"
	"slices"
)

// Refusal is a row that was not taken.
type Refusal struct {
	Line   int
	Reason Reason
	Text   []byte
}

// Engagement reads rows of engagement into facts. Rows name their recipients by address, so what a window of rows
// says waits until the caller has found the contacts: see Resolve.
type Engagement struct {
	Facts *Facts
	// Refused are the rows of the present window that were not taken, by line after Resolve.
	Refused []Refusal
	// Unsubscribed are the unsubscriptions since Begin, in the order of their rows; repeated ones too.
	Unsubscribed []Unsubscription
	// Read and Kept count the rows since Begin.
	Read, Kept int

	zone      *Zone
	latest    int64 // seconds; later events are refused
	databases map[string]int32
	lastUID   []byte
	lastID    int32
	eventKey  func([]byte) uint64
	waiting   []waiting
	scratch   []byte
}

// Unsubscription is a row that withdraws the consent to its channel.
type Unsubscription struct {
	Database int32
	Channel  Channel
	// Number is of the contact that the row names, -1 when it names nobody yet: then By and Address are how it would.
	Number  int32
	By      AddressKind
	Address string
}

// waiting is a row whose contact is not known yet.
type waiting struct {
	address []byte
	text    []byte
	part    *part
	line    int
	message uint32
	day     int32
	base    int32 // database
	kind    Kind
	by      AddressKind
}

// EngagementOptions say how an account's rows are read.
type EngagementOptions struct {
	Zone *Zone
	// Databases are the account's, by uid; OwnUID is meant where a row has none.
	Databases map[string]int32
	OwnUID    string
	// Now in seconds since 1970: events more than a day later are refused.
	Now int64
	// EventKey hashes the id of a web event.
	EventKey func([]byte) uint64
}

// NewEngagement makes a reader that puts facts into facts.
func NewEngagement(facts *Facts, o EngagementOptions) *Engagement {
	e := &Engagement{
		Facts: facts, zone: o.Zone, latest: o.Now + secondsOfDay, databases: maps.Clone(o.Databases), eventKey: o.EventKey,
	}
	if id, ok := o.Databases[o.OwnUID]; ok {
		e.databases[""] = id
	}
	return e
}

// Begin starts a transaction.
func (e *Engagement) Begin() {
	e.Facts.Reset(floorDay(e.latest) + 1)
	e.Read, e.Kept, e.Unsubscribed = 0, 0, e.Unsubscribed[:0]
	e.BeginWindow()
}

// BeginWindow forgets the rows of the window before.
func (e *Engagement) BeginWindow() {
	e.waiting, e.Refused, e.scratch = e.waiting[:0], e.Refused[:0], e.scratch[:0]
}

// Take reads one row.
func (e *Engagement) Take(row *Row) {
	e.Read++
	why := row.Fault
	if why == "" {
		why = e.take(row)
	}
	if why != "" {
		e.Refused = append(e.Refused, Refusal{row.Line, why, row.Text})
	}
}

func (e *Engagement) take(row *Row) Reason {
	if why := checkFields(row); why != "" {
		return why
	}
	channel, kind, ok := parseType(row.Fields[FieldType])
	if !ok {
		return UnknownType
	}
	seconds, micros, ok := ParseTime(row.Fields[FieldOccurredAt])
	switch {
	case !ok:
		return BadTime
	case seconds > e.latest:
		return FutureTime
	}
	day := e.zone.Day(seconds)
	if day <= e.Facts.baseDay {
		return AncientTime
	}
	database, ok := e.database(row.Fields[FieldUID])
	if !ok {
		return UnknownUID
	}
	if channel == Web {
		return e.takeWeb(row, database, kind, day, seconds, micros)
	}
	return e.takeMessage(row, database, channel, kind, day)
}

func checkFields(row *Row) Reason {
	for _, field := range row.Fields {
		if len(field) > MaxText {
			return FieldTooLong
		}
		if row.Rough && hasFieldControls(field) {
			return FieldCharacter
		}
	}
	return ""
}

func (e *Engagement) takeMessage(row *Row, database int32, channel Channel, kind Kind, day int32) Reason {
	id := row.Fields[FieldMessageID]
	if len(id) == 0 {
		return MissingMessage
	}
	category, ok := parseCategory(channel, row.Fields[FieldCategory])
	if !ok {
		return UnknownCategory
	}
	by, address, given := e.address(row)
	if !given {
		return MissingRecipient
	}
	if address == nil {
		return UnknownRecipient
	}
	p := e.Facts.part(database, channel)
	e.waiting = append(e.waiting, waiting{
		address: address, text: row.Text, part: p, line: row.Line, message: p.message(id, category),
		day: day, base: database, kind: kind, by: by,
	})
	return ""
}

func (e *Engagement) takeWeb(row *Row, database int32, kind Kind, day int32, seconds int64, micros int32) Reason {
	event, visitor := row.Fields[FieldEventID], row.Fields[FieldVisitorID]
	switch {
	case len(event) == 0:
		return MissingEvent
	case len(visitor) == 0:
		return MissingVisitor
	}
	p := e.Facts.part(database, Web)
	number := p.messages.number(visitor)
	if by, address, given := e.address(row); given && address != nil {
		p.claim(number, by, address, seconds, micros, event)
	}
	p.domain(row.Fields[FieldDomain], seconds)
	e.Facts.addWeb(p, number, day, kind, e.eventKey(event))
	e.Kept++
	return ""
}

// address answers the first address that the row gives, as contacts keep it; nil if no contact can have it.
func (e *Engagement) address(row *Row) (by AddressKind, address []byte, given bool) {
	if text := bytes.TrimSpace(row.Fields[FieldExternalID]); len(text) > 0 {
		return ExternalID, text, true
	}
	mark := len(e.scratch)
	if text := row.Fields[FieldEmail]; len(text) > 0 {
		if isLowerASCII(text) {
			return Email, text, true
		}
		e.scratch, _ = AppendEmail(e.scratch, text)
		return Email, e.scratch[mark:], true
	}
	text := row.Fields[FieldGSM]
	if len(text) == 0 || isStrictGSM(text) {
		return GSM, text, len(text) > 0
	}
	var ok bool
	if e.scratch, ok = AppendGSM(e.scratch, text); !ok {
		return GSM, nil, true
	}
	return GSM, e.scratch[mark:], true
}

// database answers the id of a uid; spreadsheets cut leading zeros off, so they are put back.
func (e *Engagement) database(uid []byte) (int32, bool) {
	if e.lastID != 0 && bytes.Equal(uid, e.lastUID) {
		return e.lastID, true
	}
	id, ok := e.databases[string(uid)]
	if !ok && len(uid) > 0 && len(uid) < 3 {
		id, ok = e.databases["000"[len(uid):]+string(uid)]
	}
	if ok {
		e.lastUID, e.lastID = append(e.lastUID[:0], uid...), id
	}
	return id, ok
}

// Need calls visit for every address that the window's rows are waiting for, repeated ones too.
func (e *Engagement) Need(visit func(database int32, by AddressKind, address []byte)) {
	for i := range e.waiting {
		w := &e.waiting[i]
		visit(w.base, w.by, w.address)
	}
}

// Resolve turns the waiting rows into facts by the books of their databases; nil for a database without contacts.
func (e *Engagement) Resolve(book func(database int32) *Book) {
	refused := len(e.Refused)
	var b *Book
	var of int32
	for i := range e.waiting {
		w := &e.waiting[i]
		if w.base != of {
			b, of = book(w.base), w.base
		}
		if b != nil {
			if number, found := b.Find(w.by, b.Hash(w.address)); found {
				e.Facts.add(w.part, number, w.message, w.day, w.kind)
				e.Kept++
				if w.kind == Unsubscribed {
					e.Unsubscribed = append(e.Unsubscribed, Unsubscription{Database: w.base, Channel: w.part.key.channel, Number: int32(number)})
				}
				continue
			}
		}
		if w.kind == Unsubscribed {
			e.Unsubscribed = append(e.Unsubscribed, Unsubscription{
				Database: w.base, Channel: w.part.key.channel, Number: -1, By: w.by, Address: string(w.address),
			})
		}
		e.Refused = append(e.Refused, Refusal{w.line, UnknownRecipient, w.text})
	}
	if refused > 0 && len(e.Refused) > refused {
		slices.SortFunc(e.Refused, func(a, b Refusal) int { return a.Line - b.Line })
	}
}
