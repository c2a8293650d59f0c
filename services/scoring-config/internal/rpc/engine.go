package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/figure"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/spec"
)

// Engine implements core.Engine over the scoring engine.
type Engine struct {
	Scores   scoringenginev1.ScoreServiceClient
	Previews scoringenginev1.PreviewServiceClient
}

// Preview counts and scores tasks. It does not wrap the engine's error, so that its reason reaches the client.
func (e Engine) Preview(
	ctx context.Context, account core.AccountID, tasks []core.Task, scores bool,
) (map[core.Channel]core.TaskPreview, error) {
	res, err := e.Previews.PreviewTasks(ctx, &scoringenginev1.PreviewTasksRequest{
		AccountId: int32(account), Tasks: tasksToProto(tasks), WithScores: scores,
	})
	if err != nil {
		return nil, err
	}
	previews := map[core.Channel]core.TaskPreview{}
	for _, task := range res.GetTasks() {
		channel := core.Channel(task.GetChannel())
		preview := core.TaskPreview{
			PossibleFrom: task.GetPossibleFrom(), DataDays: int(task.GetDataDays()),
			References: map[string]core.Reference{},
		}
		for name, reference := range task.GetReferences() {
			preview.References[name] = core.Reference{Value: reference.GetValue(), Sample: int(reference.GetSample())}
		}
		for _, database := range task.GetDatabases() {
			preview.Audience = append(preview.Audience, audienceOf(channel, database))
			if len(database.GetHistogram()) > 0 && preview.Scores == nil {
				preview.Scores = &figure.Scores{}
			}
			if preview.Scores != nil {
				preview.Scores.Add(database.GetHistogram())
			}
		}
		previews[channel] = preview
	}
	return previews, nil
}

// Backtest counts and scores a task for several weeks.
func (e Engine) Backtest(
	ctx context.Context, account core.AccountID, task core.Task, weeks int,
) (core.Backtest, error) {
	res, err := e.Previews.BacktestTask(ctx, &scoringenginev1.BacktestTaskRequest{
		AccountId: int32(account), Task: tasksToProto([]core.Task{task})[0], Weeks: int32(weeks),
	})
	if err != nil {
		return core.Backtest{}, err
	}
	var backtest core.Backtest
	for _, found := range res.GetDays() {
		day := core.BacktestDay{}
		if day.Date, err = time.Parse(time.DateOnly, found.GetGeneratedDate()); err != nil {
			return core.Backtest{}, fmt.Errorf("read generated date: %w", err)
		}
		for side, figures := range found.GetFigures() {
			if read := backtestFigures(task.Channel, figures); side == 0 {
				day.Changed = read
			} else {
				day.Before = &read
			}
		}
		backtest.Days = append(backtest.Days, day)
	}
	if len(res.GetMoves()) > 0 {
		backtest.Moves = core.MovesOf(res.GetMoves())
	}
	return backtest, nil
}

func backtestFigures(channel core.Channel, found *scoringenginev1.BacktestFigures) core.BacktestFigures {
	figures, scores := core.BacktestFigures{Enough: found.GetEnough()}, figure.Scores{}
	for _, database := range found.GetDatabases() {
		scores.Add(database.GetHistogram())
		for _, count := range database.GetExcluded() {
			figures.Excluded += int(count)
		}
	}
	figures.Scores = scores.Tally()
	for _, band := range found.GetLift() {
		lift := core.Lift{
			Scored: int(band.GetScored()), Reached: int(band.GetReached()), Opened: int(band.GetOpened()),
			Clicked: int(band.GetClicked()), Events: band.GetEvents(),
		}
		if !channel.Opens() {
			lift.Opened = 0
		}
		figures.Lift = append(figures.Lift, lift)
	}
	return figures
}

// audienceOf returns the counts for every reason of the channel, including zeros.
func audienceOf(channel core.Channel, database *scoringenginev1.DatabaseResult) core.Audience {
	audience := core.Audience{
		UID: database.GetUid(), Analysed: int(database.GetAnalysed()), Excluded: map[string]int{},
	}
	for _, reason := range channel.Reasons() {
		audience.Excluded[reason] = int(database.GetExcluded()[reason])
	}
	return audience
}

// Newest returns the newest calculations of scorings.
func (e Engine) Newest(
	ctx context.Context, account core.AccountID, scorings []uuid.UUID, channels []core.Channel,
) ([]core.Progress, error) {
	req := &scoringenginev1.ListProgressRequest{AccountId: int32(account)}
	for _, channel := range channels {
		req.Channels = append(req.Channels, typev1.Channel(channel))
	}
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
		if until := item.GetSkippedUntil(); until != "" {
			if progress.SkippedUntil, err = time.Parse(time.DateOnly, until); err != nil {
				return nil, fmt.Errorf("read first day with enough data: %w", err)
			}
		}
		for _, text := range item.GetCancelledDates() {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return nil, fmt.Errorf("read day that was stopped: %w", err)
			}
			progress.CancelledDays = append(progress.CancelledDays, day)
		}
		if progress.Channel = spec.ParseChannel(p.GetScoringType()); progress.Channel == 0 {
			continue // a channel of a later version
		}
		if progress.Stage = stageOf(p.GetStage()); progress.Stage == "" {
			continue // no calculation
		}
		list = append(list, progress)
	}
	return list, nil
}

// stageOf maps the engine's stages to those that users see.
func stageOf(stage string) core.Stage {
	switch stage {
	case "counting", "scoring":
		return core.Calculating
	case "queued", "done", "skipped", "failed", "cancelled":
		return core.Stage(stage)
	default:
		return ""
	}
}
