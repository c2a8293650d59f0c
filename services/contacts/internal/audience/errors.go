package audience

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The errors of results and exports that a client may act on.
var (
	ErrReportNotFound     = fault.New(fault.NotFound, reason.ReportNotFound, "there is no result for this day and channel")
	ErrReportReplaced     = fault.New(fault.Stale, reason.ReportReplaced, "the result was calculated again meanwhile; ask once more")
	ErrReportUID          = fault.New(fault.Invalid, reason.ReportUIDUnknown, "the scoring has no such uid")
	ErrExportOverlap      = fault.New(fault.Invalid, reason.ExportTargetsOverlap, "an earlier target already has some of these contacts")
	ErrExportBand         = fault.New(fault.Invalid, reason.ExportBandInvalid, "a band begins after its end")
	ErrExportGroupMissing = fault.New(fault.Invalid, reason.ExportGroupMissing, "a target names a group or a new one, not both")
	ErrExportNotFound     = fault.New(fault.NotFound, reason.ExportNotFound, "the account has no such export")
	// ErrExportUndone carries the receipt.
	ErrExportUndone = fault.New(fault.Precondition, reason.ExportUndone, "the export was already undone")
)
