package segment

import (
	"encoding/binary"
	"fmt"
)

// Records are the columns of the facts of single contacts, as FORMAT.md describes them, not yet validated.
type Records struct {
	Count  int
	Owners []byte
	// Days holds one code for each record, or CodeSize bytes for each if there is no code table; Width is the size in
	// bytes.
	Days  []byte
	Width int
	Codes []byte
	Keys  []byte
}

// Records returns the columns, in place.
func (s *Segment) Records() Records {
	return Records{
		Count: s.records, Owners: s.owners, Days: s.recordDays, Width: s.recordWidth, Codes: s.codes, Keys: s.recordKeys,
	}
}

// EachRecord calls visit for every record, in order of contact and key, with a contact's facts about a message on a
// day; bit k of kinds is Kind k. It returns ErrCorrupt.
func (s *Segment) EachRecord(visit func(contact uint16, key uint64, day Day, kinds uint8)) error {
	return s.eachRecord(func(f fact) { visit(f.contact, f.key, f.day, f.mask) })
}

// eachRecord calls visit for every record in order of contact and key.
func (s *Segment) eachRecord(visit func(fact)) error {
	le := binary.LittleEndian
	codes := len(s.codes) / CodeSize
	span, kinds := int(s.lastDay-s.firstDay), s.kinds
	contact, i := 0, 0
	for _, gap := range s.owners {
		contact += int(gap)
		if gap == GapMore {
			continue
		}
		if i >= s.records || contact > s.top {
			return fmt.Errorf("%w: record %d without a contact", ErrCorrupt, i)
		}
		code := s.recordDays[i*s.recordWidth:]
		if codes > 0 {
			if int(code[0]) >= codes {
				return fmt.Errorf("%w: record %d has no code", ErrCorrupt, i)
			}
			code = s.codes[int(code[0])*CodeSize:]
		}
		day, mask := int(le.Uint16(code)), code[2]
		if day > span || mask == 0 || mask>>kinds != 0 {
			return fmt.Errorf("%w: record %d out of range", ErrCorrupt, i)
		}
		visit(fact{le.Uint64(s.recordKeys[8*i:]), s.firstDay + Day(day), uint16(contact), mask})
		i++
	}
	if i != s.records {
		return fmt.Errorf("%w: %d records for %d contacts", ErrCorrupt, s.records, i)
	}
	return nil
}

// RecordDays calls visit with the days of the records, with each at least once. All facts of visits are records.
func (s *Segment) RecordDays(visit func(Day)) {
	days := s.codes
	if len(days) == 0 {
		days = s.recordDays
	}
	for ; len(days) >= CodeSize; days = days[CodeSize:] {
		visit(s.firstDay + Day(binary.LittleEndian.Uint16(days)))
	}
}

// LastDayUpTo returns the last day, up to a given one, with a fact in the records; ok is false if there is none.
func (s *Segment) LastDayUpTo(until Day) (last Day, ok bool) {
	s.RecordDays(func(day Day) {
		if day <= until && (!ok || day > last) {
			last, ok = day, true
		}
	})
	return last, ok
}

// Of calls visit with one contact's facts about each message (for visits, each event) on each day; bit k of kinds is
// Kind k. It returns ErrCorrupt.
func (s *Segment) Of(contact uint16, visit func(key uint64, day Day, kinds uint8)) error {
	err := s.eachRecord(func(f fact) {
		if f.contact == contact {
			visit(f.key, f.day, f.mask)
		}
	})
	if err != nil {
		return err
	}
	var set Mask
	var list []uint16
	for w := (Walker{Segment: s}); !w.Done(); {
		key := s.Key(w.Message)
		w.Next(func(e Entry, c Container) {
			if !c.Into(&set, &list) {
				err = fmt.Errorf("%w: message %d", ErrCorrupt, w.Message)
			} else if set[contact>>6]>>(contact&63)&1 != 0 {
				visit(key, e.Day, 1<<e.Kind)
			}
		})
	}
	return err
}
