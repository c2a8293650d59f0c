package asking

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// PersonFact is one fact of a contact (or visitor).
type PersonFact struct {
	Day     segment.Day
	Kind    segment.Kind
	Message string
}

// PersonScore is a contact's (or visitor's) score in one result.
type PersonScore struct {
	Scoring uuid.UUID
	ContactScore
}

// PersonCells reads the cells of one contact.
type PersonCells interface {
	// PersonCells returns the contact's cells in all results on a channel, by scoring and date.
	PersonCells(
		ctx context.Context, account calculation.AccountID, channel calculation.Channel, contact calculation.Contact,
	) ([]ScoringCell, error)
}

// ScoringCell is the cell of one contact in a result.
type ScoringCell struct {
	Scoring uuid.UUID
	calculation.DatedCell
}

// Persons reads the stored facts and scores of one contact or visitor.
type Persons struct {
	Facts     Facts
	Messages  MessageReader
	Cells     PersonCells
	Databases Databases
}

// Scores returns a contact's scores in the results on a channel, by scoring and date, without results that have no cell
// of the contact.
func (p *Persons) Scores(
	ctx context.Context, account calculation.AccountID, channel calculation.Channel, contact calculation.Contact,
) ([]PersonScore, error) {
	cells, err := p.Cells.PersonCells(ctx, account, channel, contact)
	if err != nil {
		return nil, err
	}
	var scores []PersonScore
	for _, c := range cells {
		if score := readCell(channel, c.Date, c.Cell); score.Reason != notScored {
			scores = append(scores, PersonScore{Scoring: c.Scoring, ContactScore: score})
		}
	}
	return scores, nil
}

// did is a message and a day of a contact's facts.
type did struct {
	key uint64
	day segment.Day
}

// FactsOf returns the facts of a contact on a channel, by day.
func (p *Persons) FactsOf(
	ctx context.Context, channel calculation.Channel, contact calculation.Contact,
) ([]PersonFact, error) {
	kinds := map[did]uint8{}
	err := p.each(ctx, channel, contact, firstOfAll, lastOfAll, func(d did, mask uint8) { kinds[d] |= mask })
	if err != nil {
		return nil, err
	}
	names, err := p.names(ctx, channel, contact.Database, kinds)
	if err != nil {
		return nil, err
	}
	var facts []PersonFact
	for d, mask := range kinds {
		for kind := range segment.Kind(8) {
			if mask>>kind&1 != 0 {
				facts = append(facts, PersonFact{Day: d.day, Kind: kind, Message: names[d.key]})
			}
		}
	}
	slices.SortFunc(facts, func(a, b PersonFact) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Kind, b.Kind))
	})
	return facts, nil
}

// each calls visit with the facts of a contact on a channel between two days, both inclusive, in any order.
func (p *Persons) each(
	ctx context.Context, channel calculation.Channel, contact calculation.Contact, first, last segment.Day,
	visit func(d did, kinds uint8),
) error {
	chunk, place := contact.Chunk()
	read := func(_ calculation.ChunkID, segments []segment.Segment) error {
		for i := range segments {
			err := segments[i].Of(uint16(place), func(key uint64, day segment.Day, kinds uint8) {
				if day >= first && day <= last { // a segment may begin before and end after
					visit(did{key, day}, kinds)
				}
			})
			if err != nil {
				return fmt.Errorf("read segment: %w", err)
			}
		}
		return nil
	}
	return p.Facts.View(ctx, channel, 1, func(readers []calculation.SegmentView) error {
		return readers[0].Read(ctx, []calculation.ChunkID{chunk}, first, last, read)
	})
}

// names returns the ids of the messages; events of the web have none.
func (p *Persons) names(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, of map[did]uint8,
) (map[uint64]string, error) {
	names := map[uint64]string{}
	if channel == calculation.Web || len(of) == 0 {
		return names, nil
	}
	for d := range of {
		names[d.key] = ""
	}
	err := p.Facts.MessageBlocks(ctx, channel, database, firstOfAll, lastOfAll, func(block []byte) error {
		return p.Messages.ReadMessages(block, func(key uint64, id []byte, _ uint8) {
			if _, wanted := names[key]; wanted {
				names[key] = string(id)
			}
		})
	})
	return names, err
}

// KindName returns the name of a kind of fact.
func KindName(channel calculation.Channel, kind segment.Kind) string {
	if channel == calculation.Web {
		return calculation.Web.Weights()[kind]
	}
	return [...]string{
		"sent", "delivered", "opened", "clicked", "bounced", "unsubscribed", "machine_opened", "machine_clicked",
	}[kind]
}
