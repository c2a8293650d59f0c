package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	// taskTries is how often a task that fails is tried before it goes to the dead letters.
	taskTries = 5
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

// Queue takes tasks.
type Queue interface {
	Publish(ctx context.Context, subject, id string, payload []byte) error
}

// Nightly is the consumer of the nightly event: it puts what is due on the work queue.
func Nightly(due Due, queue Queue, log *slog.Logger) bus.Consumer {
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
			for _, task := range tasks {
				if err := Enqueue(ctx, queue, task); err != nil {
					return err
				}
			}
			log.InfoContext(ctx, "nightly", "date", event.GetGeneratedDate(), "tasks", len(tasks))
			return nil
		},
	}
}

// Enqueue puts a task on the work queue. The same task within two minutes is put once.
func Enqueue(ctx context.Context, queue Queue, task *scoringconfigv1.CalculationTask) error {
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(task)
	if err != nil {
		return fmt.Errorf("write task: %w", err)
	}
	digest := sha256.Sum256(payload)
	id := hex.EncodeToString(digest[:16])
	for _, scoring := range task.GetScorings() {
		if scoring.GetAgain() {
			id = uuid.NewString() // asked for by a person: never swallowed
		}
	}
	if err := queue.Publish(ctx, taskSubject, id, payload); err != nil {
		return fmt.Errorf("queue task: %w", err)
	}
	return nil
}

// Tasks is the consumer that calculates.
func Tasks(calculator *core.Calculator, log *slog.Logger) bus.Consumer {
	return bus.Consumer{
		Stream: taskStream, Durable: "scoring-engine-tasks", Subject: taskSubject, MaxDeliver: taskTries,
		Handle: func(ctx context.Context, payload []byte) error {
			task, err := ReadTask(payload)
			if err != nil {
				return err
			}
			return calculator.Run(ctx, task)
		},
		GiveUp: func(ctx context.Context, payload []byte, _ error) {
			task, err := ReadTask(payload)
			if err == nil {
				err = calculator.Fail(ctx, task)
			}
			if err != nil {
				log.ErrorContext(ctx, "a failed task could not be noted", "error", err)
			}
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
