// Package core decides who may sign in and what an account is.
package core

import (
	"strings"
	"time"
	"unicode"

	"puls.app/services/kit/fault"
)

// AccountID is the tenant's number; padded to three digits it is also the account's own uid.
type AccountID int32

// UserID is unique over all accounts.
type UserID int64

// Account is a tenant.
type Account struct {
	ID AccountID
	// Timezone is an IANA name; local days are counted in it.
	Timezone string
	// Language is "pl" or "en".
	Language string
	Active   bool
	// TrackedEventTypes are web event types such as "page_view"; none means that lead scoring is off.
	TrackedEventTypes []string
}

// User is a person of one account.
type User struct {
	ID      UserID
	Account AccountID
	Email   string
	Roles   []string
}

// Login is what a sign-in is checked against.
type Login struct {
	User
	// Hash is a PHC string.
	Hash string
	// Active is false when the user or the account is switched off.
	Active bool
}

// NewAccount is what an account is made from.
type NewAccount struct {
	Email    string
	Password string
	Timezone string
	Language string
}

// Errors that a caller may act on.
var (
	ErrInvalidLogin    = fault.New(fault.Unauthenticated, "ACCOUNT_INVALID_LOGIN", "the e-mail and the password do not belong together")
	ErrInactive        = fault.New(fault.Precondition, "ACCOUNT_INACTIVE", "the account is inactive")
	ErrBusy            = fault.New(fault.Busy, "ACCOUNT_LOGIN_BUSY", "too many people are signing in; try again in a moment")
	ErrEmailTaken      = fault.New(fault.Exists, "ACCOUNT_EMAIL_TAKEN", "a user with this e-mail exists already")
	ErrTimezoneUnknown = fault.New(fault.Invalid, "ACCOUNT_TIMEZONE_UNKNOWN", "the timezone is not an IANA name such as Europe/Warsaw")
	ErrWeakPassword    = fault.New(fault.Invalid, "ACCOUNT_WEAK_PASSWORD",
		"the password needs at least 12 characters with a lower-case letter, an upper-case letter, a digit and a special character")
	ErrNotFound = fault.New(fault.NotFound, "ACCOUNT_NOT_FOUND", "there is no such account")
)

const minPasswordLength = 12

// CheckPassword answers ErrWeakPassword unless the password meets the product's rule.
func CheckPassword(password string) error {
	var lower, upper, digit, special bool
	for _, r := range password {
		switch {
		case unicode.IsLower(r):
			lower = true
		case unicode.IsUpper(r):
			upper = true
		case unicode.IsDigit(r):
			digit = true
		case !unicode.IsLetter(r):
			special = true
		}
	}
	if len([]rune(password)) < minPasswordLength || !lower || !upper || !digit || !special {
		return ErrWeakPassword.WithField("password", ErrWeakPassword.Detail)
	}
	return nil
}

// CheckTimezone answers ErrTimezoneUnknown unless name is in the IANA database.
func CheckTimezone(name string) error {
	if name == "" || name == "Local" {
		return ErrTimezoneUnknown.WithField("timezone", ErrTimezoneUnknown.Detail)
	}
	if _, err := time.LoadLocation(name); err != nil {
		return ErrTimezoneUnknown.WithField("timezone", ErrTimezoneUnknown.Detail)
	}
	return nil
}

// NormalEmail answers the form under which an e-mail is kept and compared.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
