package rpc

import (
	"context"
	"time"

	"google.golang.org/grpc"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/scoring-config/internal/core"
)

var errDate = fault.New(fault.Invalid, reason.DateInvalid, "there is no such day since 1970")

// Due serves DueService.
type Due struct {
	scoringconfigv1.UnimplementedDueServiceServer
	app *core.App
}

// NewDue returns a server.
func NewDue(app *core.App) *Due { return &Due{app: app} }

// parseDate parses YYYY-MM-DD; an empty text is the zero time.
func parseDate(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1970 {
		return time.Time{}, errDate.WithField("generatedDate", errDate.Detail)
	}
	return day, nil
}

// StreamDue streams the due tasks.
func (s *Due) StreamDue(
	req *scoringconfigv1.StreamDueRequest, stream grpc.ServerStreamingServer[scoringconfigv1.StreamDueResponse],
) error {
	day, err := parseDate(req.GetGeneratedDate())
	if err != nil {
		return err
	}
	return s.app.Due(stream.Context(), day, func(tasks []core.Task) error {
		for _, task := range tasksToProto(tasks) {
			if err := stream.Send(&scoringconfigv1.StreamDueResponse{Task: task}); err != nil {
				return err
			}
		}
		return nil
	})
}

// GetTask returns one scoring's tasks for a day.
func (s *Due) GetTask(
	ctx context.Context, req *scoringconfigv1.GetTaskRequest,
) (*scoringconfigv1.GetTaskResponse, error) {
	id, err := parseID(req.GetScoringId())
	if err != nil {
		return nil, err
	}
	day, err := parseDate(req.GetGeneratedDate())
	if err != nil {
		return nil, err
	}
	tasks, err := s.app.ByName(ctx, core.AccountID(req.GetAccountId()), id, day, req.GetWithHistory())
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.GetTaskResponse{Tasks: tasksToProto(tasks)}, nil
}

func tasksToProto(tasks []core.Task) []*scoringconfigv1.CalculationTask {
	list := make([]*scoringconfigv1.CalculationTask, 0, len(tasks))
	for _, task := range tasks {
		p := &scoringconfigv1.CalculationTask{
			AccountId: int32(task.Account), Channel: typev1.Channel(task.Channel),
			GeneratedDate: task.Date.Format(time.DateOnly),
		}
		for _, s := range task.Scorings {
			scoring := &scoringconfigv1.TaskScoring{ScoringId: s.ID.String(), Again: task.Again}
			event.SetSpec(scoring, task.Channel, s.Spec(task.Channel))
			if !task.SettledAt.IsZero() {
				scoring.SettledAt = task.SettledAt.Unix()
			}
			p.Scorings = append(p.Scorings, scoring)
		}
		list = append(list, p)
	}
	return list
}
