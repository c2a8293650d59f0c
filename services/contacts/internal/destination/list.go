package destination

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Member is an address on a list, with its band or reason.
type Member struct{ Address, Name string }

// Refusal is the reason for which a provider refused an address.
type Refusal string

// The refusals.
const (
	RefusedInvalid      Refusal = "INVALID"
	RefusedUnsubscribed Refusal = "UNSUBSCRIBED"
	RefusedOther        Refusal = "OTHER"
	// RefusedUnknown is returned for all members of a call of which a Reader refused some without saying which ones.
	RefusedUnknown Refusal = "UNKNOWN"
)

// Lists opens lists at providers.
type Lists interface {
	// Open returns a list without calling the provider. It fails with FailKey for a key of another form than the
	// provider's.
	Open(target Target, key string) (List, error)
}

// List is a list at a provider. Its calls are idempotent. They fail with ErrBatch if the provider refuses all members
// together, else with a Stopped.
type List interface {
	// AddsAtOnce and RemovesAtOnce return the maximum number of members of a call.
	AddsAtOnce() int
	RemovesAtOnce() int
	// Check looks the list up and creates a missing field or tag.
	Check(ctx context.Context) error
	// Add puts members on the list and returns the refused ones. It never subscribes an address again that unsubscribed
	// at the provider.
	Add(ctx context.Context, members []Member) (map[string]Refusal, error)
	Remove(ctx context.Context, addresses []string) error
}

// Reader is a List that tells refused members only by its content.
type Reader interface {
	// Absent returns those of some addresses that are not on the list, in lower case. It reads the whole list.
	Absent(ctx context.Context, addresses []string) (map[string]bool, error)
}

// ErrBatch means that the provider refused all members of a call together.
var ErrBatch = errors.New("the provider refuses these members")

// Halved calls do with all items. If it fails with ErrBatch, it halves them until the refused ones are found, and calls
// alone with each of these. It stops at the first other error.
func Halved[T any](items []T, do func([]T) error, alone func(T) error) error {
	err := do(items)
	switch {
	case !errors.Is(err, ErrBatch):
		return err
	case len(items) == 1:
		return alone(items[0])
	}
	half := len(items) / 2
	if err := Halved(items[:half], do, alone); err != nil {
		return err
	}
	return Halved(items[half:], do, alone)
}

// Stopped is a failed call, which ends the run.
type Stopped struct {
	Failure Failure
	// After is the pause that the provider asks for; 0 if unknown.
	After time.Duration
	Cause error
}

func (s *Stopped) Error() string { return fmt.Sprintf("%s: %v", s.Failure, s.Cause) }

// Unwrap returns the cause.
func (s *Stopped) Unwrap() error { return s.Cause }

// failureOf returns the failure of a call. An error that is not a Stopped counts as FailProvider.
func failureOf(err error) Failure {
	var stopped *Stopped
	switch {
	case err == nil:
		return FailNone
	case errors.As(err, &stopped):
		return stopped.Failure
	default:
		return FailProvider
	}
}
