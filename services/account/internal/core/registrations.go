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
	// RegistrationLife is how long an unconfirmed e-mail address is stored, unless its account is linked.
	RegistrationLife = 30 * 24 * time.Hour
	// MaxRegistrations is how many registrations of one e-mail address can wait for confirmation; newer ones replace the
	// oldest.
	MaxRegistrations = 10
)

// RegistrationID identifies one of several registrations of an unconfirmed e-mail address.
type RegistrationID int64

// Purpose is the purpose of a link.
type Purpose string

// Purposes of links; a mail has the purpose of its link.
const (
	PurposeActivation Purpose = "activation"
	PurposeReset      Purpose = "reset"
	// PurposeBlocked is a mail without a link of its own: it reports refused sign-ins.
	PurposeBlocked Purpose = "blocked"
)

// Registration is a user's request for an account.
type Registration struct {
	Email    string
	Password string
	Timezone string
	Language string
	// Terms and DataProcessing are whether the documents were accepted.
	Terms          bool
	DataProcessing bool
}

// RegistrationStore stores accounts that are not activated yet.
type RegistrationStore interface {
	// Register stores an inactive account with its user, or another registration of it, and the mail to send. It returns
	// ErrEmailTaken if an activated user has the e-mail address.
	Register(ctx context.Context, account Account, email, hash string, now time.Time) error
	// RegistrationOf returns the account of a confirmation link, or ErrLinkInactive unless the link can be used.
	RegistrationOf(ctx context.Context, secretHash []byte, now time.Time) (AccountID, error)
	// Activate uses a link and enables its account with a trial, and with the password and settings of the link's
	// registration. It removes all other registrations of the e-mail address. It returns ErrLinkInactive like
	// RegistrationOf.
	Activate(ctx context.Context, secretHash []byte, now, trialEnds time.Time) error
}

// Registrations registers and activates accounts.
type Registrations struct {
	Store    RegistrationStore
	Attempts *Attempts
	Hasher   Hasher
	Contacts Contacts
	Now      func() time.Time
	// WakeMailer signals that a mail was stored; it does not block.
	WakeMailer func()
}

// Register stores an inactive account and sends a confirmation.
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
	r.WakeMailer()
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

// CheckLink returns ErrLinkInactive unless a confirmation link can be used.
func (r *Registrations) CheckLink(ctx context.Context, secret string) error {
	_, err := r.Store.RegistrationOf(ctx, HashSecret(secret), r.Now())
	return err
}

// Activate enables the account of a confirmation link, with the password of the link's registration: another person who
// registers the same e-mail address gets another link. It creates the account's own recipient database first. This can
// be repeated without harm, so every activated account has one, and the link works until both steps have succeeded.
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
