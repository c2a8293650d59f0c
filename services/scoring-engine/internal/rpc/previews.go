package rpc

import (
	"context"
	"fmt"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/scoring-engine/internal/core"
)

// Previews implements PreviewService.
type Previews struct {
	scoringenginev1.UnimplementedPreviewServiceServer
	previews *core.Previews
}

// NewPreviews returns a server.
func NewPreviews(previews *core.Previews) *Previews { return &Previews{previews: previews} }

// PreviewTasks answers what tasks would come to.
func (s *Previews) PreviewTasks(
	ctx context.Context, req *scoringenginev1.PreviewTasksRequest,
) (*scoringenginev1.PreviewTasksResponse, error) {
	tasks, err := tasksOf(req.GetTasks())
	if err != nil {
		return nil, err
	}
	previews, err := s.previews.Preview(ctx, core.AccountID(req.GetAccountId()), tasks, req.GetWithScores())
	if err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	res := &scoringenginev1.PreviewTasksResponse{}
	for _, preview := range previews {
		res.Tasks = append(res.Tasks, previewToProto(preview))
	}
	return res, nil
}

func previewToProto(p core.Preview) *scoringenginev1.TaskPreview {
	preview := &scoringenginev1.TaskPreview{
		Channel: typev1.Channel(p.Channel), DataDays: int32(p.DataDays), References: map[string]*scoringenginev1.Reference{},
	}
	if p.PossibleFrom != nil {
		preview.PossibleFrom = p.PossibleFrom.Format(time.DateOnly)
	}
	for _, d := range p.Databases {
		preview.Databases = append(preview.Databases, figures(d))
	}
	for name, reference := range p.References {
		preview.References[name] = &scoringenginev1.Reference{Value: reference.Value, Sample: reference.Sample}
	}
	return preview
}
