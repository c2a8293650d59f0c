// Package fault decides what a client may learn of a failure: a kind, which becomes the status, and a
// reason, which the catalogue of texts is keyed by. Every other error stays inside and leaves as internal.
package fault

import (
	"errors"
	"fmt"
)

// Kind is the sort of failure; it alone decides the status of an answer.
type Kind int

const (
	// Internal is a failure that the client can do nothing about.
	Internal Kind = iota
	// Invalid is input that cannot be used as it is.
	Invalid
	// Unauthenticated is a missing, wrong or expired proof of who asks.
	Unauthenticated
	// Forbidden is an act the caller may not do.
	Forbidden
	// NotFound is something that does not exist or belongs to another account.
	NotFound
	// Exists is something that may exist only once.
	Exists
	// Stale is a change made from an older version than the present one.
	Stale
	// Precondition is a state that does not allow the act.
	Precondition
	// TooLarge is input over a limit of size.
	TooLarge
	// Mismatch is a repeated idempotency key with another request.
	Mismatch
	// Busy is a limit of rate or of waiting work.
	Busy
	// Unavailable is a dependency that does not answer now.
	Unavailable
)

// Fault is the only error whose text leaves a service. Reason is UPPER_SNAKE and starts with the service's
// noun; Detail is a sentence in English for a developer.
type Fault struct {
	Kind   Kind
	Reason string
	Detail string
	Fields []Field
}

// Field names one wrong value of a request by its JSON name.
type Field struct {
	Name    string
	Message string
}

// New makes a fault without fields.
func New(kind Kind, reason, detail string) *Fault {
	return &Fault{Kind: kind, Reason: reason, Detail: detail}
}

// Error joins reason and detail.
func (f *Fault) Error() string { return f.Reason + ": " + f.Detail }

// Is makes faults of one reason equal for errors.Is, whatever their detail.
func (f *Fault) Is(target error) bool {
	var other *Fault
	return errors.As(target, &other) && other.Reason == f.Reason
}

// Withf answers a copy with a detail of its own.
func (f *Fault) Withf(format string, args ...any) *Fault {
	changed := *f
	changed.Detail = fmt.Sprintf(format, args...)
	return &changed
}

// WithField answers a copy that names one more wrong value.
func (f *Fault) WithField(name, message string) *Fault {
	changed := *f
	changed.Fields = append(append([]Field(nil), f.Fields...), Field{Name: name, Message: message})
	return &changed
}

// From finds the fault in err's chain, or nil.
func From(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}
