package rpc

import (
	"cmp"
	"context"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/figure"
	"puls.app/services/reports/internal/core"
	"puls.app/services/spec"
)

// ListWeeklyAverages returns the average of every scoring by week.
func (s *Server) ListWeeklyAverages(
	ctx context.Context, req *reportsv1.ListWeeklyAveragesRequest,
) (*reportsv1.ListWeeklyAveragesResponse, error) {
	weeks, err := s.app.Weeks(ctx, account(ctx), channelsOf(req.GetScoringTypes()))
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListWeeklyAveragesResponse{Items: make([]*reportsv1.WeeklyAverage, 0, len(weeks))}
	for _, w := range weeks {
		res.Items = append(res.Items, &reportsv1.WeeklyAverage{
			ScoringId: w.Scoring.String(), ScoringType: w.Channel.String(), PeriodDate: dayToProto(w.Monday),
			AvgScoring: figure.Average(w.Sum, w.Count),
		})
	}
	return res, nil
}

// GetPartitionAverages returns the bands of weeks or months.
func (s *Server) GetPartitionAverages(
	ctx context.Context, req *reportsv1.GetPartitionAveragesRequest,
) (*reportsv1.GetPartitionAveragesResponse, error) {
	ask, err := askOf(req)
	if err != nil {
		return nil, err
	}
	ask.Visitors = core.Visitors(req.GetUserFilter())
	days, err := daysOf("start", req.GetStart(), "end", req.GetEnd())
	if err != nil {
		return nil, err
	}
	by := core.Unit(cmp.Or(req.GetTimeAggregationType(), string(core.ByWeek)))
	averages, err := s.app.Averages(ctx, account(ctx), ask, days, by)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.GetPartitionAveragesResponse{
		Start: dayToProto(averages.Days.Start), End: dayToProto(averages.Days.End),
	}
	for band := range spec.Bands {
		lowest, highest := limitsToProto(band)
		item := &reportsv1.PartitionAverage{ScoringMin: lowest, ScoringMax: highest}
		for _, p := range averages.Periods {
			item.Periods = append(item.Periods, &reportsv1.PeriodShare{
				Period: p.Name(by), Percent: figure.Percent(p.Scored.Bands[band], p.Scored.Total()),
			})
		}
		res.Items = append(res.Items, item)
	}
	for _, p := range averages.Periods {
		res.Total = append(res.Total, &reportsv1.PeriodTotal{
			Period: p.Name(by), AvgScoring: p.Scored.Average(), EmailCount: count(p.Scored.Total()),
			ResultCount: count(p.Results),
		})
	}
	return res, nil
}
