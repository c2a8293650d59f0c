// Package fault defines the errors that a client may see: a kind, which becomes the status, and a reason, which keys
// the catalogue of texts. Every other error stays inside the service and is answered as internal.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind is the sort of failure; it alone decides the status of a response.
type Kind int

const (
	// Internal is a failure that the client can do nothing about.
	Internal Kind = iota
	// Invalid is input that cannot be used.
	Invalid
	// Unauthenticated is a missing, wrong or expired proof of identity.
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
	// Full is storage without room for more.
	Full
)

// Fault is the only error whose text leaves a service. Reason is UPPER_SNAKE and starts with the service's noun; Detail
// is a sentence in English for a developer.
type Fault struct {
	Kind   Kind
	Reason string
	Detail string
	Fields []Field
	// Wait is how long a retry would fail; 0 if unknown.
	Wait time.Duration
	// Current is the present state where another change came first, in a form that the maker of the fault chooses; nil
	// otherwise.
	Current any
}

// Field names one wrong value of a request by its JSON path.
type Field struct {
	Name string
	// Class is the defect in UPPER_SNAKE: one of the classes of this package, or the reason of the fault.
	Class string
	// Params are the numbers and names of the broken rule, such as min and max. Their values can be encoded as JSON.
	Params  map[string]any
	Message string
}

// Classes of defects of a single value.
const (
	ValueRequired         = "VALUE_REQUIRED"
	ValueOutOfRange       = "VALUE_OUT_OF_RANGE"
	ValueNotAllowed       = "VALUE_NOT_ALLOWED"
	ValueInvalid          = "VALUE_INVALID"
	FieldUnknown          = "FIELD_UNKNOWN"
	TextTooShort          = "TEXT_TOO_SHORT"
	TextTooLong           = "TEXT_TOO_LONG"
	TextBlank             = "TEXT_BLANK"
	TextMalformed         = "TEXT_MALFORMED"
	TextControlCharacters = "TEXT_HAS_CONTROL_CHARACTERS"
	ListTooShort          = "LIST_TOO_SHORT"
	ListTooLong           = "LIST_TOO_LONG"
	ListRepeats           = "LIST_REPEATS"
)

// New makes a fault without fields. The reason must be declared in the contracts (package reason); a plain string does
// not compile.
func New(kind Kind, reason fmt.Stringer, detail string) *Fault {
	return &Fault{Kind: kind, Reason: reason.String(), Detail: detail}
}

// Error joins reason and detail.
func (f *Fault) Error() string { return f.Reason + ": " + f.Detail }

// Is makes faults of one reason equal for errors.Is, whatever their detail.
func (f *Fault) Is(target error) bool {
	var other *Fault
	return errors.As(target, &other) && other.Reason == f.Reason
}

// Withf returns a copy with another detail.
func (f *Fault) Withf(format string, args ...any) *Fault {
	changed := *f
	changed.Detail = fmt.Sprintf(format, args...)
	return &changed
}

// WithField returns a copy that names one more wrong value, whose class is the fault's reason.
func (f *Fault) WithField(name, message string) *Fault {
	return f.With(Field{Name: name, Class: f.Reason, Message: message})
}

// With returns a copy that names one more wrong value.
func (f *Fault) With(field Field) *Fault {
	changed := *f
	changed.Fields = append(append([]Field(nil), f.Fields...), field)
	return &changed
}

// After returns a copy with Wait set.
func (f *Fault) After(wait time.Duration) *Fault {
	changed := *f
	changed.Wait = wait
	return &changed
}

// WithCurrent returns a copy with Current set.
func (f *Fault) WithCurrent(current any) *Fault {
	changed := *f
	changed.Current = current
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
