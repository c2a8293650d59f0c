package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
)

const (
	taskStream  = "CALCULATION"
	taskSubject = "calculation.task"
)

// Streams are those that this service owns: it makes them, others wait for them.
func Streams() []bus.Stream {
	return []bus.Stream{
		{Name: "ENGAGEMENT", Subjects: []string{"engagement.>"}, Queue: true},
		{Name: "SCORING", Subjects: []string{"scoring.>"}, MaxAge: 7 * 24 * time.Hour, MaxBytes: 1 << 30},
		{Name: taskStream, Subjects: []string{"calculation.>"}, Queue: true, MaxBytes: 1 << 30},
	}
}

// Due tells what has to be calculated.
type Due interface {
	ListDue(ctx context.Context, generatedDate string) ([]*scoringconfigv1.CalculationTask, error)
}

// Nightly is the consumer of the nightly event: it puts what is due into the queue.
func Nightly(due Due, queue core.Queue, wake func(), log *slog.Logger) bus.Consumer {
	return bus.Consumer{
		Stream: "SCORING", Durable: "scoring-engine-nightly", Subject: "scoring.nightly",
		Handle: func(ctx context.Context, payload []byte) error {
			var event scoringenginev1.Nightly
			if err := proto.Unmarshal(payload, &event); err != nil {
				return fmt.Errorf("read event: %w", err)
			}
			tasks, err := due.ListDue(ctx, event.GetGeneratedDate())
			if err != nil {
				return fmt.Errorf("ask what is due: %w", err)
			}
			if err := putAll(ctx, queue, tasks); err != nil {
				return err
			}
			wake()
			log.InfoContext(ctx, "nightly", "date", event.GetGeneratedDate(), "tasks", len(tasks))
			return nil
		},
	}
}

// Revived is the consumer of tasks that an operator hands out again; they go into the queue.
func Revived(queue core.Queue, wake func()) bus.Consumer {
	return bus.Consumer{
		Stream: taskStream, Durable: "scoring-engine-tasks", Subject: taskSubject,
		Handle: func(ctx context.Context, payload []byte) error {
			var task scoringconfigv1.CalculationTask
			if err := proto.Unmarshal(payload, &task); err != nil {
				return fmt.Errorf("read task: %w", err)
			}
			if err := putAll(ctx, queue, []*scoringconfigv1.CalculationTask{&task}); err != nil {
				return err
			}
			wake()
			return nil
		},
	}
}

// ReadTask decodes a task of the work queue.
func ReadTask(payload []byte) (core.Task, error) {
	var message scoringconfigv1.CalculationTask
	if err := proto.Unmarshal(payload, &message); err != nil {
		return core.Task{}, fmt.Errorf("read task: %w", err)
	}
	return TaskOf(&message)
}

// TaskOf translates a task.
func TaskOf(message *scoringconfigv1.CalculationTask) (core.Task, error) {
	day, err := time.Parse(time.DateOnly, message.GetGeneratedDate())
	if err != nil {
		return core.Task{}, fmt.Errorf("read generated date: %w", err)
	}
	task := core.Task{Account: core.AccountID(message.GetAccountId()), Channel: core.Channel(message.GetChannel()), Date: day}
	for _, s := range message.GetScorings() {
		id, err := uuid.Parse(s.GetScoringId())
		if err != nil {
			return core.Task{}, fmt.Errorf("read scoring id: %w", err)
		}
		scoring := core.Scoring{
			ID: id, DaysAgo: int(s.GetDaysAgo()), Percentile: int(s.GetPercentile()), Again: s.GetAgain(),
			Name: s.GetName(), Version: int(s.GetVersion()),
		}
		if s.GetSettledAt() != 0 {
			scoring.SettledAt = time.Unix(s.GetSettledAt(), 0)
		}
		for _, weight := range s.GetWeights() {
			scoring.Weights = append(scoring.Weights, int(weight))
		}
		if want := len(core.WeightNames(task.Channel)); len(scoring.Weights) != want {
			return core.Task{}, fmt.Errorf("scoring %s has %d weights on channel %d", id, len(scoring.Weights), task.Channel)
		}
		for _, source := range s.GetDataSources() {
			scoring.Sources = append(scoring.Sources, core.Source{
				UID: source.GetUid(), Included: source.GetIncludedGroupIds(), Excluded: source.GetExcludedGroupIds(), IncludedAll: source.GetIncludedAll(),
			})
		}
		task.Scorings = append(task.Scorings, scoring)
	}
	return task, nil
}
