package rpc

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/event"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Tasks implements calculating.TaskCodec with the message that scoring-config sends tasks in.
type Tasks struct{}

// WriteTask encodes a task for the queue.
func (Tasks) WriteTask(task calculation.Task) ([]byte, error) {
	message := &scoringconfigv1.CalculationTask{
		AccountId: int32(task.Account), Channel: typev1.Channel(task.Channel), GeneratedDate: task.Date.Format(time.DateOnly),
	}
	for _, s := range task.Scorings {
		scoring := &scoringconfigv1.TaskScoring{ScoringId: s.ID.String(), Again: s.Again}
		event.SetSpec(scoring, task.Channel, s.Spec)
		if !s.SettledAt.IsZero() {
			scoring.SettledAt = s.SettledAt.Unix()
		}
		if !s.AskedAt.IsZero() {
			scoring.AskedAt = s.AskedAt.UnixMicro()
		}
		message.Scorings = append(message.Scorings, scoring)
	}
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("write task: %w", err)
	}
	return payload, nil
}

// ReadTask is the reverse of WriteTask.
func (Tasks) ReadTask(payload []byte) (calculation.Task, error) {
	var message scoringconfigv1.CalculationTask
	if err := proto.Unmarshal(payload, &message); err != nil {
		return calculation.Task{}, fmt.Errorf("read task: %w", err)
	}
	return taskOf(&message)
}

func taskOf(message *scoringconfigv1.CalculationTask) (calculation.Task, error) {
	day, err := time.Parse(time.DateOnly, message.GetGeneratedDate())
	if err != nil {
		return calculation.Task{}, fmt.Errorf("read generated date: %w", err)
	}
	task := calculation.Task{
		Account: calculation.AccountID(message.GetAccountId()), Channel: calculation.Channel(message.GetChannel()), Date: day,
	}
	for _, s := range message.GetScorings() {
		scoring, err := scoringOf(task.Channel, s)
		if err != nil {
			return calculation.Task{}, fmt.Errorf("read scoring %s: %w", s.GetScoringId(), err)
		}
		task.Scorings = append(task.Scorings, scoring)
	}
	return task, nil
}

func scoringOf(channel calculation.Channel, s *scoringconfigv1.TaskScoring) (calculation.Scoring, error) {
	id, err := uuid.Parse(s.GetScoringId())
	if err != nil {
		return calculation.Scoring{}, fmt.Errorf("read id: %w", err)
	}
	scoring := calculation.Scoring{ID: id, Again: s.GetAgain()}
	if scoring.Spec, err = event.SpecOfTask(channel, s); err != nil {
		return calculation.Scoring{}, err
	}
	if s.GetSettledAt() != 0 {
		scoring.SettledAt = time.Unix(s.GetSettledAt(), 0)
	}
	if s.GetAskedAt() != 0 {
		scoring.AskedAt = time.UnixMicro(s.GetAskedAt())
	}
	return scoring, nil
}
