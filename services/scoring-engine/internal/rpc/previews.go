package rpc

import (
	"context"
	"fmt"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Previews implements PreviewService.
type Previews struct {
	scoringenginev1.UnimplementedPreviewServiceServer
	previews *calculating.Previews
}

// NewPreviews returns a server.
func NewPreviews(previews *calculating.Previews) *Previews { return &Previews{previews: previews} }

// PreviewTasks returns the results that tasks would have.
func (s *Previews) PreviewTasks(
	ctx context.Context, req *scoringenginev1.PreviewTasksRequest,
) (*scoringenginev1.PreviewTasksResponse, error) {
	tasks, err := tasksOf(req.GetTasks())
	if err != nil {
		return nil, err
	}
	previews, err := s.previews.Preview(ctx, calculation.AccountID(req.GetAccountId()), tasks, req.GetWithScores())
	if err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	res := &scoringenginev1.PreviewTasksResponse{}
	for _, preview := range previews {
		res.Tasks = append(res.Tasks, previewToProto(preview))
	}
	return res, nil
}

func previewToProto(p calculating.Preview) *scoringenginev1.TaskPreview {
	preview := &scoringenginev1.TaskPreview{
		Channel: typev1.Channel(p.Channel), DataDays: int32(p.DataDays), References: referencesToProto(p.References),
	}
	if p.PossibleFrom != nil {
		preview.PossibleFrom = p.PossibleFrom.Format(time.DateOnly)
	}
	for _, d := range p.Databases {
		preview.Databases = append(preview.Databases, figures(d))
	}
	return preview
}

func referencesToProto(references calculation.References) map[string]*scoringenginev1.Reference {
	named := map[string]*scoringenginev1.Reference{}
	for name, reference := range references {
		named[name] = &scoringenginev1.Reference{Value: reference.Value, Sample: reference.Sample}
	}
	return named
}

// BacktestTask returns the results that a task would have had in earlier weeks.
func (s *Previews) BacktestTask(
	ctx context.Context, req *scoringenginev1.BacktestTaskRequest,
) (*scoringenginev1.BacktestTaskResponse, error) {
	task, err := taskOf(req.GetTask())
	if err != nil {
		return nil, err
	}
	found, err := s.previews.Backtest(ctx, calculation.AccountID(req.GetAccountId()), task, int(req.GetWeeks()))
	if err != nil {
		return nil, fmt.Errorf("backtest: %w", err)
	}
	res := &scoringenginev1.BacktestTaskResponse{Moves: found.Moves}
	for _, week := range found.Weeks {
		day := &scoringenginev1.BacktestDay{GeneratedDate: week.Date.Format(time.DateOnly)}
		for _, side := range week.Sides {
			f := &scoringenginev1.BacktestFigures{Enough: side.Enough, References: referencesToProto(side.References)}
			for _, d := range side.Databases {
				f.Databases = append(f.Databases, figures(d))
			}
			if side.Lift != nil {
				f.Lift = bandLifts(task.Channel, side.Lift)
			}
			day.Figures = append(day.Figures, f)
		}
		res.Days = append(res.Days, day)
	}
	return res, nil
}
