package rpc

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/figure"
	"puls.app/services/reports/internal/core"
)

// GetPartitionSummary returns the bands.
func (s *Server) GetPartitionSummary(
	ctx context.Context, req *reportsv1.GetPartitionSummaryRequest,
) (*reportsv1.GetPartitionSummaryResponse, error) {
	ask, err := datedAskOf(req)
	if err != nil {
		return nil, err
	}
	ask.Visitors = core.Visitors(req.GetUserFilter())
	report, err := s.app.Report(ctx, account(ctx), ask)
	if err != nil {
		return nil, err
	}
	return reportToProto(report), nil
}

// bounded limits a count to the range of the API.
func bounded(count int64) int32 { return int32(min(count, math.MaxInt32)) }

func reportToProto(r *core.Report) *reportsv1.GetPartitionSummaryResponse {
	total, known := r.Scored.Total(), r.Known.Total()
	res := &reportsv1.GetPartitionSummaryResponse{
		Items: partitions(r), EmailCount: count(total), AvgScoring: r.Scored.Average(), References: references(r.Result),
		GeneratedDate: dayToProto(r.Date), ScoringType: r.Channel.String(), Config: configToProto(r.Config),
		CalculatedAt: timestamppb.New(r.At), ChangedSince: r.ChangedSince, Samples: r.Samples, Saturated: r.Saturated(),
	}
	if r.Channel == core.Web {
		res.KnownCount, res.UnknownCount = count(known), count(total-known)
	}
	if m := r.Machines; m != nil {
		res.Machines = &reportsv1.ReportMachines{
			Sent: bounded(m.Sent), Opened: bounded(m.Opened), Clicked: bounded(m.Clicked),
			MachineOpened: bounded(m.MachineOpened), MachineClicked: bounded(m.MachineClicked),
			MachineOpenedPercent:  figure.Percent(int(m.MachineOpened), int(m.Opened)),
			MachineClickedPercent: figure.Percent(int(m.MachineClicked), int(m.Clicked)),
		}
	}
	for _, receipt := range r.Receipts {
		res.PropertyReceipts = append(res.PropertyReceipts, &reportsv1.PropertyReceipt{
			Uid: string(receipt.UID), PropertyId: receipt.Property, PropertyName: receipt.Name, Written: receipt.Written,
			Skipped: receipt.Skipped, WrittenAt: timestamppb.New(receipt.At),
		})
	}
	for _, part := range r.Parts {
		res.Databases = append(res.Databases, &reportsv1.UidSummary{
			Uid: string(part.UID), EmailCount: count(part.Scored.Total()), AvgScoring: part.Scored.Average(),
			ExcludedEmailCount: count(part.ExcludedCount()), Counts: bandsToProto(part.Scored.Bands),
		})
	}
	for _, notice := range r.Notices {
		res.Notices = append(res.Notices, &reportsv1.ReportNotice{
			Kind: notice.Kind, Name: notice.Name, Count: count(notice.Count), Since: dayToProto(notice.Since),
			PossibleFrom: dayToProto(notice.PossibleFrom),
		})
	}
	return res
}

func bandsToProto(bands figure.Bands) []int32 {
	counts := make([]int32, 0, len(bands))
	for _, n := range bands {
		counts = append(counts, count(n))
	}
	return counts
}

func partitions(r *core.Report) []*reportsv1.Partition {
	total, known := r.Scored.Total(), r.Known.Total()
	share := func(part, whole int) *reportsv1.Share {
		return &reportsv1.Share{Count: count(part), Percent: figure.Percent(part, whole)}
	}
	var items []*reportsv1.Partition
	for band, n := range r.Scored.Bands {
		lowest, highest := limitsToProto(band)
		item := &reportsv1.Partition{
			ScoringMin: lowest, ScoringMax: highest, EmailCount: count(n), Value: figure.Percent(n, total),
			NewCount: count(r.New[band]),
		}
		if r.Channel == core.Web {
			of := r.Known.Bands[band]
			item.Known, item.Unknown, item.All = share(of, known), share(n-of, total-known), share(n, total)
		}
		items = append(items, item)
	}
	return items
}

func configToProto(c *core.Config) *reportsv1.ReportConfig {
	if c == nil {
		return nil
	}
	res := &reportsv1.ReportConfig{
		Version: count(c.Version), Name: c.Name, DaysAgo: count(c.DaysAgo), Percentile: float64(c.Percentile) / 100,
		Weights: map[string]string{}, LeaveOutMachines: c.LeaveOutMachines,
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
	for _, name := range r.Channel.Weights() {
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
