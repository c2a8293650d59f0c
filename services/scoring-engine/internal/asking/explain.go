// Package asking answers queries on results and facts: receipts, scores of a contact, movements, lifts, sendings by
// day, and runs. It changes nothing, except for calculations that a person cancels.
package asking

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/spec"
)

// notScored is the reason of a contact that has no cell in the result.
const notScored = "NOT_SCORED"

// ContactScore is a contact's score in the result of one day.
type ContactScore struct {
	Date time.Time
	// Score is nil if there is none, for a Reason.
	Score  *int
	Reason string
}

func readCell(channel calculation.Channel, date time.Time, cell byte) ContactScore {
	if score, ok := spec.CellScore(cell, channel == calculation.Web); ok {
		return ContactScore{Date: date, Score: &score}
	}
	return ContactScore{Date: date, Reason: cmp.Or(channel.Reason(cell), notScored)}
}

// Receipt explains a contact's score in one result.
type Receipt struct {
	ContactScore
	Channel calculation.Channel
	Basis   calculation.Basis
	// Counts are the contact's messages in the window as counted now; zero for web.
	Counts counting.Counts
	// Parts are those of the channel's rates or, for web, of the event types that have a weight, in the order of
	// Channel.Weights.
	Parts []ReceiptPart
	// FactsChanged reports that facts which arrived after the result would change the score.
	FactsChanged bool
}

// ReceiptPart is the part of a score that one rate or event type contributes.
type ReceiptPart struct {
	scoring.Part
	Name string
}

// Points is the sum of the parts, in millionths of a point.
func (r *Receipt) Points() (points int32) {
	for _, part := range r.Parts {
		points += int32(part.Points)
	}
	return points
}

// Explanations reads and explains the scores of one contact or visitor.
type Explanations struct {
	archive   Archive
	reader    AnnouncementReader
	databases Databases
	views     calculation.Views
	pools     *calculation.Pools
}

// NewExplanations returns the use case.
func NewExplanations(
	archive Archive, reader AnnouncementReader, databases Databases, views calculation.Views, pools *calculation.Pools,
) *Explanations {
	return &Explanations{archive: archive, reader: reader, databases: databases, views: views, pools: pools}
}

// Scores returns a contact's scores in a scoring's results on a channel, by date, without results that have no cell of
// the contact. It passes on the error for a uid that the account does not have.
func (e *Explanations) Scores(
	ctx context.Context, account calculation.AccountID, scoring uuid.UUID, channel calculation.Channel,
	uid calculation.UID, number uint32,
) ([]ContactScore, error) {
	contact, err := contactOf(ctx, e.databases, account, uid, number)
	if err != nil {
		return nil, err
	}
	cells, err := e.archive.CellsOf(ctx, account, scoring, channel, contact)
	if err != nil {
		return nil, err
	}
	var scores []ContactScore
	for _, c := range cells {
		if score := readCell(channel, c.Date, c.Cell); score.Reason != notScored {
			scores = append(scores, score)
		}
	}
	return scores, nil
}

func contactOf(
	ctx context.Context, databases Databases, account calculation.AccountID, uid calculation.UID, number uint32,
) (calculation.Contact, error) {
	found, _, err := databases.Databases(ctx, account, []calculation.UID{uid}, nil)
	if err != nil {
		return calculation.Contact{}, err
	}
	if len(found) != 1 {
		return calculation.Contact{}, fmt.Errorf("%d databases of one uid", len(found))
	}
	return calculation.Contact{Database: found[0].ID, Number: number}, nil
}

// Receipt explains a contact's score, in the newest result if the key has no date. The score is the stored one; its
// counts are made now, by the same code that calculations use. It returns ErrNotFound, and passes on the error for a
// uid that the account does not have.
func (e *Explanations) Receipt(
	ctx context.Context, account calculation.AccountID, key calculation.Key, uid calculation.UID, number uint32,
) (Receipt, error) {
	contact, err := contactOf(ctx, e.databases, account, uid, number)
	if err != nil {
		return Receipt{}, err
	}
	kept, cell, err := e.archive.Cell(ctx, account, key, contact)
	if err != nil {
		return Receipt{}, err
	}
	basis, err := e.reader.ReadCalculated(kept)
	if err != nil {
		return Receipt{}, err
	}
	r := Receipt{ContactScore: readCell(key.Channel, kept.Key.Date, cell), Channel: key.Channel, Basis: basis}
	id, place := contact.Chunk()
	counted := countChunk(e.pools, key.Channel, calculation.DayOf(r.Date), basis.DaysAgo, basis.LeaveOutMachines)
	defer counted.release()
	err = e.views.View(ctx, key.Channel, 1, func(readers []calculation.SegmentView) error {
		return counted.read(ctx, readers[0], id)
	})
	if err != nil {
		return Receipt{}, fmt.Errorf("count: %w", err)
	}
	if key.Channel == calculation.Web {
		err = r.explainVisits(counted.visits.Of(place))
	} else {
		err = r.explainSendings(counted.tally.At(place))
	}
	return r, err
}

func (r *Receipt) explainSendings(counts counting.Counts) error {
	scorer, err := scorerOf(&r.Basis)
	if err != nil {
		return err
	}
	delivery, open, click := scorer.Parts(counts)
	parts := map[string]scoring.Part{
		calculation.OpenRate: open, calculation.ClickRate: click, calculation.DeliveryRate: delivery,
	}
	for _, name := range r.Channel.Weights() {
		r.Parts = append(r.Parts, ReceiptPart{Part: parts[name], Name: name})
	}
	r.Counts = counts
	if r.Score == nil {
		r.FactsChanged = r.Reason == spec.NoSending && counts.Sent > 0
	} else {
		r.FactsChanged = counts.Sent == 0 || scorer.Score(counts) != *r.Score
	}
	return nil
}

func (r *Receipt) explainVisits(counts counting.VisitCounts) error {
	scorer, err := visitScorerOf(&r.Basis)
	if err != nil {
		return err
	}
	parts := scorer.Parts(&counts)
	for kind, name := range calculation.Web.Weights() {
		if r.Basis.Weights[name] > 0 {
			r.Parts = append(r.Parts, ReceiptPart{Part: parts[kind], Name: name})
		}
	}
	score, tracked := scorer.Score(&counts)
	r.FactsChanged = r.Score != nil && (!tracked || score != *r.Score)
	return nil
}

// scorerOf returns the scorer of a mailing or SMS result.
func scorerOf(b *calculation.Basis) (*scoring.Scorer, error) {
	var refs scoring.References
	for name, rate := range map[string]*scoring.Rate{
		calculation.OpenRate: &refs.Open, calculation.ClickRate: &refs.Click, calculation.DeliveryRate: &refs.Delivery,
	} {
		var err error
		if *rate, err = scoring.ParseRate(b.References[name].Value); err != nil {
			return nil, fmt.Errorf("read reference of %s: %w", name, err)
		}
	}
	return scoring.NewScorer(calculation.RateWeights(b.Weights), refs)
}

// visitScorerOf returns the scorer of a web result.
func visitScorerOf(b *calculation.Basis) (*scoring.VisitScorer, error) {
	var refs scoring.VisitReferences
	for kind, name := range calculation.Web.Weights() {
		reference, has := b.References[name]
		if !has {
			continue
		}
		value, err := strconv.ParseUint(reference.Value, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("read reference of %s: %w", name, err)
		}
		refs[kind] = uint32(value)
	}
	return scoring.NewVisitScorer(calculation.VisitWeights(b.Weights), refs)
}
