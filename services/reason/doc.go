// Package reason names the reasons of failed calls: the enum puls.type.v1.FaultReason for code that does not know the
// wire format. The proto documents each of them.
package reason

// Reason is the reason of a failed call. Clients see its text as `meta.class`.
type Reason int32

// String returns the name that the contracts use, such as SCORING_NOT_FOUND.
func (r Reason) String() string { return names[r] }
