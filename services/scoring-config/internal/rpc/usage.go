package rpc

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/scoring-config/internal/core"
)

// Usage serves UsageService.
type Usage struct {
	scoringconfigv1.UnimplementedUsageServiceServer
	app *core.App
}

// NewUsage returns a server.
func NewUsage(app *core.App) *Usage { return &Usage{app: app} }

// ListUsage returns the groups and properties that scorings use.
func (s *Usage) ListUsage(
	ctx context.Context, req *scoringconfigv1.ListUsageRequest,
) (*scoringconfigv1.ListUsageResponse, error) {
	groups, properties, err := s.app.Usage(ctx, core.AccountID(req.GetAccountId()))
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.ListUsageResponse{Groups: usesToProto(groups), Properties: usesToProto(properties)}, nil
}

// CheckScoring returns the engine's input for each channel of an account's scoring.
func (s *Usage) CheckScoring(
	ctx context.Context, req *scoringconfigv1.CheckScoringRequest,
) (*scoringconfigv1.CheckScoringResponse, error) {
	id, err := uuid.Parse(req.GetScoringId())
	if err != nil {
		return nil, fmt.Errorf("read scoring id, which validation let through: %w", err)
	}
	specs, err := s.app.Specs(ctx, core.AccountID(req.GetAccountId()), id)
	if err != nil {
		return nil, err
	}
	res := &scoringconfigv1.CheckScoringResponse{}
	for _, channel := range slices.Sorted(maps.Keys(specs)) {
		res.Channels = append(res.Channels, &scoringconfigv1.ChannelSpec{
			Channel: typev1.Channel(channel), Spec: event.SpecToProto(specs[channel]),
		})
	}
	return res, nil
}

func usesToProto(uses []core.Use) []*scoringconfigv1.Usage {
	var list []*scoringconfigv1.Usage
	for _, use := range uses {
		list = append(list, &scoringconfigv1.Usage{
			Id: use.ID, ScoringId: use.Scoring.ID.String(), ScoringName: use.Scoring.Name,
			Channel: typev1.Channel(use.Channel),
		})
	}
	return list
}
