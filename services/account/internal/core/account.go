// Package core has the rules of accounts: sign-in, sessions and where they may work, API keys, and settings.
package core

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// AccountID is the number of a tenant; padded to three digits it is also the account's own uid.
type AccountID int32

// UserID is unique over all accounts.
type UserID int64

// SessionID identifies a session; every sign-in has a new one.
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

// TrialLife is how long an account can be used after its activation without a paid package.
const TrialLife = 14 * 24 * time.Hour

// Account is a tenant.
type Account struct {
	ID AccountID
	// Timezone is an IANA name; local days are counted in it.
	Timezone string
	// Language is "pl" or "en".
	Language string
	Active   bool
	// TrackedEventTypes are web event types such as "page_view": all types until the account has chosen some. An empty
	// list turns lead scoring off.
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

// Billing is the recipient of invoices.
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
	// ExternalServerID and ExternalUserID identify the user in the connected system; both are empty without one.
	ExternalServerID string
	ExternalUserID   string
	// HasClients reports whether the user may enter client accounts. Only AccountStore.AtHome sets it.
	HasClients bool
}

// SuperAdmin reports whether the user may enter any account.
func (u User) SuperAdmin() bool { return slices.Contains(u.Roles, RoleSuperAdmin) }

// Login is the stored data that a sign-in is checked against.
type Login struct {
	User
	// Hash is a PHC string.
	Hash string
	// Active is false if the user or the account is disabled, or the account was never activated.
	Active bool
}

// Caller is the identity of a call: a user in a session.
type Caller struct {
	User UserID
	// Home is the user's own account, Account the one that the session works in.
	Home    AccountID
	Account AccountID
	Session SessionID
}

// Listed is an account in the operator's list.
type Listed struct {
	Account
	// Activated is false until the confirmation link is used.
	Activated bool
	Users     []User
}

// NormalEmail returns the normalised form of an e-mail address, in which addresses are stored and compared.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }
