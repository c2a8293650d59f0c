package core

import (
	"context"
	"time"
)

const (
	// ActivationLife is how long a confirmation link can be used.
	ActivationLife = 7 * 24 * time.Hour
	// ResetLife is how long a link to a new password can be used.
	ResetLife = time.Hour
	// RegistrationLife is how long somebody's e-mail is kept who never confirmed it.
	RegistrationLife = 30 * 24 * time.Hour
	// MaxRegistrations is how many registrations of one e-mail wait to be confirmed; the newest push the oldest out.
	MaxRegistrations = 10
)

// RegistrationID names one of the times that an e-mail was registered before it was confirmed.
type RegistrationID int64

// Purpose is what a link is for.
type Purpose string

// Purposes of links; mails are named by the link that they carry.
const (
	PurposeActivation Purpose = "activation"
	PurposeReset      Purpose = "reset"
	// PurposeBlocked is a mail without a link of its own: it tells that sign-ins are refused.
	PurposeBlocked Purpose = "blocked"
)

// Registration is what a person gives to get an account.
type Registration struct {
	Email    string
	Password string
	Timezone string
	Language string
	// Terms and DataProcessing say what was accepted.
	Terms          bool
	DataProcessing bool
}

// RegistrationStore keeps accounts that are not activated yet.
type RegistrationStore interface {
	// Register keeps an inactive account with its user, or one more registration of it, and the mail that is to be sent.
	// It returns ErrEmailTaken when an activated user has the e-mail.
	Register(ctx context.Context, account Account, email, hash string, now time.Time) error
	// RegistrationOf returns the account of a confirmation link, or ErrLinkInactive unless it can be used.
	RegistrationOf(ctx context.Context, secretHash []byte, now time.Time) (AccountID, error)
	// Activate uses a link and switches its account on, with a trial, and with the password and settings of the
	// registration that the link confirms; all other registrations of the e-mail are forgotten. It returns ErrLinkInactive
	// like RegistrationOf.
	Activate(ctx context.Context, secretHash []byte, now, trialEnds time.Time) error
}

// Registrations turns e-mails into accounts.
type Registrations struct {
	Store    RegistrationStore
	Attempts *Attempts
	Hasher   Hasher
	Contacts Contacts
	Now      func() time.Time
	// MailWaits is told that a mail was put into the store; it does not block.
	MailWaits func()
}

// Register makes an inactive account and has a confirmation sent.
func (r *Registrations) Register(ctx context.Context, given Registration, address string) error {
	if err := checkRegistration(&given); err != nil {
		return err
	}
	from, _ := networkOf(address)
	place, err := r.Hasher.Take(from)
	if err != nil {
		return err
	}
	defer place.Leave()
	email, now := NormalEmail(given.Email), r.Now()
	limits := append(
		r.Attempts.ofAddress("register from", address, requestsPerAddress, requestsWithin), r.Attempts.ofMail(email),
	)
	if err := r.Attempts.take(ctx, limits...); err != nil {
		return err
	}
	hash, err := place.Hash(ctx, given.Password)
	if err != nil {
		return err
	}
	account := Account{Timezone: given.Timezone, Language: given.Language, Package: PackageStandard}
	if err := r.Store.Register(ctx, account, email, hash, now); err != nil {
		return err
	}
	r.MailWaits()
	return nil
}

func checkRegistration(r *Registration) error {
	missing := ErrConsentMissing
	for _, consent := range []struct {
		name  string
		given bool
	}{{"terms", r.Terms}, {"dataProcessing", r.DataProcessing}} {
		if !consent.given {
			missing = missing.WithField(consent.name, ErrConsentMissing.Detail)
		}
	}
	if len(missing.Fields) > 0 {
		return missing
	}
	if r.Timezone == "" {
		r.Timezone = "UTC"
	}
	if r.Language == "" {
		r.Language = "pl"
	}
	if err := CheckTimezone(r.Timezone); err != nil {
		return err
	}
	return CheckPassword("password", r.Password)
}

// CheckLink fails with ErrLinkInactive unless a confirmation link can be used.
func (r *Registrations) CheckLink(ctx context.Context, secret string) error {
	_, err := r.Store.RegistrationOf(ctx, HashSecret(secret), r.Now())
	return err
}

// Activate switches the account of a confirmation link on, with the password that was given when the link was asked
// for: somebody who registers the same e-mail again gets a link of their own. The account's own recipient database is
// made first: repeating that does no harm, so no activated account is without one, and the link works as long as either
// fails.
func (r *Registrations) Activate(ctx context.Context, secret string) error {
	hash := HashSecret(secret)
	account, err := r.Store.RegistrationOf(ctx, hash, r.Now())
	if err != nil {
		return err
	}
	if err := r.Contacts.EnsureOwn(ctx, account); err != nil {
		return err
	}
	now := r.Now()
	return r.Store.Activate(ctx, hash, now, now.Add(TrialLife))
}
