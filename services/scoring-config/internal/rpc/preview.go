package rpc

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/figure"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/spec"
)

// PreviewScoring returns the checked settings of a scoring, and the result that it would have today.
func (s *Server) PreviewScoring(
	ctx context.Context, req *scoringconfigv1.PreviewScoringRequest,
) (*scoringconfigv1.PreviewScoringResponse, error) {
	id := uuid.Nil
	if req.GetId() != "" {
		var err error
		if id, err = parseID(req.GetId()); err != nil {
			return nil, err
		}
	}
	preview, err := s.app.Preview(ctx, account(ctx), id, core.Content{
		ByWizard:   req.GetIsCreatedByWizard(),
		Predefined: predefinedFromProto(req.GetPredefinedConfigSelection()), Config: configFromProto(req.GetConfig()),
	}, req.GetDistribution())
	if err != nil {
		return nil, err
	}
	res := &scoringconfigv1.PreviewScoringResponse{
		Channels: map[string]*scoringconfigv1.ChannelPreview{}, AsOf: timestamppb.New(preview.AsOf),
	}
	for channel, part := range preview.Channels {
		res.Channels[channel.String()] = channelPreviewToProto(channel, part)
	}
	for _, problem := range preview.Problems {
		params, err := structpb.NewStruct(problem.Params)
		if err != nil {
			return nil, fmt.Errorf("write problem: %w", err)
		}
		res.Problems = append(res.Problems, &scoringconfigv1.Problem{
			Field: problem.Name, Class: problem.Class, Params: params, Message: problem.Message,
		})
	}
	return res, nil
}

func channelPreviewToProto(channel core.Channel, part core.ChannelPreview) *scoringconfigv1.ChannelPreview {
	p := &scoringconfigv1.ChannelPreview{
		Weights: counts(part.Weights), DataSources: sourcesToProto(part.Sources), PossibleFrom: part.PossibleFrom,
		DataDays: int32(part.DataDays), References: map[string]*scoringconfigv1.ReferencePreview{},
	}
	for _, audience := range part.Audience {
		p.Audience = append(p.Audience, &scoringconfigv1.AudiencePreview{
			Uid: audience.UID, Contacts: int32(audience.Contacts()), Analysed: int32(audience.Analysed),
			Excluded: counts(audience.Excluded),
		})
	}
	for name, reference := range part.References {
		p.References[name] = &scoringconfigv1.ReferencePreview{
			Value: reference.Value, Sample: int32(reference.Sample), Saturated: reference.Saturated(channel),
		}
	}
	if part.Scores == nil {
		return p
	}
	scores := part.Scores.Tally()
	p.Distribution = &scoringconfigv1.Distribution{AvgScoring: scores.Average(), Analysed: int32(scores.Total())}
	for band, count := range scores.Bands {
		lowest, highest := spec.Limits(band)
		p.Distribution.Items = append(p.Distribution.Items, &scoringconfigv1.BandPreview{
			ScoringMin: int32(lowest), ScoringMax: int32(highest), Count: int32(count),
			Percent: figure.Percent(count, scores.Total()),
		})
	}
	return p
}

func counts(from map[string]int) map[string]int32 {
	to := map[string]int32{}
	for name, n := range from {
		to[name] = int32(n)
	}
	return to
}
