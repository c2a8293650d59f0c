package importing

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of imports that a client may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.ImportNotFound, "the account has no such import")
	ErrSetAside = fault.New(fault.Invalid, reason.ImportSetAside,
		"the program crashed twice at the same place in the file; send it in smaller parts")
	ErrNotDraft = fault.New(
		fault.Precondition, reason.ImportNotDraft, "the import is no longer a draft; send the file again",
	)
	ErrNoRows = fault.New(fault.Precondition, reason.ImportNoRows,
		"the check refused every row of the file; map its columns differently, or send another file")
	ErrLooksBusy = fault.New(fault.Busy, reason.UploadsBusy, "too many files are being checked; try again soon")
	ErrEnded     = fault.New(fault.Precondition, reason.ImportEnded, "the import has ended")
	ErrCutOff    = fault.New(fault.Invalid, reason.ImportCutOff,
		"the upload was cut off; nothing was kept, send the file again")
	ErrLimit = fault.New(fault.Busy, reason.ImportLimit,
		"the account has reached its limit of waiting imports; send the file when one is done")
	ErrKeyUsed = fault.New(fault.Mismatch, reason.ImportKeyReused, "the idempotency key was used for another file")
	// ErrMoved means that an import is not where a worker left it: another worker has taken it over.
	ErrMoved = fault.New(fault.Stale, reason.ImportMoved, "the import was taken over")
	// ErrDictionaryChanged means that contacts changed while rows were read, so that they must be looked up again.
	ErrDictionaryChanged = fault.New(fault.Stale, reason.ImportDictionaryChanged, "contacts changed meanwhile")
)
