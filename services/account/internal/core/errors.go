package core

import (
	"time"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Errors that a caller may act on.
var (
	ErrInvalidLogin = fault.New(
		fault.Unauthenticated, reason.AccountInvalidLogin, "the e-mail or the password is wrong",
	)
	// ErrWrongPassword is ErrInvalidLogin for a signed-in user: it must not end the session.
	ErrWrongPassword = fault.New(fault.Invalid, reason.AccountInvalidLogin, "the current password is wrong")
	ErrInactive      = fault.New(fault.Invalid, reason.AccountInactive, "the account is inactive")
	ErrBusy          = fault.New(
		fault.Busy, reason.AccountLoginBusy, "too many people are signing in; try again in a moment",
	).After(5 * time.Second) // the calls that hold the places are done by then
	ErrTooManyAttempts = fault.New(
		fault.Busy, reason.AccountTooManyAttempts, "too many attempts; try again in a few minutes",
	)
	ErrEmailTaken     = fault.New(fault.Exists, reason.AccountEmailTaken, "a user with this e-mail already exists")
	ErrConsentMissing = fault.New(
		fault.Invalid, reason.AccountConsentMissing, "the terms and the data-processing agreement must be accepted",
	)
	ErrTimezoneUnknown = fault.New(
		fault.Invalid, reason.AccountTimezoneUnknown, "the timezone is not an IANA name such as Europe/Warsaw",
	)
	ErrEventType = fault.New(fault.Invalid, reason.AccountEventTypeUnknown,
		"tracked event types are page_view, product_view, checkout_view, payment_info and purchase")
	ErrCommonPassword = fault.New(fault.Invalid, reason.AccountCommonPassword,
		"the password is one of the most used, or a common word with digits and signs around it")
	ErrWeakPassword = fault.New(fault.Invalid, reason.AccountWeakPassword,
		"the password needs at least 12 characters with a lower-case letter, an upper-case letter, a digit "+
			"and a special character")
	ErrPasswordUnchanged = fault.New(
		fault.Invalid, reason.AccountPasswordUnchanged, "the new password is the same as the current one",
	)
	ErrLinkInactive    = fault.New(fault.Invalid, reason.AccountLinkInactive, "the link is no longer active")
	ErrSessionEnded    = fault.New(fault.Unauthenticated, reason.AccountSessionEnded, "there is no session to continue")
	ErrClientIDInvalid = fault.New(fault.Invalid, reason.AccountClientIDInvalid, "the client id is not an account number")
	ErrClientOwn       = fault.New(fault.Invalid, reason.AccountClientOwn, "this is the account itself")
	// ErrClientSame is ErrClientOwn for an operator.
	ErrClientSame     = fault.New(fault.Invalid, reason.AccountClientOwn, "an account cannot be its own client")
	ErrClientInactive = fault.New(fault.Invalid, reason.AccountClientInactive, "the client account is switched off")
	ErrClientNotFound = fault.New(fault.NotFound, reason.AccountClientNotFound, "there is no client account with this id")
	ErrAPIKeyInvalid  = fault.New(fault.Unauthenticated, reason.AccountAPIKeyInvalid, "the API key is unknown or revoked")
	ErrAPIKeyNotFound = fault.New(fault.NotFound, reason.AccountAPIKeyNotFound, "the account has no API key")
	ErrExternalToken  = fault.New(
		fault.Unauthenticated, reason.AccountExternalTokenInvalid, "the one-time token is unknown, used or too old",
	)
	ErrUserNotFound = fault.New(fault.NotFound, reason.AccountUserNotFound, "there is no such user")
	ErrNotFound     = fault.New(fault.NotFound, reason.AccountNotFound, "there is no such account")
)
