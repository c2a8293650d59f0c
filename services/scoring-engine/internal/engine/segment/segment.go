// Package segment defines how engagement facts are stored: as sets, in canonical bytes, so that the same facts yield
// the same bytes however they arrived. A Builder makes a segment of facts, a Merger merges segments, and a Segment is
// read in place. Merging is a true union: order, grouping and repetition change nothing.
package segment

import (
	"encoding/binary"
	"fmt"
)

// Offsets in the header; FORMAT.md has the layout.
const (
	// A segment has the lowest version that has its kinds: without machine kinds its bytes are exactly those of the first.
	firstVersion    = 1
	machinesVersion = 2
	headerSize      = 40

	atVersion   = 0
	atForm      = 1
	atTop       = 2  // u16 highest contact
	atFirstDay  = 4  // i32
	atSpan      = 8  // u16 last day - first day
	atFirstSent = 10 // u16 1 + day of the first sending - first day; 0: none
	atFacts     = 12 // u32
	atMessages  = 16 // u32
	atEntries   = 20 // u32
	atBody      = 24 // u32 bytes of containers
	atRecords   = 28 // u32 single records
	atCodes     = 32 // u16 entries of the code table; 0: records are written out
	atSpare     = 34 // u16 zero
	atOwners    = 36 // u32 bytes of the records' contacts
)

const (
	messageSize = 8 + 4 // key, end of its entries
	entrySize   = 8
	maxSpan     = 65534
)

const (
	// CodeSize is the size of a code in bytes: day u16, mask u8.
	CodeSize = 3
	// MaxCodes is the largest number of codes in a table.
	MaxCodes = 256
)

// Segment is an immutable set of facts, read in place: it references the bytes given to Open and must not outlive them.
type Segment struct {
	data          []byte
	form          Form
	kinds         Kind // of its version
	firstDay      Day
	lastDay       Day
	firstSent     Day
	hasSent       bool
	top           int
	facts         int
	messages      int
	records       int
	keys, ends    []byte // of messages
	entries, body []byte
	codes         []byte // code table
	owners        []byte // the contacts of the records
	recordKeys    []byte
	recordDays    []byte // one code for each, or CodeSize bytes for each if there is no code table
	recordWidth   int
}

// Open validates the header, the lengths and the directory of data. It allocates nothing; the cost is a few nanoseconds
// a message. The contents of containers and records are validated when they are read. Every error is ErrCorrupt.
func Open(data []byte) (Segment, error) {
	var s Segment
	if len(data) < headerSize {
		return s, fmt.Errorf("%w: %d bytes are less than a header", ErrCorrupt, len(data))
	}
	version := data[atVersion]
	if version != firstVersion && version != machinesVersion {
		return s, fmt.Errorf("%w: version %d is unknown", ErrCorrupt, version)
	}
	le := binary.LittleEndian
	s = Segment{
		data: data, form: Form(data[atForm]), kinds: kindsOf(Form(data[atForm]), version),
		top:   int(le.Uint16(data[atTop:])),
		facts: int(le.Uint32(data[atFacts:])), messages: int(le.Uint32(data[atMessages:])),
		records: int(le.Uint32(data[atRecords:])),
	}
	first, span := int64(int32(le.Uint32(data[atFirstDay:]))), int64(le.Uint16(data[atSpan:]))
	sent := int64(le.Uint16(data[atFirstSent:]))
	if (s.form != Sendings && (s.form != Visits || version != firstVersion)) || le.Uint16(data[atSpare:]) != 0 ||
		span > maxSpan || first+span > 1<<31-1 || sent > span+1 || s.facts == 0 {
		return Segment{}, fmt.Errorf("%w: header out of range", ErrCorrupt)
	}
	s.firstDay, s.lastDay = Day(first), Day(first+span)
	s.hasSent, s.firstSent = sent > 0, Day(first+max(sent, 1)-1)
	if err := s.split(); err != nil {
		return Segment{}, err
	}
	if err := s.checkDirectory(); err != nil {
		return Segment{}, err
	}
	return s, s.checkCodes()
}

// split slices data into its sections.
func (s *Segment) split() error {
	le := binary.LittleEndian
	codes := int(le.Uint16(s.data[atCodes:]))
	s.recordWidth = 1
	if codes == 0 {
		s.recordWidth = CodeSize
	}
	rest := s.data[headerSize:]
	for _, part := range []struct {
		to   *[]byte
		size int
	}{
		{&s.keys, s.messages * 8},
		{&s.ends, s.messages * 4},
		{&s.entries, int(le.Uint32(s.data[atEntries:])) * entrySize},
		{&s.body, int(le.Uint32(s.data[atBody:]))},
		{&s.codes, codes * CodeSize},
		{&s.owners, int(le.Uint32(s.data[atOwners:]))},
		{&s.recordDays, s.records * s.recordWidth},
		{&s.recordKeys, s.records * 8},
	} {
		if part.size > len(rest) {
			return fmt.Errorf("%w: cut off after %d bytes", ErrCorrupt, len(s.data))
		}
		*part.to, rest = rest[:part.size:part.size], rest[part.size:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: %d bytes too many", ErrCorrupt, len(rest))
	}
	return nil
}

// checkCodes validates the code table; the columns of the records are validated when they are read.
func (s *Segment) checkCodes() error {
	span := int(s.lastDay - s.firstDay)
	if len(s.codes) > MaxCodes*CodeSize {
		return fmt.Errorf("%w: code table too long", ErrCorrupt)
	}
	for t := s.codes; len(t) > 0; t = t[CodeSize:] {
		if int(binary.LittleEndian.Uint16(t)) > span || t[2] == 0 || t[2]>>s.kinds != 0 {
			return fmt.Errorf("%w: code out of range", ErrCorrupt)
		}
	}
	return nil
}

// kindsOf returns the number of kinds in segments of a form and version.
func kindsOf(form Form, version byte) Kind {
	if form == Sendings && version == firstVersion {
		return kindsBefore
	}
	return form.kinds()
}

// Machines reports whether the segment has facts of machines.
func (s *Segment) Machines() bool { return s.form == Sendings && s.kinds > kindsBefore }

// Bytes returns the bytes given to Open.
func (s *Segment) Bytes() []byte { return s.data }

// Form returns the form of the facts: sendings or visits.
func (s *Segment) Form() Form { return s.form }

// FirstDay returns the day of the earliest fact.
func (s *Segment) FirstDay() Day { return s.firstDay }

// LastDay returns the day of the latest fact.
func (s *Segment) LastDay() Day { return s.lastDay }

// Facts returns the number of facts: (key, day, kind, contact), each once.
func (s *Segment) Facts() int { return s.facts }

// Contacts returns one more than the highest contact with a fact, at most ChunkContacts.
func (s *Segment) Contacts() int { return s.top + 1 }

// FirstSent returns the day of the earliest sending; ok is false if there is none. For visits it is the day of the
// earliest event.
func (s *Segment) FirstSent() (day Day, ok bool) {
	if s.form == Visits {
		return s.firstDay, true
	}
	return s.firstSent, s.hasSent
}
