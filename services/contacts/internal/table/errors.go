package table

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of files that a client may act on.
var (
	ErrEmpty  = fault.New(fault.Invalid, reason.ImportEmpty, "the file is empty")
	ErrHeader = fault.New(fault.Invalid, reason.ImportHeaderInvalid, "the first line cannot be used")
	ErrSums   = fault.New(fault.Invalid, reason.ImportSums,
		"the file has the sums of campaigns and no addresses; send a report with a row for each recipient")
	ErrEncoding = fault.New(fault.Invalid, reason.ImportEncodingUnknown,
		"the file is not text; save it as CSV in UTF-8")
	ErrFile = fault.New(fault.Invalid, reason.ImportFileUnknown,
		"the file is a picture, a document, a page or a spreadsheet of another kind; save it as CSV or XLSX, without a password")
	ErrMapping = fault.New(
		fault.Invalid, reason.ImportMappingInvalid, "the columns cannot be used as they were named",
	)
	ErrArchive = fault.New(fault.Invalid, reason.ImportArchiveInvalid,
		"the archive is broken, locked, holds more than one file, or would unpack to over 2 GiB")
	ErrComplex = fault.New(fault.Invalid, reason.ImportTooComplex,
		"the spreadsheet unpacks to more than can be read; save the sheet as CSV")
	ErrSheet = fault.New(
		fault.Invalid, reason.ImportSheetUnknown, "the spreadsheet has no such sheet, or none with rows",
	)
	ErrFormat   = fault.New(fault.Invalid, reason.ImportFormatInvalid, "NDJSON holds engagement only")
	ErrTooLarge = fault.New(fault.TooLarge, reason.ImportTooLarge, "the file has more than 2 GiB; send it in parts")
)
