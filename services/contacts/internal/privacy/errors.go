package privacy

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of acts on persons that a client may act on.
var (
	ErrPersonNotFound = fault.New(fault.NotFound, reason.PersonNotFound, "no uid of the account has this address")
	// ErrErasure is for an installation without the secret by which erased addresses are known again.
	ErrErasure = fault.New(
		fault.Unavailable, reason.Unavailable, "nobody can be erased: the operator has to set PULS_ERASURE_SECRET",
	)
)

// The failures that a client may act on.
var (
	ErrEntryNotFound = fault.New(fault.NotFound, reason.EntryNotFound, "the event log has no such entry")
)
