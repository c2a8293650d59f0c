package rpc

import (
	"cmp"
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/spec"
)

// BacktestScoring returns the results that a scoring would have had in earlier weeks.
func (s *Server) BacktestScoring(
	ctx context.Context, req *scoringconfigv1.BacktestScoringRequest,
) (*scoringconfigv1.BacktestScoringResponse, error) {
	ask := core.BacktestAsk{
		Changed: core.Content{
			ByWizard:   req.GetIsCreatedByWizard(),
			Predefined: predefinedFromProto(req.GetPredefinedConfigSelection()), Config: configFromProto(req.GetConfig()),
		},
		Channel: spec.ParseChannel(req.GetScoringType()), Weeks: cmp.Or(int(req.GetWeeks()), core.BacktestWeeks),
	}
	if req.GetId() != "" {
		var err error
		if ask.ID, err = parseID(req.GetId()); err != nil {
			return nil, err
		}
	}
	if req.GetBefore() != nil {
		before := configFromProto(req.GetBefore())
		ask.Before = &before
	}
	found, err := s.app.Backtest(ctx, account(ctx), ask)
	if err != nil {
		return nil, err
	}
	res := &scoringconfigv1.BacktestScoringResponse{
		ScoringType: found.Channel.String(), AsOf: timestamppb.New(found.AsOf),
	}
	for _, day := range found.Days {
		res.Days = append(res.Days, &scoringconfigv1.BacktestDay{
			GeneratedDate: day.Date.Format(time.DateOnly), Changed: backtestToProto(&day.Changed),
			Before: backtestToProto(day.Before),
		})
	}
	if m := found.Moves; m != nil {
		res.Moves = &scoringconfigv1.BacktestMoves{
			Up: int32(m.Up), Down: int32(m.Down), Same: int32(m.Same), Entered: int32(m.Entered), Left: int32(m.Left),
		}
	}
	return res, nil
}

func backtestToProto(figures *core.BacktestFigures) *scoringconfigv1.BacktestFigures {
	if figures == nil {
		return nil
	}
	p := &scoringconfigv1.BacktestFigures{
		Enough: figures.Enough, Scored: int32(figures.Scores.Total()), Excluded: int32(figures.Excluded),
		AvgScoring: figures.Scores.Average(),
	}
	for _, count := range figures.Scores.Bands {
		p.Bands = append(p.Bands, int32(count))
	}
	for _, band := range figures.Lift {
		p.Lift = append(p.Lift, &scoringconfigv1.BacktestLift{
			Scored: int32(band.Scored), Reached: int32(band.Reached), Opened: int32(band.Opened),
			Clicked: int32(band.Clicked), Events: band.Events,
		})
	}
	return p
}
