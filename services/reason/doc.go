// Package reason names why a call may fail: the enum puls.type.v1.FaultReason for code that knows no wire format. The
// proto says what each of them means.
package reason

// Reason is why a call failed. Its text is what clients see as `meta.class`.
type Reason int32

// String returns the name that the contracts use, such as SCORING_NOT_FOUND.
func (r Reason) String() string { return names[r] }
