// Package rpc translates between gRPC and the use cases; it has no logic of its own.
package rpc

import (
	"context"
	"time"

	"github.com/google/uuid"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/figure"
	"puls.app/services/kit/auth"
	"puls.app/services/reports/internal/core"
	"puls.app/services/spec"
)

// Server implements ReportService.
type Server struct {
	reportsv1.UnimplementedReportServiceServer
	app          *core.App
	calculations scoringenginev1.CalculationServiceClient
}

// NewServer returns a server. It calls calculations on behalf of the caller.
func NewServer(app *core.App, calculations scoringenginev1.CalculationServiceClient) *Server {
	return &Server{app: app, calculations: calculations}
}

func account(ctx context.Context) core.AccountID { return core.AccountID(auth.Account(ctx)) }

func uidsOf(names []string) []core.UID {
	uids := make([]core.UID, 0, len(names))
	for _, name := range names {
		uids = append(uids, core.UID(name))
	}
	return uids
}

func channelsOf(names []string) []core.Channel {
	channels := make([]core.Channel, 0, len(names))
	for _, name := range names {
		channels = append(channels, spec.ParseChannel(name))
	}
	return channels
}

// named has the fields that requests about a scoring have in common.
type named interface {
	GetId() string
	GetScoringType() string
	GetUids() []string
}

func askOf(req named) (core.Ask, error) {
	ask := core.Ask{Key: core.Key{Channel: spec.ParseChannel(req.GetScoringType())}, UIDs: uidsOf(req.GetUids())}
	var err error
	if ask.Key.Scoring, err = uuid.Parse(req.GetId()); err != nil {
		return ask, core.ErrNotFound
	}
	return ask, nil
}

// dated requests also have a day.
type dated interface {
	named
	GetGeneratedDate() string
}

func datedAskOf(req dated) (core.Ask, error) {
	ask, err := askOf(req)
	if err == nil {
		ask.Key.Date, err = core.ParseDate("generatedDate", req.GetGeneratedDate())
	}
	return ask, err
}

func daysOf(startField, start, endField, end string) (days core.Days, err error) {
	if days.Start, err = core.ParseDate(startField, start); err != nil {
		return days, err
	}
	days.End, err = core.ParseDate(endField, end)
	return days, err
}

// dayToProto formats a day; the zero time is empty.
func dayToProto(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

// limitsToProto returns the lowest and the highest score of a band.
func limitsToProto(band int) (lowest, highest int32) {
	low, high := spec.Limits(band)
	return int32(low), int32(high)
}

// count converts a count to int32, which JSON encodes as a number.
func count(n int) int32 { return int32(n) }

// ListGeneratedDates returns the days with results.
func (s *Server) ListGeneratedDates(
	ctx context.Context, req *reportsv1.ListGeneratedDatesRequest,
) (*reportsv1.ListGeneratedDatesResponse, error) {
	id, err := uuid.Parse(req.GetId())
	if err != nil {
		return nil, core.ErrNotFound
	}
	dates, err := s.app.Dates(ctx, account(ctx), id, spec.ParseChannel(req.GetScoringType()))
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListGeneratedDatesResponse{}
	for _, date := range dates {
		res.Items = append(res.Items, dayToProto(date))
	}
	return res, nil
}

// GetExcludedReasonsSummary returns the contacts that the calculation excluded, by reason.
func (s *Server) GetExcludedReasonsSummary(
	ctx context.Context, req *reportsv1.GetExcludedReasonsSummaryRequest,
) (*reportsv1.GetExcludedReasonsSummaryResponse, error) {
	ask, err := datedAskOf(req)
	if err != nil {
		return nil, err
	}
	r, figures, err := s.app.Figures(ctx, account(ctx), ask)
	if err != nil {
		return nil, err
	}
	excluded, scored := figures.ExcludedCount(), figures.Scored.Total()
	res := &reportsv1.GetExcludedReasonsSummaryResponse{
		ExcludedPercent:    figure.Percent(excluded, excluded+scored),
		ExcludedEmailCount: count(excluded), NotExcludedPercent: figure.Percent(scored, excluded+scored),
		NotExcludedEmailCount: count(scored), ExcludedReasons: map[string]*reportsv1.ExcludedReason{},
	}
	for _, reason := range r.Channel.Reasons() {
		n := figures.Excluded[reason]
		res.ExcludedReasons[reason] = &reportsv1.ExcludedReason{
			EmailCount: count(n), Percent: figure.Percent(n, excluded+scored),
		}
	}
	return res, nil
}

// ListSummaries returns the newest result of every scoring.
func (s *Server) ListSummaries(
	ctx context.Context, req *reportsv1.ListSummariesRequest,
) (*reportsv1.ListSummariesResponse, error) {
	results, err := s.app.Newest(ctx, account(ctx), channelsOf(req.GetScoringTypes()))
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListSummariesResponse{}
	for _, r := range results {
		item := &reportsv1.ScoringSummary{
			ScoringId: r.Scoring.String(), ScoringType: r.Channel.String(), AvgScoring: r.Scored.Average(),
			GeneratedDate: dayToProto(r.Date),
		}
		for _, n := range r.Scored.Bands {
			item.BandCounts = append(item.BandCounts, count(n))
		}
		if r.Compared.Total() > 0 {
			item.ComparedDate, item.ComparedAvgScoring = dayToProto(r.ComparedDate), r.Compared.Average()
		}
		total, known := r.Scored.Total(), r.Known.Total()
		if r.Channel == core.Web {
			item.Count, item.KnownCount, item.UnknownCount = count(total), count(known), count(total-known)
		} else {
			item.EmailCount = count(total)
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}
