package segment

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// writer collects the columns of one segment, with messages in order of key, and encodes them.
type writer struct {
	keys    []uint64
	ends    []uint32
	entries []line
	body    []byte
	owners  []byte
	records []fact // by key, contact, day until they are encoded
	first   Day
	last    Day
	sent    Day // earliest, noDay if none
	top     uint16
	count   uint64
	kinds   uint8 // bits of all kinds that occur
	sorter  factSorter
	table   codeTable
	sets    setWriter
}

// line is an entry whose day is not yet relative.
type line struct {
	day         Day
	kind        Kind
	shape       uint8
	size, count int
}

const noDay = math.MaxInt32

func (w *writer) reset() {
	w.keys, w.ends, w.entries, w.body, w.records = w.keys[:0], w.ends[:0], w.entries[:0], w.body[:0], w.records[:0]
	w.first, w.last, w.sent, w.top, w.count, w.kinds = noDay, math.MinInt32, noDay, 0, 0, 0
}

// message begins a message; its sets follow by day and kind.
func (w *writer) message(key uint64) {
	w.keys = append(w.keys, key)
	w.ends = append(w.ends, uint32(len(w.entries)))
}

func (w *writer) set(day Day, kind Kind, set, sent *contactSet) error {
	start := len(w.body)
	body, shape, count := w.sets.append(w.body, set, sent)
	if count == 0 {
		return ErrCorrupt // a container without contacts
	}
	w.body = body
	w.line(line{day, kind, shape, len(body) - start, count})
	for i := len(set.words) - 1; i >= 0; i-- {
		if set.words[i] != 0 {
			w.reach(uint16(i<<6 | (63 - bits.LeadingZeros64(set.words[i]))))
			break
		}
	}
	return nil
}

func (w *writer) copied(day Day, kind Kind, c *Container) {
	w.body = append(w.body, c.Data...)
	w.line(line{day, kind, c.Shape, len(c.Data), c.Count})
}

func (w *writer) line(l line) {
	w.entries = append(w.entries, l)
	w.ends[len(w.ends)-1] = uint32(len(w.entries))
	w.count += uint64(l.count)
	w.kinds |= 1 << l.kind
	w.note(l.day, l.kind == Sent)
}

func (w *writer) record(r fact) {
	w.records = append(w.records, r)
	w.count += uint64(bits.OnesCount8(r.mask))
	w.kinds |= r.mask
	w.note(r.day, r.mask&1 != 0)
	w.reach(r.contact)
}

func (w *writer) note(day Day, sent bool) {
	w.first, w.last = min(w.first, day), max(w.last, day)
	if sent {
		w.sent = min(w.sent, day)
	}
}

func (w *writer) reach(contact uint16) { w.top = max(w.top, contact) }

// segment encodes the columns.
func (w *writer) segment(form Form) ([]byte, error) {
	if int64(w.last)-int64(w.first) > maxSpan || w.count > math.MaxUint32 || len(w.body) > math.MaxUint32 {
		return nil, ErrTooWide
	}
	w.records = w.sorter.byContact(w.records)
	w.owners = appendOwners(w.owners[:0], w.records)
	codes := w.table.build(w.records, w.first, int(w.last-w.first), w.kinds)
	size := headerSize + len(w.keys)*12 + len(w.entries)*entrySize + len(w.body) +
		len(w.owners) + len(w.records)*(8+CodeSize) + len(codes)*CodeSize
	le := binary.LittleEndian
	b := make([]byte, headerSize, size)
	b[atVersion], b[atForm] = w.version(), byte(form)
	le.PutUint16(b[atTop:], w.top)
	le.PutUint32(b[atFirstDay:], uint32(w.first))
	le.PutUint16(b[atSpan:], uint16(w.last-w.first))
	if form == Sendings && w.sent != noDay {
		le.PutUint16(b[atFirstSent:], uint16(w.sent-w.first)+1)
	}
	le.PutUint32(b[atFacts:], uint32(w.count))
	le.PutUint32(b[atMessages:], uint32(len(w.keys)))
	le.PutUint32(b[atEntries:], uint32(len(w.entries)))
	le.PutUint32(b[atBody:], uint32(len(w.body)))
	le.PutUint32(b[atRecords:], uint32(len(w.records)))
	le.PutUint16(b[atCodes:], uint16(len(codes)))
	le.PutUint32(b[atOwners:], uint32(len(w.owners)))
	for _, k := range w.keys {
		b = le.AppendUint64(b, k)
	}
	for _, e := range w.ends {
		b = le.AppendUint32(b, e)
	}
	for _, e := range w.entries {
		b = le.AppendUint64(b, packEntry(uint16(e.day-w.first), e.kind, e.shape, e.size, e.count))
	}
	b = append(b, w.body...)
	for _, c := range codes {
		b = append(le.AppendUint16(b, uint16(c>>8)), byte(c))
	}
	b = append(b, w.owners...)
	for i := range w.records {
		code := uint32(w.records[i].day-w.first)<<8 | uint32(w.records[i].mask)
		if len(codes) > 0 {
			b = append(b, w.table.index(code))
		} else {
			b = append(le.AppendUint16(b, uint16(code>>8)), byte(code))
		}
	}
	for i := range w.records {
		b = le.AppendUint64(b, w.records[i].key)
	}
	return slices.Clip(b), nil
}

// version returns the lowest version that has all kinds.
func (w *writer) version() byte {
	if w.kinds&MachineKinds != 0 {
		return machinesVersion
	}
	return firstVersion
}

// appendOwners appends the difference between each record's contact and the previous one's, as gaps.
func appendOwners(b []byte, records []fact) []byte {
	last := uint16(0)
	for i := range records {
		b = appendGap(b, uint32(records[i].contact-last))
		last = records[i].contact
	}
	return b
}

// codeTable numbers the distinct (day, kinds) of the records in order.
type codeTable struct {
	number []uint16 // 1 + number of a code, by place
	codes  []uint32 // day<<8 | kinds
	bits   int      // bits for kinds in a place
}

// place combines day and kinds, in as few bits as the kinds that occur allow.
func (t *codeTable) place(code uint32) int { return int(code>>8)<<t.bits | int(code&0xff) }

// build returns the codes in order, or nil if there are too many to number in a byte; kinds has the bits of all
// records.
func (t *codeTable) build(records []fact, first Day, span int, kinds uint8) []uint32 {
	t.bits = max(int(kindsBefore), bits.Len8(kinds))
	t.number, t.codes = resize(t.number, (span+1)<<t.bits), t.codes[:0]
	clear(t.number)
	for i := range records {
		code := uint32(records[i].day-first)<<8 | uint32(records[i].mask)
		at := &t.number[t.place(code)]
		if *at == 0 {
			*at = 1
			t.codes = append(t.codes, code)
		}
	}
	if len(t.codes) > MaxCodes {
		t.codes = t.codes[:0]
		return nil
	}
	slices.Sort(t.codes)
	for i, c := range t.codes {
		t.number[t.place(c)] = uint16(i)
	}
	return t.codes
}

func (t *codeTable) index(code uint32) byte { return byte(t.number[t.place(code)]) }
