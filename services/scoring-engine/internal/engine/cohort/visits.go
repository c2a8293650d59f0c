package cohort

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// The layout of planes of visits: the header, whose horizon is the week's Monday, and then
//
//	u16 codes, u16 days
//	code    u8 events of each kind, at most MaxCode
//	day     u8 days after Monday, u8 shape, u16 zero, u32 bytes of the set, u32 visitors in it, u32 of them wide
//	and for each day: the set's container, a u8 code for each visitor, and u32 events of each kind for each visitor
//	with WideCode
//
// A visitor's events of a day usually equal those of many other visitors, so most visitors take two bytes: a gap and a
// code.
const (
	// MaxCode is the largest number of events of a kind that a code can stand for.
	MaxCode = 31
	// WideCode marks visitors whose events have no code.
	WideCode = 255
	codeSize = int(segment.VisitKinds)
	daySize  = 16
	wideSize = 4 * codeSize
	atVisits = 4 // codes, after the numbers of codes and days
	codeBits = 5 // bits of MaxCode
)

// VisitDay holds the events of visitors on one day, read in place and not yet validated.
type VisitDay struct {
	Day      segment.Day
	Visitors segment.Container
	// Codes holds, for each visitor, the index of the counts in Planes.Codes, or WideCode.
	Codes []byte
	wides []byte
}

// Wides returns the number of visitors with WideCode.
func (d *VisitDay) Wides() int { return len(d.wides) / wideSize }

// Wide returns the events of the i-th of these visitors, by kind.
func (d *VisitDay) Wide(i int) (events [segment.VisitKinds]uint32) {
	for kind := range events {
		events[kind] = binary.LittleEndian.Uint32(d.wides[i*wideSize+4*kind:])
	}
	return events
}

// openVisits validates the bytes after the header.
func (p *Planes) openVisits(data []byte) error {
	le := binary.LittleEndian
	codes, days := int(le.Uint16(data)), int(le.Uint16(data[2:]))
	rest := data[atVisits:]
	if p.horizon != segment.Monday(p.Week) || codes > WideCode || len(rest) < codes*codeSize+days*daySize {
		return fmt.Errorf("%w: planes of %d days and %d codes", segment.ErrCorrupt, days, codes)
	}
	p.codes, rest = rest[:codes*codeSize], rest[codes*codeSize:]
	p.lines, p.body = rest[:days*daySize], rest[days*daySize:]
	for _, events := range p.codes {
		if events > MaxCode {
			return fmt.Errorf("%w: code of planes", segment.ErrCorrupt)
		}
	}
	size := uint64(0)
	for l := p.lines; len(l) > 0; l = l[daySize:] {
		visitors, wides := uint64(le.Uint32(l[8:])), uint64(le.Uint32(l[12:]))
		size += uint64(le.Uint32(l[4:])) + visitors + wides*uint64(wideSize)
		if l[0] >= segment.PeriodDays || l[1] > segment.ShapeList || le.Uint16(l[2:]) != 0 {
			return fmt.Errorf("%w: day of planes", segment.ErrCorrupt)
		}
	}
	if size != uint64(len(p.body)) {
		return fmt.Errorf("%w: planes and their days", segment.ErrCorrupt)
	}
	return nil
}

// Codes calls visit with each code and the events by kind that it stands for.
func (p *Planes) Codes(visit func(code int, events []byte)) {
	for i := 0; i < len(p.codes); i += codeSize {
		visit(i/codeSize, p.codes[i:i+codeSize])
	}
}

// EachDay calls visit with every day of visits that has events.
func (p *Planes) EachDay(visit func(VisitDay) error) error {
	le, body := binary.LittleEndian, p.body
	take := func(n int) []byte {
		part := body[:n:n]
		body = body[n:]
		return part
	}
	for l := p.lines; len(l) > 0; l = l[daySize:] {
		d := VisitDay{Day: p.horizon + segment.Day(l[0])}
		d.Visitors = segment.Container{Shape: l[1], Data: take(int(le.Uint32(l[4:])))}
		d.Codes = take(int(le.Uint32(l[8:])))
		d.wides = take(int(le.Uint32(l[12:])) * wideSize)
		if err := visit(d); err != nil {
			return err
		}
	}
	return nil
}

// VisitCounts are the events of each visitor on a day, by kind.
type VisitCounts = [segment.ChunkContacts][segment.VisitKinds]uint32

// VisitWriter encodes planes of visits. The zero value is ready for use; a VisitWriter reuses its memory.
type VisitWriter struct {
	sets  segment.SetWriter
	set   segment.Mask
	codes map[uint32]uint8
	often map[uint32]int
	line  []byte
	body  []byte
}

// Planes returns the planes of a week's days, or nil if no visitor has events. Only the first visitors may have any.
func (w *VisitWriter) Planes(week int32, days *[segment.PeriodDays]VisitCounts, visitors int) []byte {
	codes := w.chooseCodes(days, visitors)
	w.line, w.body = w.line[:0], w.body[:0]
	top := 0
	for day := range days {
		top = max(top, w.add(day, days[day][:visitors]))
	}
	if len(w.line) == 0 {
		return nil
	}
	le := binary.LittleEndian
	b := header(visitsVersion, top, week, segment.Monday(week), atVisits+len(codes)*codeSize+len(w.line)+len(w.body))
	b = le.AppendUint16(b, uint16(len(codes)))
	b = le.AppendUint16(b, uint16(len(w.line)/daySize))
	for _, code := range codes {
		for kind := range segment.VisitKinds {
			b = append(b, byte(code>>(codeBits*kind)&MaxCode))
		}
	}
	b = append(append(b, w.line...), w.body...)
	le.PutUint32(b[12:], checksum(b))
	return b
}

// pack returns counts in a word; ok is false if one of them exceeds MaxCode.
func pack(events *[segment.VisitKinds]uint32) (packed uint32, ok bool) {
	all := uint32(0)
	for kind, n := range events {
		packed |= n << (codeBits * kind)
		all |= n
	}
	return packed, all <= MaxCode
}

// chooseCodes assigns codes to the most frequent counts.
func (w *VisitWriter) chooseCodes(days *[segment.PeriodDays]VisitCounts, visitors int) []uint32 {
	if w.often == nil {
		w.often, w.codes = map[uint32]int{}, map[uint32]uint8{}
	}
	clear(w.often)
	for day := range days {
		for i := range days[day][:visitors] {
			if packed, ok := pack(&days[day][i]); ok && packed != 0 {
				w.often[packed]++
			}
		}
	}
	codes := slices.SortedFunc(maps.Keys(w.often), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(w.often[b], w.often[a]), cmp.Compare(a, b))
	})
	codes = codes[:min(len(codes), WideCode)]
	clear(w.codes)
	for i, packed := range codes {
		w.codes[packed] = uint8(i)
	}
	return codes
}

// add adds a day, unless it has no events, and returns its highest visitor.
func (w *VisitWriter) add(day int, counts [][segment.VisitKinds]uint32) (top int) {
	clear(w.set[:])
	visitors := 0
	for i := range counts {
		if counts[i] != [segment.VisitKinds]uint32{} {
			w.set[i>>6] |= 1 << (i & 63)
			visitors, top = visitors+1, i
		}
	}
	if visitors == 0 {
		return 0
	}
	le, from, wides := binary.LittleEndian, len(w.body), 0
	body, shape := w.sets.Append(w.body, &w.set)
	size := len(body) - from
	var wide []byte
	for i := range counts {
		if w.set[i>>6]>>(i&63)&1 == 0 {
			continue
		}
		packed, ok := pack(&counts[i])
		code, has := w.codes[packed]
		if ok && has {
			body = append(body, code)
			continue
		}
		wides++
		body = append(body, WideCode)
		for _, n := range counts[i] {
			wide = le.AppendUint32(wide, n)
		}
	}
	w.body = append(body, wide...)
	w.line = append(w.line, byte(day), shape, 0, 0)
	w.line = le.AppendUint32(w.line, uint32(size))
	w.line = le.AppendUint32(w.line, uint32(visitors))
	w.line = le.AppendUint32(w.line, uint32(wides))
	return top
}
