package rpc

import (
	"context"

	"github.com/google/uuid"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
)

// Scorings implements core.Scorings: the caller's own token asks, so another account's scoring is not found.
type Scorings struct {
	Client scoringconfigv1.ScoringServiceClient
}

// Check answers the peer's error as it is, so that the reason reaches the client.
func (s Scorings) Check(ctx context.Context, id uuid.UUID) error {
	_, err := s.Client.GetScoring(ctx, &scoringconfigv1.GetScoringRequest{Id: id.String()})
	return err
}
