// Package event decodes events that several services consume. It holds the rules on events that a contract cannot
// express in types, once for all services.
package event

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// Result identifies the result of a calculation: a scoring and channel has one per day. Of its revisions the highest
// counts.
type Result struct {
	Account int32
	Scoring uuid.UUID
	Channel typev1.Channel
	Date    time.Time
	// At is when the revision was committed.
	At time.Time
}

// ResultOf returns the result that an event of a finished calculation announces.
func ResultOf(event *scoringenginev1.Calculated) (Result, error) {
	scoring, err := uuid.Parse(event.GetScoringId())
	if err != nil {
		return Result{}, fmt.Errorf("read scoring id: %w", err)
	}
	day, err := Day(event.GetGeneratedDate())
	if err != nil {
		return Result{}, err
	}
	return Result{
		Account: event.GetAccountId(), Scoring: scoring, Channel: event.GetChannel(), Date: day,
		At: Moment(event.GetMadeAt(), event.GetCalculatedAt()),
	}, nil
}

// Day reads a generated date.
func Day(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return day, fmt.Errorf("read generated date: %w", err)
	}
	return day, nil
}

// Moment returns the moment of an event. The previous version wrote Unix seconds instead of a timestamp; a service's
// outbox stores such events for three days.
func Moment(at *timestamppb.Timestamp, seconds int64) time.Time {
	if at == nil {
		return time.Unix(seconds, 0)
	}
	return at.AsTime()
}
