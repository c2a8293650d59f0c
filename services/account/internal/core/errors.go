package core

import (
	"time"

	"puls.app/services/kit/fault"
)

// Errors that a caller may act on.
var (
	ErrInvalidLogin = fault.New(fault.Unauthenticated, "ACCOUNT_INVALID_LOGIN", "the e-mail and the password do not belong together")
	// ErrWrongPassword is ErrInvalidLogin for somebody who is signed in: it must not end the session.
	ErrWrongPassword   = fault.New(fault.Invalid, "ACCOUNT_INVALID_LOGIN", "the present password is wrong")
	ErrInactive        = fault.New(fault.Invalid, "ACCOUNT_INACTIVE", "the account is inactive")
	ErrBusy            = fault.New(fault.Busy, "ACCOUNT_LOGIN_BUSY", "too many people are signing in; try again in a moment").After(time.Second)
	ErrTooManyAttempts = fault.New(fault.Busy, "ACCOUNT_TOO_MANY_ATTEMPTS", "too many attempts; try again in some minutes")
	ErrEmailTaken      = fault.New(fault.Exists, "ACCOUNT_EMAIL_TAKEN", "a user with this e-mail exists already")
	ErrConsentMissing  = fault.New(fault.Invalid, "ACCOUNT_CONSENT_MISSING", "the terms and the data-processing agreement must be accepted")
	ErrTimezoneUnknown = fault.New(fault.Invalid, "ACCOUNT_TIMEZONE_UNKNOWN", "the timezone is not an IANA name such as Europe/Warsaw")
	ErrEventType       = fault.New(fault.Invalid, "ACCOUNT_EVENT_TYPE_UNKNOWN",
		"tracked event types are page_view, product_view, checkout_view, payment_info and purchase")
	ErrCommonPassword = fault.New(fault.Invalid, "ACCOUNT_COMMON_PASSWORD",
		"the password is one of the most used, or a common word with digits and signs around it")
	ErrWeakPassword = fault.New(fault.Invalid, "ACCOUNT_WEAK_PASSWORD",
		"the password needs at least 12 characters with a lower-case letter, an upper-case letter, a digit and a special character")
	ErrPasswordUnchanged = fault.New(fault.Invalid, "ACCOUNT_PASSWORD_UNCHANGED", "the new password equals the present one")
	ErrLinkInactive      = fault.New(fault.Invalid, "ACCOUNT_LINK_INACTIVE", "the link is no longer active")
	ErrSessionEnded      = fault.New(fault.Unauthenticated, "ACCOUNT_SESSION_ENDED", "there is no session to continue")
	ErrClientIDInvalid   = fault.New(fault.Invalid, "ACCOUNT_CLIENT_ID_INVALID", "the client id is no account number")
	ErrClientOwn         = fault.New(fault.Invalid, "ACCOUNT_CLIENT_OWN", "this is the account itself")
	// ErrClientSame is ErrClientOwn for an operator.
	ErrClientSame     = fault.New(fault.Invalid, "ACCOUNT_CLIENT_OWN", "an account cannot be its own client")
	ErrClientInactive = fault.New(fault.Invalid, "ACCOUNT_CLIENT_INACTIVE", "the client account is switched off")
	ErrClientNotFound = fault.New(fault.NotFound, "ACCOUNT_CLIENT_NOT_FOUND", "there is no client account with this id")
	ErrAPIKeyInvalid  = fault.New(fault.Unauthenticated, "ACCOUNT_API_KEY_INVALID", "the API key is unknown or revoked")
	// ErrAPIKeyOwnPeople keeps what outlives a visit from visitors.
	ErrAPIKeyOwnPeople = fault.New(fault.Forbidden, "ACCOUNT_API_KEY_OWN_PEOPLE",
		"only users of the account itself make and revoke its API key, at home and after a sign-in")
	ErrAPIKeyNotFound = fault.New(fault.NotFound, "ACCOUNT_API_KEY_NOT_FOUND", "the account has no API key")
	ErrExternalToken  = fault.New(fault.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID", "the one-time token is unknown, used or too old")
	ErrUserNotFound   = fault.New(fault.NotFound, "ACCOUNT_USER_NOT_FOUND", "there is no such user")
	ErrNotFound       = fault.New(fault.NotFound, "ACCOUNT_NOT_FOUND", "there is no such account")
)
