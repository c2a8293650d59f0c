package privacy

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The errors of acts on persons that a client may act on.
var (
	ErrPersonNotFound = fault.New(fault.NotFound, reason.PersonNotFound, "no uid of the account has this address")
	// ErrErasure is for an installation without the secret by which erased addresses are recognised.
	ErrErasure = fault.New(
		fault.Unavailable, reason.Unavailable, "no contact can be erased until the operator sets PULS_ERASURE_SECRET",
	)
)

// The errors of the event log that a client may act on.
var (
	ErrEntryNotFound = fault.New(fault.NotFound, reason.EntryNotFound, "the event log has no such entry")
)
