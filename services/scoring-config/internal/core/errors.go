package core

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Errors that a caller may act on.
var (
	ErrNotFound        = fault.New(fault.NotFound, reason.ScoringNotFound, "there is no such scoring")
	ErrVersionConflict = fault.New(
		fault.Stale, reason.ScoringVersionConflict, "the scoring was changed in the meantime; read it again",
	)
	ErrActive = fault.New(
		fault.Precondition, reason.ScoringActive, "only the name and the export properties of an active scoring can be changed",
	)
	ErrNotDraft = fault.New(fault.Precondition, reason.ScoringNotDraft, "only a draft can be deleted")
	ErrIsDraft  = fault.New(
		fault.Precondition, reason.ScoringIsDraft, "a draft cannot be calculated; finish it first",
	)
	ErrDateInFuture = fault.New(
		fault.Invalid, reason.DateInFuture, "the day has not begun in the account's timezone yet",
	)
	ErrBackToDraft = fault.New(
		fault.Precondition, reason.ScoringBackToDraft, "a saved scoring cannot become a draft again",
	)
	ErrChannelMissing  = fault.New(fault.Invalid, reason.ScoringChannelMissing, "choose at least one channel")
	ErrWeightsSum      = fault.New(fault.Invalid, reason.ScoringWeightsSum, "the sum of values must be 100%")
	ErrWeightsMissing  = fault.New(fault.Invalid, reason.ScoringWeightsMissing, "not all parameters have been specified")
	ErrPercentile      = fault.New(fault.Invalid, reason.ScoringPercentileMissing, "choose a percentile")
	ErrSourcesMissing  = fault.New(fault.Invalid, reason.ScoringDataSourcesMissing, "choose the contacts to analyse")
	ErrUIDUnknown      = fault.New(fault.Invalid, reason.ScoringUIDUnknown, "the account has no such uid")
	ErrGroupUnknown    = fault.New(fault.Invalid, reason.ScoringGroupUnknown, "the group does not belong to its uid")
	ErrPropertyUnknown = fault.New(
		fault.Invalid, reason.ScoringPropertyUnknown, "the property does not belong to its uid",
	)
	ErrPropertyUnusable = fault.New(fault.Invalid, reason.ScoringPropertyUnusable,
		"scores go only into a Number property of a scored uid that no other channel or scoring fills")
	ErrShares = fault.New(
		fault.Invalid, reason.ScoringSharesInvalid, "each type that is sent needs a share; together they must be 100",
	)
	ErrWebsitesMissing = fault.New(
		fault.Invalid, reason.ScoringWebsitesMissing, "lead scoring needs a website whose visitors are tracked",
	)
	ErrEventsMissing  = fault.New(fault.Invalid, reason.ScoringEventsMissing, "lead scoring needs a tracked event type")
	ErrEventUntracked = fault.New(fault.Invalid, reason.ScoringEventNotTracked, "only tracked event types have a weight")
	ErrBackToGuided   = fault.New(
		fault.Precondition, reason.ScoringBackToGuided, "a scoring with custom weights cannot become a guided one",
	)
	ErrStatus = fault.New(
		fault.Precondition, reason.ScoringSwitchOnByStatus, "a scoring is switched on with :setStatus",
	)
	ErrLimit = fault.New(
		fault.Precondition, reason.ScoringLimit, "the account has reached its limit of scorings; delete drafts first",
	)
	ErrTooManyNew = fault.New(fault.Busy, reason.ScoringTooManyNew, "too many scorings were created within an hour")
	ErrFileFormat = fault.New(
		fault.Invalid, reason.ScoringFileFormat, "the file is not a scoring; its format must be "+FileFormat,
	)
	ErrPreviewBusy = fault.New(
		fault.Busy, reason.ScoringPreviewBusy, "the account has a preview running already; try again soon",
	)
	ErrUIDTwice = fault.New(fault.Invalid, reason.ScoringUIDTwice, "a uid may be named once in a channel")
)
