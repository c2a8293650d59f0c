package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/spec"
)

// defaultRuns is the default page size of runs.
const defaultRuns = 20

// Runs implements RunService.
type Runs struct {
	scoringenginev1.UnimplementedRunServiceServer
	runs   asking.Runs
	owners asking.Owners
	now    func() time.Time
}

// NewRuns returns a server.
func NewRuns(runs asking.Runs, owners asking.Owners, now func() time.Time) *Runs {
	return &Runs{runs: runs, owners: owners, now: now}
}

// ListRuns returns a page of the account's runs.
func (s *Runs) ListRuns(
	ctx context.Context, req *scoringenginev1.ListRunsRequest,
) (*scoringenginev1.ListRunsResponse, error) {
	filter, err := filterOf(req)
	if err != nil {
		return nil, err
	}
	page, total, err := s.runs.ListRuns(ctx, account(ctx), filter)
	if err != nil {
		return nil, err
	}
	res := &scoringenginev1.ListRunsResponse{Total: int32(total)}
	for _, run := range page {
		res.Items = append(res.Items, runToProto(run))
	}
	if filter.Outcome != "" || filter.Reason != "" || filter.Page > 1 {
		return res, nil
	}
	current, err := s.runs.ListCurrent(ctx, account(ctx), filter)
	if err != nil {
		return nil, err
	}
	for _, one := range current {
		res.Current = append(res.Current, &scoringenginev1.CurrentCalculation{
			ScoringId: one.Key.Scoring.String(), ScoringName: one.Name, ScoringType: one.Key.Channel.String(),
			GeneratedDate: one.Key.Date.Format(time.DateOnly), Stage: string(one.Progress.Stage), Done: one.Progress.Done,
			NotedAt: timestamppb.New(one.NotedAt),
		})
	}
	return res, nil
}

func filterOf(req *scoringenginev1.ListRunsRequest) (filter asking.RunFilter, err error) {
	filter = asking.RunFilter{
		Outcome: calculation.RunOutcome(req.GetOutcome()), Reason: calculation.Reason(req.GetReason()),
		Page: max(1, int(req.GetPage())),
		Size: int(req.GetPageSize()),
	}
	if filter.Size == 0 {
		filter.Size = defaultRuns
	}
	if req.GetScoringType() != "" {
		filter.Channel = spec.ParseChannel(req.GetScoringType())
	}
	if req.GetScoringId() != "" {
		if filter.Scoring, err = uuid.Parse(req.GetScoringId()); err != nil {
			return filter, fmt.Errorf("read scoring id: %w", err)
		}
	}
	if filter.First, err = calculation.ParseDate("start", req.GetStart()); err != nil {
		return filter, err
	}
	if filter.Last, err = calculation.ParseDate("end", req.GetEnd()); err != nil {
		return filter, err
	}
	return filter, filter.Check()
}

// Cancel stops the waiting and running calculations of a scoring.
func (s *Runs) Cancel(
	ctx context.Context, req *scoringenginev1.CancelRequest,
) (*scoringenginev1.CancelResponse, error) {
	id, day, err := read(req)
	if err != nil {
		return nil, err
	}
	if err := s.owners.Check(ctx, account(ctx), id); err != nil {
		return nil, err
	}
	cancelled, err := s.runs.Cancel(ctx, account(ctx), id, day, s.now())
	if err != nil {
		return nil, err
	}
	return &scoringenginev1.CancelResponse{CancelledCount: int32(cancelled)}, nil
}

func runToProto(run calculation.Run) *scoringenginev1.Run {
	item := &scoringenginev1.Run{
		Id: run.ID, ScoringId: run.Key.Scoring.String(), ScoringName: run.Name, ScoringType: run.Key.Channel.String(),
		GeneratedDate: run.Key.Date.Format(time.DateOnly), ByName: run.ByName, BeganAt: timestamppb.New(run.BeganAt),
		EndedAt: timestamppb.New(run.EndedAt), Tries: int32(run.Tries), Outcome: string(run.Outcome),
		Reason: string(run.Reason), ScoredCount: int32(run.Scored), ExcludedCount: int32(run.Excluded),
		ChunkCount: int32(run.Chunks),
	}
	if run.PossibleFrom != nil {
		item.PossibleFrom = run.PossibleFrom.Format(time.DateOnly)
	}
	for _, w := range run.Warnings {
		item.Warnings = append(item.Warnings, &scoringenginev1.RunWarning{Code: string(w.Code), Subject: w.Subject})
	}
	return item
}
