package counting

import (
	"fmt"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// activityKinds is by how much an activity cell grows with each day: more than there are kinds that count.
	activityKinds = 8
	// ActivityDays is how many days an activity cell can tell apart.
	ActivityDays = (1<<16 - 2) / activityKinds
)

// Activity finds what each contact of a chunk did last, in memory that it uses again. The zero value is ready.
type Activity struct {
	cells [segment.ChunkContacts]uint16
	list  segment.ContactLists
}

// Last returns a cell for each contact up to the last one that opened or clicked (of visits, did anything) from a day
// on, until the next Last: 0 for nothing, else 1 + 8 × days since first + the kind, so that the later is the greater.
// What machines did does not count. It returns segment.ErrCorrupt.
func (a *Activity) Last(segments []segment.Segment, first segment.Day) ([]uint16, error) {
	clear(a.cells[:])
	for i := range segments {
		s := &segments[i]
		kinds := uint8(1<<segment.Opened | 1<<segment.Clicked)
		if s.Form() == segment.Visits {
			kinds = 1<<segment.VisitKinds - 1
		}
		err := s.EachRecord(func(contact uint16, _ uint64, day segment.Day, mask uint8) {
			for kind := segment.Kind(0); kind < activityKinds; kind++ {
				if mask&kinds>>kind&1 != 0 {
					a.note(contact, day-first, kind)
				}
			}
		})
		if err != nil {
			return nil, err
		}
		if err := a.messages(s, first); err != nil {
			return nil, err
		}
	}
	end := len(a.cells)
	for end > 0 && a.cells[end-1] == 0 {
		end--
	}
	return a.cells[:end], nil
}

// messages takes in the opens and clicks of messages that went to several contacts.
func (a *Activity) messages(s *segment.Segment, first segment.Day) (err error) {
	for w := (segment.Walker{Segment: s}); !w.Done(); {
		w.Next(func(e segment.Entry, c segment.Container) {
			if e.Kind != segment.Opened && e.Kind != segment.Clicked || e.Day < first {
				return
			}
			contacts, ok := a.list.Read(&c)
			if !ok {
				err = fmt.Errorf("%w: a message of day %d", segment.ErrCorrupt, e.Day)
			}
			for _, contact := range contacts {
				a.note(contact, e.Day-first, e.Kind)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *Activity) note(contact uint16, days segment.Day, kind segment.Kind) {
	if days >= 0 && days < ActivityDays {
		a.cells[contact] = max(a.cells[contact], uint16(1+int(days)*activityKinds+int(kind)))
	}
}
