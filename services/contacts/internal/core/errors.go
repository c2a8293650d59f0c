package core

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures that a client may act on.
var (
	ErrDatabaseNotFound = fault.New(fault.NotFound, reason.DatabaseNotFound, "the account has no such uid")
	ErrContactNotFound  = fault.New(fault.NotFound, reason.ContactNotFound, "the uid has no such contact")
	// ErrContactExists names in its fields which addresses somebody else has.
	ErrContactExists         = fault.New(fault.Exists, reason.ContactExists, "somebody in the uid has this address already")
	ErrContactAddressMissing = fault.New(fault.Invalid, reason.ContactAddressMissing,
		"a contact needs an e-mail address, a phone number or an external id")
	ErrContactEmail = fault.New(fault.Invalid, reason.ContactEmailInvalid, "this is no e-mail address")
	ErrContactGSM   = fault.New(fault.Invalid, reason.ContactGsmInvalid,
		"this is no phone number; numbers that are not Polish begin with +")
	ErrContactExternalID = fault.New(fault.Invalid, reason.ContactExternalIDInvalid,
		"an external id has up to 255 bytes and no tabs")
	ErrContactErased = fault.New(fault.Invalid, reason.ContactErased, "the address was erased for ever and is refused")
	ErrContactLimit  = fault.New(fault.Precondition, reason.ContactLimit, "the uid has as many contacts as it may")
	ErrConsentNote   = fault.New(fault.Invalid, reason.ConsentNoteMissing,
		"a consent that is given by hand needs a note that says from what it is")
	ErrLinkUnknown = fault.New(fault.NotFound, reason.UnsubscribeLinkUnknown, "the link is not valid")
	// ErrPropertyUnknown is ErrPropertyNotFound for a property that a body names.
	ErrPropertyUnknown = fault.New(fault.Invalid, reason.PropertyNotFound, "the uid has no such property")
	ErrPropertyValue   = fault.New(fault.Invalid, reason.PropertyValueInvalid, "the value does not fit the property")

	ErrDatabaseExists = fault.New(fault.Exists, reason.DatabaseExists, "the account has this uid already")
	ErrGroupExists    = fault.New(fault.Exists, reason.GroupExists, "the uid has a group of this name already")
	ErrGroupName      = fault.New(
		fault.Invalid, reason.GroupNameInvalid, "a group's name has 1 to 100 characters and no |",
	)
	// ErrUIDUnknown is ErrDatabaseNotFound for a uid that a body names.
	ErrUIDUnknown   = fault.New(fault.Invalid, reason.DatabaseNotFound, "the account has no such uid")
	ErrPropertyName = fault.New(fault.Invalid, reason.PropertyNameInvalid,
		"the name of a trait has letters, digits, spaces, _ and -")
	ErrPropertyExists   = fault.New(fault.Exists, reason.PropertyExists, "the uid has a property of this name already")
	ErrPropertyNotFound = fault.New(fault.NotFound, reason.PropertyNotFound, "the account has no such property")
	ErrPropertyInUse    = fault.New(fault.Precondition, reason.PropertyInUse, "a scoring fills the property")
	ErrDatabaseLimit    = fault.New(fault.Invalid, reason.DatabaseLimit, "the account has as many uids as it may")
	ErrGroupLimit       = fault.New(fault.Invalid, reason.GroupLimit, "the uid has as many groups as it may")
	ErrPropertyLimit    = fault.New(fault.Invalid, reason.PropertyLimit, "the uid has as many properties as it may")

	ErrGroupNotFound = fault.New(fault.NotFound, reason.GroupNotFound, "the account has no such group")
	ErrGroupInUse    = fault.New(fault.Precondition, reason.GroupInUse, "a scoring uses the group")
	// ErrGroupUnknown is ErrGroupNotFound for a group that a body's target names.
	ErrGroupUnknown       = fault.New(fault.Invalid, reason.GroupNotFound, "the uids have no such group")
	ErrReportNotFound     = fault.New(fault.NotFound, reason.ReportNotFound, "there is no result for this day and channel")
	ErrReportReplaced     = fault.New(fault.Stale, reason.ReportReplaced, "the result was calculated again meanwhile; ask once more")
	ErrReportUID          = fault.New(fault.Invalid, reason.ReportUIDUnknown, "the scoring has no such uid")
	ErrExportOverlap      = fault.New(fault.Invalid, reason.ExportTargetsOverlap, "a target before wants some of these contacts")
	ErrExportBand         = fault.New(fault.Invalid, reason.ExportBandInvalid, "a band begins after its end")
	ErrExportGroupMissing = fault.New(fault.Invalid, reason.ExportGroupMissing, "a target names a group or a new one, not both")
	ErrExportNotFound     = fault.New(fault.NotFound, reason.ExportNotFound, "the account has no such export")
	// ErrExportUndone carries the receipt.
	ErrExportUndone = fault.New(fault.Precondition, reason.ExportUndone, "the export was undone already")

	ErrPersonNotFound = fault.New(fault.NotFound, reason.PersonNotFound, "no uid of the account has this address")
	// ErrErasure is for an installation without the secret by which erased addresses are known again.
	ErrErasure = fault.New(
		fault.Unavailable, reason.Unavailable, "nobody can be erased: the operator has to set PULS_ERASURE_SECRET",
	)
	ErrEntryNotFound = fault.New(fault.NotFound, reason.EntryNotFound, "the event log has no such entry")

	ErrImportNotFound = fault.New(fault.NotFound, reason.ImportNotFound, "the account has no such import")
	ErrImportEmpty    = fault.New(fault.Invalid, reason.ImportEmpty, "the file is empty")
	ErrImportHeader   = fault.New(fault.Invalid, reason.ImportHeaderInvalid, "the first line cannot be used")
	ErrImportEncoding = fault.New(fault.Invalid, reason.ImportEncodingUnknown,
		"the file is no text; save it as CSV in UTF-8")
	ErrImportFile = fault.New(fault.Invalid, reason.ImportFileUnknown,
		"the file is a picture, a document, a page or a spreadsheet of another kind; save it as CSV or XLSX, without a password")
	ErrImportMapping = fault.New(
		fault.Invalid, reason.ImportMappingInvalid, "the columns cannot be used as they were named",
	)
	ErrImportArchive = fault.New(fault.Invalid, reason.ImportArchiveInvalid,
		"the archive is broken, locked, holds more than one file, or would unpack to over 2 GiB")
	ErrImportComplex = fault.New(fault.Invalid, reason.ImportTooComplex,
		"the spreadsheet unfolds to more than is read of one; save the sheet as CSV")
	ErrImportSetAside = fault.New(fault.Invalid, reason.ImportSetAside,
		"the program ended twice at the same place of the file; send it in smaller parts")
	ErrImportSheet = fault.New(
		fault.Invalid, reason.ImportSheetUnknown, "the spreadsheet has no such sheet, or none with rows",
	)
	ErrImportNotDraft = fault.New(
		fault.Precondition, reason.ImportNotDraft, "the import is no draft any more; send the file again",
	)
	ErrLooksBusy      = fault.New(fault.Busy, reason.UploadsBusy, "as many files are being looked at as may; try again soon")
	ErrImportEnded    = fault.New(fault.Precondition, reason.ImportEnded, "the import has ended")
	ErrImportFormat   = fault.New(fault.Invalid, reason.ImportFormatInvalid, "NDJSON holds engagement only")
	ErrImportTooLarge = fault.New(fault.TooLarge, reason.ImportTooLarge, "the file has more than 2 GiB; send it in parts")
	ErrImportCutOff   = fault.New(fault.Invalid, reason.ImportCutOff,
		"the file did not arrive whole; nothing was kept, send it again")
	ErrImportLimit = fault.New(fault.Busy, reason.ImportLimit,
		"as many imports of the account are waiting as may; send the file when one is done")
	ErrImportKeyUsed = fault.New(fault.Mismatch, reason.ImportKeyReused, "the idempotency key was used for another file")

	// ErrMoved means that an import is not where a worker left it: another one has taken it over.
	ErrMoved = fault.New(fault.Stale, reason.ImportMoved, "the import was taken over")
	// ErrDictionaryChanged means that contacts changed while rows were read, so that they must be looked up again.
	ErrDictionaryChanged = fault.New(fault.Stale, reason.ImportDictionaryChanged, "contacts changed meanwhile")
)
