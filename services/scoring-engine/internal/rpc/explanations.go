package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/spec"
)

// Explanations implements ExplanationService.
type Explanations struct {
	scoringenginev1.UnimplementedExplanationServiceServer
	explanations *asking.Explanations
	persons      *asking.Persons
	owners       asking.Owners
	now          func() time.Time
}

// NewExplanations returns a server.
func NewExplanations(
	explanations *asking.Explanations, persons *asking.Persons, owners asking.Owners, now func() time.Time,
) *Explanations {
	return &Explanations{explanations: explanations, persons: persons, owners: owners, now: now}
}

// ListContactScores returns one contact's scores in a scoring's results.
func (s *Explanations) ListContactScores(
	ctx context.Context, req *scoringenginev1.ListContactScoresRequest,
) (*scoringenginev1.ListContactScoresResponse, error) {
	id, err := uuid.Parse(req.GetScoringId())
	if err != nil {
		return nil, fmt.Errorf("read scoring id: %w", err)
	}
	if err := s.owners.Check(ctx, account(ctx), id); err != nil {
		return nil, err
	}
	channel := spec.ParseChannel(req.GetScoringType())
	scores, err := s.explanations.Scores(
		ctx, account(ctx), id, channel, calculation.UID(req.GetUid()), uint32(req.GetNumber()),
	)
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.ListContactScoresResponse{}
	for _, score := range scores {
		res.Items = append(res.Items, &scoringenginev1.ContactScore{
			GeneratedDate: score.Date.Format(time.DateOnly), Score: scoreOrNull(score), Reason: score.Reason,
		})
	}
	return res, nil
}

func scoreOrNull(score asking.ContactScore) *wrapperspb.Int32Value {
	if score.Score == nil {
		return nil
	}
	return wrapperspb.Int32(int32(*score.Score))
}

// GetReceipt returns the receipt of a score.
func (s *Explanations) GetReceipt(
	ctx context.Context, req *scoringenginev1.GetReceiptRequest,
) (*scoringenginev1.GetReceiptResponse, error) {
	id, day, err := read(req)
	if err != nil {
		return nil, err
	}
	key := calculation.Key{Scoring: id, Channel: spec.ParseChannel(req.GetScoringType()), Date: day}
	r, err := s.explanations.Receipt(ctx, account(ctx), key, calculation.UID(req.GetUid()), uint32(req.GetNumber()))
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.GetReceiptResponse{
		GeneratedDate: r.Date.Format(time.DateOnly), ScoringType: req.GetScoringType(), Uid: req.GetUid(),
		Number: req.GetNumber(), Score: scoreOrNull(r.ContactScore), Reason: r.Reason, DaysAgo: int32(r.Basis.DaysAgo),
		FirstDay: r.Date.AddDate(0, 0, -r.Basis.DaysAgo).Format(time.DateOnly),
		LastDay:  r.Date.AddDate(0, 0, -1).Format(time.DateOnly),
		Sent:     int32(r.Counts.Sent), Delivered: int32(r.Counts.Delivered), Clicked: int32(r.Counts.Clicked),
		Points: r.Points(), FactsChanged: r.FactsChanged, CalculatedAt: timestamppb.New(r.Basis.MadeAt),
		LeaveOutMachines: r.Basis.LeaveOutMachines, Percentile: int32(r.Basis.Percentile),
	}
	if r.Channel.Opens() {
		res.Opened = int32(r.Counts.Opened) // for SMS, a click counts as an open, which cannot be observed
	}
	for _, part := range r.Parts {
		reference := r.Basis.References[part.Name]
		res.Parts = append(res.Parts, &scoringenginev1.ReceiptPart{
			Name: part.Name, Count: int32(part.Count), Of: int32(part.Of), Reference: reference.Value,
			Sample: reference.Sample, Weight: int32(r.Basis.Weights[part.Name]), Component: int32(part.Component),
			Points: int32(part.Points),
		})
	}
	return res, nil
}
