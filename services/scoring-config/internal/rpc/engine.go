package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-config/internal/core"
)

// Engine implements core.Engine over the scoring engine.
type Engine struct {
	Scores scoringenginev1.ScoreServiceClient
}

// Newest returns the newest calculations of scorings.
func (e Engine) Newest(ctx context.Context, account core.AccountID, scorings []uuid.UUID) ([]core.Progress, error) {
	req := &scoringenginev1.ListProgressRequest{AccountId: int32(account)}
	for _, id := range scorings {
		req.ScoringIds = append(req.ScoringIds, id.String())
	}
	res, err := e.Scores.ListProgress(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("ask how calculations stand: %w", err)
	}
	var list []core.Progress
	for _, item := range res.GetItems() {
		p := item.GetProgress()
		progress := core.Progress{Done: p.GetDone(), Reason: p.GetReason(), PossibleFrom: p.GetPossibleFrom()}
		if progress.Scoring, err = uuid.Parse(item.GetScoringId()); err != nil {
			return nil, fmt.Errorf("read scoring id: %w", err)
		}
		if progress.Date, err = time.Parse(time.DateOnly, item.GetGeneratedDate()); err != nil {
			return nil, fmt.Errorf("read generated date: %w", err)
		}
		if progress.Channel = channelOf(p.GetScoringType()); progress.Channel == 0 {
			continue // a channel of a later version
		}
		if progress.Stage = stageOf(p.GetStage()); progress.Stage == "" {
			continue // none
		}
		list = append(list, progress)
	}
	return list, nil
}

func channelOf(name string) core.Channel {
	for _, channel := range []core.Channel{core.Mailing, core.SMS, core.Web} {
		if channel.String() == name {
			return channel
		}
	}
	return 0
}

// stageOf returns what people see of the engine's stages.
func stageOf(stage string) core.Stage {
	switch stage {
	case "counting", "scoring":
		return core.Calculating
	case "queued", "done", "skipped", "failed":
		return core.Stage(stage)
	default:
		return ""
	}
}
