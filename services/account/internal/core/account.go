// Package core decides who may sign in, where a session may work and when it ends, and what an account is.
package core

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// AccountID is the tenant's number; padded to three digits it is also the account's own uid.
type AccountID int32

// UserID is unique over all accounts.
type UserID int64

// SessionID names a session; every sign-in makes a new one.
type SessionID = uuid.UUID

// Roles of users.
const (
	RoleOwner = "owner"
	// RoleSuperAdmin may enter any account.
	RoleSuperAdmin = "super-admin"
)

// Packages that an account can have.
const (
	PackageLite       = "LITE"
	PackageStandard   = "STANDARD"
	PackagePro        = "PRO"
	PackageEnterprise = "ENTERPRISE"
)

// TrialLife is how long an account may be used after its activation before it needs a paid package.
const TrialLife = 14 * 24 * time.Hour

// Account is a tenant.
type Account struct {
	ID AccountID
	// Timezone is an IANA name; local days are counted in it.
	Timezone string
	// Language is "pl" or "en".
	Language string
	Active   bool
	// TrackedEventTypes are web event types such as "page_view": all as long as nobody chose; none means that lead
	// scoring is off.
	TrackedEventTypes []string
	// NightHour is the local hour from which a day is calculated, 0 to 23.
	NightHour int
	Package   string
	// TrialEnds is nil without a trial.
	TrialEnds *time.Time
	Billing   Billing
}

// TrialExpired reports whether the account's trial is over.
func (a Account) TrialExpired(now time.Time) bool {
	return a.TrialEnds != nil && !now.Before(*a.TrialEnds)
}

// Billing is whom an invoice is made out to.
type Billing struct {
	CompanyName string
	City        string
	PostCode    string
	Street      string
	TaxID       string
	// Country is ISO 3166-1 alpha-2, Currency ISO 4217; both may be empty.
	Country  string
	Currency string
}

// User is a person of one account.
type User struct {
	ID      UserID
	Account AccountID
	Email   string
	Roles   []string
	// ExternalServerID and ExternalUserID name the user in the connected system; empty without one.
	ExternalServerID string
	ExternalUserID   string
	// HasClients reports whether there are accounts that the user may enter. Only AccountStore.User fills it in.
	HasClients bool
}

// SuperAdmin reports whether the user may enter any account.
func (u User) SuperAdmin() bool { return slices.Contains(u.Roles, RoleSuperAdmin) }

// Login is what a sign-in is checked against.
type Login struct {
	User
	// Hash is a PHC string.
	Hash string
	// Active is false when the user or the account is switched off, or the account was never activated.
	Active bool
}

// Caller is who makes a call: a person in a session.
type Caller struct {
	User UserID
	// Home is the user's own account, Account the one that the session is in.
	Home    AccountID
	Account AccountID
	Session SessionID
}

// Listed is an account as the operator sees it.
type Listed struct {
	Account
	// Activated is false as long as the confirmation link waits to be used.
	Activated bool
	Users     []User
}

// NormalEmail returns the form under which an e-mail is kept and compared.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
