package destination

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Member is an address on a list, with its band or reason.
type Member struct{ Address, Name string }

// Refusal is why a provider did not take an address.
type Refusal string

// The refusals.
const (
	RefusedInvalid      Refusal = "INVALID"
	RefusedUnsubscribed Refusal = "UNSUBSCRIBED"
	RefusedOther        Refusal = "OTHER"
)

// Lists opens lists at providers.
type Lists interface {
	// Open fails with a key that cannot be the provider's as a call does whose key is refused.
	Open(target Target, key string) (List, error)
}

// List is one at a provider. Its calls may be repeated without harm. They fail with ErrBatch where the provider refuses
// the members as a whole, else with a Stopped.
type List interface {
	// AddsAtOnce and RemovesAtOnce are how many members a call takes.
	AddsAtOnce() int
	RemovesAtOnce() int
	// Check asks for the list, and makes its field and tag where they are missing.
	Check(ctx context.Context) error
	// Add puts members on the list and returns those that were refused. It does not give a consent back that an address
	// has withdrawn at the provider.
	Add(ctx context.Context, members []Member) (map[string]Refusal, error)
	Remove(ctx context.Context, addresses []string) error
}

// ErrBatch is for members that were refused together.
var ErrBatch = errors.New("the provider refuses these members")

// Stopped is a failure of a call, which ends its run.
type Stopped struct {
	Failure Failure
	// After is when the provider may be asked again; 0 where it does not say.
	After time.Duration
	Cause error
}

func (s *Stopped) Error() string { return fmt.Sprintf("%s: %v", s.Failure, s.Cause) }

// Unwrap returns the cause.
func (s *Stopped) Unwrap() error { return s.Cause }

// failureOf names the failure of a call. Any other error counts as the provider's.
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
