package counting

import (
	"fmt"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// activityKinds is the amount by which an activity cell grows with each day: more than the number of counted kinds.
	activityKinds = 8
	// ActivityDays is the number of days that an activity cell can distinguish.
	ActivityDays = (1<<16 - 2) / activityKinds
)

// Activity finds the latest action of each contact of a chunk, in memory that it reuses. The zero value is ready for
// use.
type Activity struct {
	cells [segment.ChunkContacts]uint16
	list  segment.ContactLists
}

// Last returns a cell for each contact up to the last one that opened or clicked (for visits, had any event) from a day
// on. A cell is 0 for no action, else 1 + 8 × days since first + the kind, so that a later action is greater. Actions
// of machines do not count. The cells are valid until the next Last. It returns segment.ErrCorrupt.
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

// messages adds the opens and clicks of messages with several contacts.
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
