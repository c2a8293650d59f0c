package asking

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// mostMessages is the maximum number of messages in a list.
const mostMessages = 50

// ContactMessage is one message to a contact.
type ContactMessage struct {
	Channel calculation.Channel
	// ID is empty if the id of the message is no longer stored.
	ID       string
	Category uint8
	// Days has the first day of each kind of fact about the message.
	Days map[segment.Kind]segment.Day
	key  uint64
}

// sentOn returns the day of the sending or, if that is too old, the first day of any other fact.
func (m *ContactMessage) sentOn() segment.Day {
	if day, sent := m.Days[segment.Sent]; sent {
		return day
	}
	first := lastOfAll
	for _, day := range m.Days {
		first = min(first, day)
	}
	return first
}

// NewestMessages returns the newest messages to a contact over all channels that carry messages. It reads the longest
// window of a scoring, which ends today, and the day after, which may have begun in the account's timezone. first is
// the first day of the window; more reports whether there are more than mostMessages. It passes on the error for a uid
// that the account does not have.
func (p *Persons) NewestMessages(
	ctx context.Context, account calculation.AccountID, uid calculation.UID, number uint32, today segment.Day,
) (list []ContactMessage, first segment.Day, more bool, err error) {
	contact, err := contactOf(ctx, p.Databases, account, uid, number)
	if err != nil {
		return nil, 0, false, err
	}
	first = today - calculation.LongestWindow + 1
	for _, channel := range spec.Messages() {
		found, err := p.messages(ctx, channel, contact, first, today+1)
		if err != nil {
			return nil, 0, false, err
		}
		list = append(list, found...)
	}
	slices.SortFunc(list, func(a, b ContactMessage) int {
		return cmp.Or(cmp.Compare(b.sentOn(), a.sentOn()), cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.key, b.key))
	})
	if more = len(list) > mostMessages; more {
		list = list[:mostMessages]
	}
	return list, first, more, p.nameMessages(ctx, contact.Database, list, first)
}

// messages returns the messages of one channel, without ids and in any order.
func (p *Persons) messages(
	ctx context.Context, channel calculation.Channel, contact calculation.Contact, first, last segment.Day,
) ([]ContactMessage, error) {
	days := map[uint64]map[segment.Kind]segment.Day{}
	err := p.each(ctx, channel, contact, first, last, func(d did, kinds uint8) {
		if days[d.key] == nil {
			days[d.key] = map[segment.Kind]segment.Day{}
		}
		for kind := range segment.Kind(8) {
			if before, has := days[d.key][kind]; kinds>>kind&1 != 0 && (!has || d.day < before) {
				days[d.key][kind] = d.day
			}
		}
	})
	list := make([]ContactMessage, 0, len(days))
	for key, of := range days {
		list = append(list, ContactMessage{Channel: channel, Days: of, key: key})
	}
	return list, err
}

// nameMessages sets ids and categories of messages. It reads only blocks that arrived with facts of their days, because
// a database may have millions of messages.
func (p *Persons) nameMessages(
	ctx context.Context, database calculation.DatabaseID, list []ContactMessage, first segment.Day,
) error {
	for _, channel := range spec.Messages() {
		unnamed := map[uint64]*ContactMessage{}
		from, to := lastOfAll, first
		for i := range list {
			if m := &list[i]; m.Channel == channel {
				unnamed[m.key] = m
				for _, day := range m.Days {
					from, to = min(from, day), max(to, day)
				}
			}
		}
		if len(unnamed) == 0 {
			continue
		}
		err := p.Facts.MessageBlocks(ctx, channel, database, from, to, func(block []byte) error {
			err := p.Messages.ReadMessages(block, func(key uint64, id []byte, category uint8) {
				if m := unnamed[key]; m != nil {
					m.ID, m.Category = string(id), category
					delete(unnamed, key)
				}
			})
			if err == nil && len(unnamed) == 0 {
				return errEnough
			}
			return err
		})
		if err != nil && !errors.Is(err, errEnough) {
			return err
		}
	}
	return nil
}
