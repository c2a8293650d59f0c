package cohort

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Kind is a kind of count that planes hold.
type Kind uint8

// The kinds of counts. A message sent on one day and delivered on a later one is Missing as of the first day and Found
// as of the second.
const (
	Sent Kind = iota
	Missing
	Found
	Opened
	Clicked
	// Machine kinds are counts that only machines cause, from a day on. Human kinds take them back from a later day on, on
	// which a person acted too. All kinds before these are without machines.
	MachineDelivered
	MachineOpened
	MachineClicked
	HumanDelivered
	HumanOpened
	HumanClicked
	// Kinds is the number of kinds.
	Kinds
	kindsBefore = MachineDelivered
)

const (
	// Lead is the number of days after the horizon for which planes can give counts.
	Lead = 3
	// MaxBits is the largest number of bits of a count, MaxCount the largest count.
	MaxBits  = 6
	MaxCount = 1<<MaxBits - 1
)

// The layout of planes: a header, a line for each set, the sets' containers in the order of the lines.
//
//	header  u8 version (2 with kinds of machines, else 1), u8 zero, u16 highest contact, i32 week, i32 horizon,
//	        u32 CRC-32C of all other bytes
//	line    u8 days after the horizon, u8 kind, u8 bit of the counts, u8 shape, u32 bytes
const (
	firstVersion    = 1
	machinesVersion = 2
	visitsVersion   = 3 // has lines of another layout: see visits.go
	headerSize      = 16
	lineSize        = 8
	atLines         = 16 // u32 number of lines, after the header
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Planes are the counts of one cohort, of sendings or of visits, read in place.
type Planes struct {
	// Week is the period of the cohort.
	Week    int32
	horizon segment.Day
	top     int
	version byte
	codes   []byte // of visits
	lines   []byte
	body    []byte
}

// Form returns the form of the counted facts.
func (p *Planes) Form() segment.Form {
	if p.version == visitsVersion {
		return segment.Visits
	}
	return segment.Sendings
}

// Machines reports whether anything counts because of machines alone.
func (p *Planes) Machines() bool { return p.version == machinesVersion }

// Open validates data. Every error is segment.ErrCorrupt.
func Open(data []byte) (Planes, error) {
	le := binary.LittleEndian
	if len(data) < headerSize+4 || data[0] < firstVersion || data[0] > visitsVersion ||
		le.Uint32(data[12:]) != checksum(data) {
		return Planes{}, fmt.Errorf("%w: no whole planes in %d bytes", segment.ErrCorrupt, len(data))
	}
	p := Planes{
		Week: int32(le.Uint32(data[4:])), horizon: segment.Day(int32(le.Uint32(data[8:]))), top: int(le.Uint16(data[2:])),
		version: data[0],
	}
	if p.Form() == segment.Visits {
		return p, p.openVisits(data[atLines:])
	}
	known := Kinds
	if !p.Machines() {
		known = kindsBefore
	}
	lines, rest := uint64(le.Uint32(data[atLines:])), data[headerSize+4:]
	if lines*lineSize > uint64(len(rest)) {
		return Planes{}, fmt.Errorf("%w: planes of %d lines", segment.ErrCorrupt, lines)
	}
	p.lines, p.body = rest[:lines*lineSize], rest[lines*lineSize:]
	size := uint64(0)
	for l := p.lines; len(l) > 0; l = l[lineSize:] {
		size += uint64(le.Uint32(l[4:]))
		if l[0] > Lead || Kind(l[1]) >= known || l[2] >= MaxBits || l[3] > segment.ShapeList {
			return Planes{}, fmt.Errorf("%w: line of planes", segment.ErrCorrupt)
		}
	}
	if size != uint64(len(p.body)) {
		return Planes{}, fmt.Errorf("%w: planes and their lines", segment.ErrCorrupt)
	}
	return p, nil
}

func checksum(data []byte) uint32 {
	return crc32.Update(crc32.Checksum(data[:12], castagnoli), castagnoli, data[headerSize:])
}

// Contacts is one more than the highest contact with a count.
func (p *Planes) Contacts() int { return p.top + 1 }

// Each calls visit with every set of sendings that counts as of a day, from the horizon on: the contacts in the set
// have 1 << bit more of kind.
func (p *Planes) Each(until segment.Day, visit func(kind Kind, bit uint, set segment.Container) error) error {
	body := p.body
	for l := p.lines; len(l) > 0; l = l[lineSize:] {
		size := binary.LittleEndian.Uint32(l[4:])
		set := segment.Container{Shape: l[3], Data: body[:size]}
		body = body[size:]
		if p.horizon+segment.Day(l[0]) > until {
			continue
		}
		if err := visit(Kind(l[1]), uint(l[2]), set); err != nil {
			return err
		}
	}
	return nil
}

// Counts are a cohort's counts of one kind by contact, each at most MaxCount.
type Counts = [segment.ChunkContacts]uint8

// Writer encodes planes. The zero value is ready for use; a Writer reuses its memory.
type Writer struct {
	sets segment.SetWriter
	bits [MaxBits]segment.Mask
	line []byte
	body []byte
	top  int
	last Kind // the highest one added
}

// Add adds counts that apply from so many days after the horizon on. Calls must be ordered by day and kind.
func (w *Writer) Add(after int, kind Kind, counts *Counts) {
	seen := w.split(counts)
	if seen != 0 {
		w.last = max(w.last, kind)
	}
	for bit := range w.bits {
		if seen>>bit&1 == 0 {
			continue
		}
		from := len(w.body)
		var shape uint8
		w.body, shape = w.sets.Append(w.body, &w.bits[bit])
		w.line = append(w.line, byte(after), byte(kind), byte(bit), shape)
		w.line = binary.LittleEndian.AppendUint32(w.line, uint32(len(w.body)-from))
	}
}

// split turns counts into one set for each bit, and returns which sets are not empty.
func (w *Writer) split(counts *Counts) (seen uint8) {
	clear(w.bits[:])
	for i := 0; i < len(counts); i += 8 {
		eight := binary.LittleEndian.Uint64(counts[i:])
		if eight == 0 {
			continue
		}
		w.top = max(w.top, i+7)
		for bit := range w.bits {
			// The multiplication gathers the lowest bit of each of the eight bytes in the highest byte of the product.
			if set := eight >> bit & 0x0101010101010101 * 0x0102040810204080 >> 56; set != 0 {
				w.bits[bit][i>>6] |= set << (i & 63)
				seen |= 1 << bit
			}
		}
	}
	return seen
}

// Planes returns the planes of the counts added since the last call, or nil if there were none.
func (w *Writer) Planes(week int32, horizon segment.Day) []byte {
	if len(w.line) == 0 {
		return nil
	}
	le := binary.LittleEndian
	version := byte(firstVersion)
	if w.last >= kindsBefore {
		version = machinesVersion
	}
	b := header(version, w.top, week, horizon, 4+len(w.line)+len(w.body))
	b = le.AppendUint32(b, uint32(len(w.line)/lineSize))
	b = append(append(b, w.line...), w.body...)
	le.PutUint32(b[12:], checksum(b))
	w.line, w.body, w.top, w.last = w.line[:0], w.body[:0], 0, 0
	return b
}

// header returns a header without its checksum, with capacity for more bytes.
func header(version byte, top int, week int32, horizon segment.Day, more int) []byte {
	le := binary.LittleEndian
	b := make([]byte, headerSize, headerSize+more)
	b[0] = version
	le.PutUint16(b[2:], uint16(top))
	le.PutUint32(b[4:], uint32(week))
	le.PutUint32(b[8:], uint32(horizon))
	return b
}
