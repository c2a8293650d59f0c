package core

import "puls.app/services/kit/fault"

// The failures that a client may act on.
var (
	ErrDatabaseNotFound = fault.New(fault.NotFound, "DATABASE_NOT_FOUND", "the account has no such uid")
	ErrDatabaseExists   = fault.New(fault.Exists, "DATABASE_EXISTS", "the account has this uid already")
	ErrGroupExists      = fault.New(fault.Exists, "GROUP_EXISTS", "the uid has a group of this name already")
	ErrGroupName        = fault.New(fault.Invalid, "GROUP_NAME_INVALID", "a group's name has 1 to 100 characters and no |")
	// ErrUIDUnknown is ErrDatabaseNotFound for a uid that a body names.
	ErrUIDUnknown   = fault.New(fault.Invalid, "DATABASE_NOT_FOUND", "the account has no such uid")
	ErrPropertyName = fault.New(fault.Invalid, "PROPERTY_NAME_INVALID",
		"the name of a trait has letters, digits, spaces, _ and -")
	ErrPropertyExists = fault.New(fault.Exists, "PROPERTY_EXISTS", "the uid has a property of this name already")
	ErrDatabaseLimit  = fault.New(fault.Invalid, "DATABASE_LIMIT", "the account has as many uids as it may")
	ErrGroupLimit     = fault.New(fault.Invalid, "GROUP_LIMIT", "the uid has as many groups as it may")
	ErrPropertyLimit  = fault.New(fault.Invalid, "PROPERTY_LIMIT", "the uid has as many properties as it may")

	ErrImportNotFound = fault.New(fault.NotFound, "IMPORT_NOT_FOUND", "the account has no such import")
	ErrImportEmpty    = fault.New(fault.Invalid, "IMPORT_EMPTY", "the file is empty")
	ErrImportHeader   = fault.New(fault.Invalid, "IMPORT_HEADER_INVALID", "the first line cannot be used")
	ErrImportEncoding = fault.New(fault.Invalid, "IMPORT_ENCODING_UNKNOWN",
		"the file is in UTF-16 or no text at all; save it as CSV in UTF-8")
	ErrImportFormat   = fault.New(fault.Invalid, "IMPORT_FORMAT_INVALID", "contacts can be sent as CSV only")
	ErrImportTooLarge = fault.New(fault.TooLarge, "IMPORT_TOO_LARGE", "the file has more than 2 GiB; send it in parts")
	ErrImportCutOff   = fault.New(fault.Invalid, "IMPORT_CUT_OFF",
		"the file did not arrive whole; nothing was kept, send it again")
	ErrImportLimit = fault.New(fault.Busy, "IMPORT_LIMIT",
		"as many imports of the account are waiting as may; send the file when one is done")
	ErrImportKeyUsed = fault.New(fault.Mismatch, "IMPORT_KEY_REUSED", "the idempotency key was used for another file")

	// ErrMoved means that an import is not where a worker left it: another one has taken it over.
	ErrMoved = fault.New(fault.Stale, "IMPORT_MOVED", "the import was taken over")
	// ErrDictionaryChanged means that contacts changed while rows were read, so that they must be looked up again.
	ErrDictionaryChanged = fault.New(fault.Stale, "IMPORT_DICTIONARY_CHANGED", "contacts changed meanwhile")
)
