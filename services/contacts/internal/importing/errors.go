package importing

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of imports that a client may act on.
var (
	ErrNotFound = fault.New(fault.NotFound, reason.ImportNotFound, "the account has no such import")
	ErrSetAside = fault.New(fault.Invalid, reason.ImportSetAside,
		"the program ended twice at the same place of the file; send it in smaller parts")
	ErrNotDraft = fault.New(
		fault.Precondition, reason.ImportNotDraft, "the import is no draft any more; send the file again",
	)
	ErrNoRows = fault.New(fault.Precondition, reason.ImportNoRows,
		"the check refused every row of the file; say in another way what its columns are, or send another file")
	ErrLooksBusy = fault.New(fault.Busy, reason.UploadsBusy, "as many files are being looked at as may; try again soon")
	ErrEnded     = fault.New(fault.Precondition, reason.ImportEnded, "the import has ended")
	ErrCutOff    = fault.New(fault.Invalid, reason.ImportCutOff,
		"the file did not arrive whole; nothing was kept, send it again")
	ErrLimit = fault.New(fault.Busy, reason.ImportLimit,
		"as many imports of the account are waiting as may; send the file when one is done")
	ErrKeyUsed = fault.New(fault.Mismatch, reason.ImportKeyReused, "the idempotency key was used for another file")
	// ErrMoved means that an import is not where a worker left it: another one has taken it over.
	ErrMoved = fault.New(fault.Stale, reason.ImportMoved, "the import was taken over")
	// ErrDictionaryChanged means that contacts changed while rows were read, so that they must be looked up again.
	ErrDictionaryChanged = fault.New(fault.Stale, reason.ImportDictionaryChanged, "contacts changed meanwhile")
)
