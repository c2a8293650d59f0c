package core

import (
	"context"
	"encoding/binary"
	"fmt"

	"puls.app/services/contacts/internal/engine/fact"
)

const (
	// NoteBlocks is the number of the first note of a check among the pieces of its file.
	NoteBlocks = 1 << 20
	// maxNoted bounds how many addresses a check remembers: some 100 MiB. Of what comes behind them a contact that the
	// file makes twice counts twice.
	maxNoted = 4 << 20
)

// overlay is what a check would have made so far: later rows of a file find the contacts of earlier ones though nothing
// was kept. It remembers whose each address would be, who would have changed and their consents then (ADR 35).
type overlay struct {
	key   func([]byte) uint64
	owner map[uint64]int32
	marks map[DatabaseID]*[markings]marked
	// groups that steps would have made.
	groups map[DatabaseID]map[string]GroupID
	next   map[DatabaseID]int32
	notes  int
	fresh  []byte
	text   []byte
	// consents are what the file does to them.
	consents ConsentRules
}

// What is remembered of contacts that would have changed.
const (
	// markCounted contacts count already.
	markCounted = iota
	// markKnown contacts have the consents of the two that follow.
	markKnown
	markEmail
	markSMS
	markings
)

// marked are contacts, as bits by number.
type marked []uint64

func (m marked) has(number int32) bool {
	return int(number)/64 < len(m) && m[number/64]>>(number%64)&1 == 1
}

func (m *marked) set(number int32, is bool) {
	if need := int(number)/64 + 1 - len(*m); need > 0 {
		*m = append(*m, make(marked, need)...)
	}
	(*m)[number/64] &^= 1 << (number % 64)
	if is {
		(*m)[number/64] |= 1 << (number % 64)
	}
}

// A note is a list of these, each behind its tag.
const (
	noteOwner byte = iota
	noteMarks
	noteGroup
)

// openCheck reads what the steps of a check before would have made; nil for an import that is no check.
func (a *App) openCheck(ctx context.Context, i *Import) (*overlay, error) {
	if i.State != StateDraft {
		return nil, nil // everything is kept
	}
	o := &overlay{
		key: a.events.Key, owner: map[uint64]int32{}, marks: map[DatabaseID]*[markings]marked{},
		groups: map[DatabaseID]map[string]GroupID{}, next: map[DatabaseID]int32{}, consents: i.Options.consents(),
	}
	for {
		note, found, err := a.store.Block(ctx, i.ID, NoteBlocks+o.notes, nil)
		if err != nil {
			return nil, fmt.Errorf("read notes of check: %w", err)
		}
		if !found {
			return o, nil
		}
		if err := o.read(note); err != nil {
			return nil, err
		}
		o.notes++
	}
}

// contacts has a step change nothing but the counts of the check.
func (o *overlay) contacts(ctx context.Context, store Store, step ContactsStep) error {
	o.fresh = o.fresh[:0]
	err := store.CheckContacts(ctx, step, o.know, o.apply, func() (number int, note []byte) {
		return NoteBlocks + o.notes, o.fresh
	})
	if err == nil && len(o.fresh) > 0 {
		o.notes++
	}
	return err
}

// know adds to what a database knows what the steps before would have made of it: addresses, and groups, of which it
// has room for some more.
func (o *overlay) know(database DatabaseID, rows []ContactRow, d *Directory, room int) {
	d.NextNumber = max(d.NextNumber, o.next[database])
	at := make(map[int32]int, len(d.Contacts))
	for i := range d.Contacts {
		at[d.Contacts[i].Number] = i
		for kind, address := range addresses(&d.Contacts[i]) {
			if owner, known := o.owner[o.addressKey(database, kind, *address)]; known && owner != d.Contacts[i].Number {
				*address = ""
			}
		}
	}
	for i := range rows {
		for kind, address := range [fact.AddressKinds]string{rows[i].ExternalID, rows[i].Email, rows[i].GSM} {
			if address == "" {
				continue
			}
			owner, known := o.owner[o.addressKey(database, kind, address)]
			if !known {
				continue
			}
			if _, there := at[owner]; !there {
				at[owner] = len(d.Contacts)
				d.Contacts = append(d.Contacts, Contact{Number: owner})
			}
			*addresses(&d.Contacts[at[owner]])[kind] = address
		}
	}
	marks := o.of(database)
	for i := range d.Contacts {
		if c := &d.Contacts[i]; marks[markKnown].has(c.Number) {
			c.EmailConsent, c.SMSConsent = marks[markEmail].has(c.Number), marks[markSMS].has(c.Number)
		}
	}
	o.knowGroups(database, d, room)
}

// knowGroups gives groups that are missing ids that no group has.
func (o *overlay) knowGroups(database DatabaseID, d *Directory, room int) {
	missing := d.MadeGroups
	d.MadeGroups = nil
	for _, name := range missing {
		id, known := o.groups[database][GroupKey(name)]
		if !known {
			if len(o.groups[database]) >= room {
				continue
			}
			id = o.noteGroup(database, GroupKey(name))
			d.MadeGroups = append(d.MadeGroups, name)
		}
		d.Groups[name] = id
	}
}

// apply applies rows, and remembers what they would have done.
func (o *overlay) apply(
	database DatabaseID, rows []ContactRow, d Directory, came func([]Bit) (func(int32) bool, error),
) (Changes, error) {
	c := o.consents.apply(rows, d)
	o.next[database] = c.NextNumber
	moved, err := came(c.Bits)
	if err != nil {
		return c, err
	}
	c.Regroup(moved)
	again := 0
	for _, number := range c.Concerned.Subjects {
		if o.of(database)[markCounted].has(number) {
			again++
		}
		o.mark(database, number, 1<<markCounted)
	}
	c.CountOnce(again)
	for i := range c.New {
		o.note(database, &Contact{}, &c.New[i])
	}
	for i := range c.Changed {
		o.note(database, &c.Changed[i].Before, &c.Changed[i].After)
	}
	return c, nil
}

func (o *overlay) addressKey(database DatabaseID, kind int, address string) uint64 {
	o.text = binary.AppendUvarint(o.text[:0], uint64(database))
	o.text = append(append(o.text, byte(kind)), address...)
	return o.key(o.text)
}

// note remembers the consents that a contact would have, and the addresses that it would have got.
func (o *overlay) note(database DatabaseID, before, now *Contact) {
	marks := byte(1<<markCounted | 1<<markKnown)
	if now.EmailConsent {
		marks |= 1 << markEmail
	}
	if now.SMSConsent {
		marks |= 1 << markSMS
	}
	o.mark(database, now.Number, marks)
	was := addresses(before)
	for kind, address := range addresses(now) {
		if *address == "" || *address == *was[kind] || len(o.owner) >= maxNoted {
			continue
		}
		key := o.addressKey(database, kind, *address)
		o.owner[key] = now.Number
		o.fresh = binary.LittleEndian.AppendUint64(append(o.fresh, noteOwner), key)
		o.fresh = binary.LittleEndian.AppendUint32(o.fresh, uint32(now.Number))
	}
}

// of returns what is remembered of a database's contacts.
func (o *overlay) of(database DatabaseID) *[markings]marked {
	if o.marks[database] == nil {
		o.marks[database] = &[markings]marked{}
	}
	return o.marks[database]
}

// mark notes and remembers marks of a contact, as bits by their numbers.
func (o *overlay) mark(database DatabaseID, number int32, marks byte) {
	o.fresh = binary.LittleEndian.AppendUint32(append(o.fresh, noteMarks), uint32(database))
	o.fresh = append(binary.LittleEndian.AppendUint32(o.fresh, uint32(number)), marks)
	o.remember(database, number, marks)
}

func (o *overlay) remember(database DatabaseID, number int32, marks byte) {
	of := o.of(database)
	of[markCounted].set(number, true)
	if marks>>markKnown&1 == 1 {
		for kind := markKnown; kind < markings; kind++ {
			of[kind].set(number, marks>>kind&1 == 1)
		}
	}
	o.next[database] = max(o.next[database], number+1)
}

func (o *overlay) noteGroup(database DatabaseID, name string) GroupID {
	o.fresh = binary.LittleEndian.AppendUint32(append(o.fresh, noteGroup), uint32(database))
	o.fresh = binary.LittleEndian.AppendUint32(o.fresh, uint32(len(name)))
	o.fresh = append(o.fresh, name...)
	return o.group(database, name)
}

func (o *overlay) group(database DatabaseID, name string) GroupID {
	if o.groups[database] == nil {
		o.groups[database] = map[string]GroupID{}
	}
	id := GroupID(-1 - len(o.groups[database]))
	o.groups[database][name] = id
	return id
}

// read takes in a note.
func (o *overlay) read(note []byte) error {
	const head = 9 // every entry begins with a tag and eight bytes
	for len(note) > 0 {
		tag := note[0]
		if len(note) < head {
			return errNotes
		}
		first, second := binary.LittleEndian.Uint32(note[1:]), binary.LittleEndian.Uint32(note[5:])
		key := binary.LittleEndian.Uint64(note[1:])
		note = note[head:]
		switch {
		case tag == noteOwner && len(note) >= 4:
			o.owner[key] = int32(binary.LittleEndian.Uint32(note))
			note = note[4:]
		case tag == noteMarks && len(note) >= 1:
			o.remember(DatabaseID(first), int32(second), note[0])
			note = note[1:]
		case tag == noteGroup && len(note) >= int(second):
			o.group(DatabaseID(first), string(note[:second]))
			note = note[second:]
		default:
			return errNotes
		}
	}
	return nil
}

var errNotes = fmt.Errorf("the notes of a check are damaged")
