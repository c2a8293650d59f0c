// Package rpc translates between gRPC and the use cases; it decides nothing.
package rpc

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/reports/internal/core"
)

// Server implements ReportService.
type Server struct {
	reportsv1.UnimplementedReportServiceServer
	app          *core.App
	calculations scoringenginev1.CalculationServiceClient
}

// NewServer returns a server. The calculations are asked in the caller's name.
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

type named interface {
	GetId() string
	GetScoringType() string
	GetGeneratedDate() string
}

func keyOf(req named) (core.Key, error) {
	key := core.Key{Channel: core.ParseChannel(req.GetScoringType())}
	var err error
	if key.Scoring, err = uuid.Parse(req.GetId()); err != nil {
		return key, core.ErrNotFound
	}
	key.Date, err = core.ParseDate(req.GetGeneratedDate())
	return key, err
}

// ListGeneratedDates returns the days with results.
func (s *Server) ListGeneratedDates(
	ctx context.Context, req *reportsv1.ListGeneratedDatesRequest,
) (*reportsv1.ListGeneratedDatesResponse, error) {
	id, err := uuid.Parse(req.GetId())
	if err != nil {
		return nil, core.ErrNotFound
	}
	dates, err := s.app.Dates(ctx, account(ctx), id, core.ParseChannel(req.GetScoringType()))
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListGeneratedDatesResponse{}
	for _, date := range dates {
		res.Items = append(res.Items, date.Format(time.DateOnly))
	}
	return res, nil
}

// GetPartitionSummary returns the bands.
func (s *Server) GetPartitionSummary(
	ctx context.Context, req *reportsv1.GetPartitionSummaryRequest,
) (*reportsv1.GetPartitionSummaryResponse, error) {
	key, err := keyOf(req)
	if err != nil {
		return nil, err
	}
	result, err := s.app.Report(ctx, account(ctx), key, uidsOf(req.GetUids()))
	if err != nil {
		return nil, err
	}
	return partitions(result), nil
}

func partitions(r *core.Result) *reportsv1.GetPartitionSummaryResponse {
	total, known := r.Scores.Total(), r.Known.Total()
	res := &reportsv1.GetPartitionSummaryResponse{
		EmailCount: count(total), AvgScoring: r.Scores.Average(), References: references(r),
		GeneratedDate: r.Date.Format(time.DateOnly), ScoringType: r.Channel.String(), Config: configToProto(r.Config),
		CalculatedAt: timestamppb.New(r.At), ChangedSince: r.ChangedSince,
		Samples: r.Samples, Saturated: r.Saturated(),
	}
	for _, receipt := range r.Receipts {
		res.PropertyReceipts = append(res.PropertyReceipts, &reportsv1.PropertyReceipt{
			Uid: string(receipt.UID), PropertyId: receipt.Property, PropertyName: receipt.Name, Written: receipt.Written,
			Skipped: receipt.Skipped, WrittenAt: timestamppb.New(receipt.At),
		})
	}
	if r.Channel == core.Web {
		res.KnownCount, res.UnknownCount = count(known), count(total-known)
	}
	for _, band := range r.Bands() {
		item := &reportsv1.Partition{
			ScoringMin: count(band.Min), ScoringMax: count(band.Max), EmailCount: count(band.Count), Value: band.Percent,
			NewCount: count(band.New),
		}
		if r.Channel == core.Web {
			unknown := band.Count - band.Known
			item.Known = &reportsv1.Share{Count: count(band.Known), Percent: core.Percent(band.Known, known)}
			item.Unknown = &reportsv1.Share{Count: count(unknown), Percent: core.Percent(unknown, total-known)}
			item.All = &reportsv1.Share{Count: count(band.Count), Percent: band.Percent}
		}
		res.Items = append(res.Items, item)
	}
	return res
}

func configToProto(c *core.Config) *reportsv1.ReportConfig {
	if c == nil {
		return nil
	}
	res := &reportsv1.ReportConfig{
		Version: count(c.Version), Name: c.Name, DaysAgo: count(c.DaysAgo), Percentile: float64(c.Percentile) / 100,
		Weights: map[string]string{},
	}
	for name, weight := range c.Weights {
		res.Weights[name] = fmt.Sprintf("%d.%02d", weight/100, weight%100)
	}
	groups := func(from []core.Group) []*reportsv1.ReportGroup {
		list := make([]*reportsv1.ReportGroup, 0, len(from))
		for _, g := range from {
			list = append(list, &reportsv1.ReportGroup{Id: int32(g.ID), Name: g.Name})
		}
		return list
	}
	for _, source := range c.Sources {
		res.DataSources = append(res.DataSources, &reportsv1.ReportSource{
			Uid: string(source.UID), IncludedAll: source.IncludedAll,
			IncludedGroups: groups(source.Included), ExcludedGroups: groups(source.Excluded),
		})
	}
	return res
}

func references(r *core.Result) map[string]*structpb.Value {
	values := map[string]*structpb.Value{}
	for _, name := range core.ReferenceNames(r.Channel) {
		text, has := r.References[name]
		switch number, err := strconv.Atoi(text); {
		case !has:
			values[name] = structpb.NewNullValue()
		case r.Channel == core.Web && err == nil:
			values[name] = structpb.NewNumberValue(float64(number))
		default:
			values[name] = structpb.NewStringValue(text)
		}
	}
	return values
}

// GetExcludedReasonsSummary returns whom the calculation left out.
func (s *Server) GetExcludedReasonsSummary(
	ctx context.Context, req *reportsv1.GetExcludedReasonsSummaryRequest,
) (*reportsv1.GetExcludedReasonsSummaryResponse, error) {
	key, err := keyOf(req)
	if err != nil {
		return nil, err
	}
	r, err := s.app.Report(ctx, account(ctx), key, uidsOf(req.GetUids()))
	if err != nil {
		return nil, err
	}
	excluded, scored := r.ExcludedCount(), r.Scores.Total()
	res := &reportsv1.GetExcludedReasonsSummaryResponse{
		ExcludedPercent: core.Percent(excluded, excluded+scored), NotExcludedPercent: core.Percent(scored, excluded+scored),
		ExcludedEmailCount: count(excluded), NotExcludedEmailCount: count(scored),
		ExcludedReasons: map[string]*reportsv1.ExcludedReason{},
	}
	for _, reason := range core.Reasons(r.Channel) {
		n := r.Excluded[reason]
		res.ExcludedReasons[reason] = &reportsv1.ExcludedReason{
			EmailCount: count(n), Percent: core.Percent(n, excluded+scored),
		}
	}
	return res, nil
}

// ListSummaries returns the newest result of every scoring.
func (s *Server) ListSummaries(
	ctx context.Context, req *reportsv1.ListSummariesRequest,
) (*reportsv1.ListSummariesResponse, error) {
	var channels []core.Channel
	for _, name := range req.GetScoringTypes() {
		channels = append(channels, core.ParseChannel(name))
	}
	results, err := s.app.Newest(ctx, account(ctx), channels)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.ListSummariesResponse{}
	for _, r := range results {
		item := &reportsv1.ScoringSummary{
			ScoringId: r.Scoring.String(), ScoringType: r.Channel.String(), AvgScoring: r.Scores.Average(),
			GeneratedDate: r.Date.Format(time.DateOnly),
		}
		total := r.Scores.Total()
		if r.Channel == core.Web {
			item.Count, item.KnownCount, item.UnknownCount = count(total), count(r.Known.Total()), count(total-r.Known.Total())
		} else {
			item.EmailCount = count(total)
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// count goes over the wire as int32, which JSON writes as a number.
func count(n int) int32 { return int32(n) }
