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

// Link is a link that can still be used.
type Link struct {
	Account AccountID
	User    UserID
	Email   string
	// Hash of the user's present password.
	Hash string
}

// RegistrationStore keeps accounts that are not activated yet, and links.
type RegistrationStore interface {
	// Register keeps an inactive account with its user, or one more registration of it, and the mail that is to be sent. It
	// answers ErrEmailTaken when an activated user has the e-mail.
	Register(ctx context.Context, account Account, email, hash string, now time.Time) error
	// Link answers ErrLinkInactive unless the link can be used.
	Link(ctx context.Context, purpose Purpose, secretHash []byte, now time.Time) (Link, error)
	// RegistrationOf answers the account of a confirmation link, or ErrLinkInactive unless it can be used.
	RegistrationOf(ctx context.Context, secretHash []byte, now time.Time) (AccountID, error)
	// Activate uses a link and switches its account on, with a trial, and with the password and settings of the
	// registration that the link confirms; all other registrations of the e-mail are forgotten. It answers ErrLinkInactive
	// like RegistrationOf.
	Activate(ctx context.Context, secretHash []byte, now, trialEnds time.Time) error
	// ResetPassword uses a link, sets the password, ends all of the user's sessions, and the API key with what it opened if
	// the user made it. It answers ErrLinkInactive like Link.
	ResetPassword(ctx context.Context, secretHash []byte, hash string, now time.Time) error
	// CleanLinks removes links and one-time tokens that have expired, and attempts that count no more.
	CleanLinks(ctx context.Context, now, attempts time.Time) error
	// CleanRegistrations removes accounts that were registered before a moment and never activated.
	CleanRegistrations(ctx context.Context, before time.Time) error
}

// Register makes an inactive account and has a confirmation sent.
func (a *App) Register(ctx context.Context, r Registration, address string) error {
	if err := checkRegistration(&r); err != nil {
		return err
	}
	email, now := NormalEmail(r.Email), a.now()
	limits := append(a.addressLimit("register from", address, requestsPerAddress, requestsWithin), a.mailLimit(email))
	if _, err := a.store.Attempt(ctx, limits, now); err != nil {
		return err
	}
	hash, err := a.hasher.Hash(ctx, r.Password)
	if err != nil {
		return err
	}
	account := Account{Timezone: r.Timezone, Language: r.Language, Package: PackageStandard}
	if err := a.store.Register(ctx, account, email, hash, now); err != nil {
		return err
	}
	a.mailWaits()
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

// mailLimit keeps strangers from filling somebody's mailbox.
func (a *App) mailLimit(email string) Limit {
	return Limit{Key: a.secrets.LimitKey("mail to", email), Most: mailsPerEmail, Within: requestsWithin}
}

// Activate switches the account of a confirmation link on, with the password that was given when the link was asked for:
// somebody who registers the same e-mail again gets a link of their own. The account's own recipient database is made first: repeating that
// does no harm, so no activated account is without one, and the link works as long as either fails.
func (a *App) Activate(ctx context.Context, secret string) error {
	hash := HashSecret(secret)
	account, err := a.store.RegistrationOf(ctx, hash, a.now())
	if err != nil {
		return err
	}
	if err := a.contacts.EnsureOwn(ctx, account); err != nil {
		return err
	}
	now := a.now()
	return a.store.Activate(ctx, hash, now, now.Add(TrialLife))
}

// RequestPasswordReset has a link sent to the user with the e-mail, if there is one. What is done for it here is the
// same whether there is or not; the rest happens when the mail is made.
func (a *App) RequestPasswordReset(ctx context.Context, email, address string) error {
	email, now := NormalEmail(email), a.now()
	if _, err := a.store.Attempt(ctx, a.addressLimit("reset from", address, requestsPerAddress, requestsWithin), now); err != nil {
		return err
	}
	if _, err := a.store.Attempt(ctx, []Limit{a.mailLimit(email)}, now); err != nil {
		if isLimit(err) {
			a.log.InfoContext(ctx, "a password reset was asked for too often and not sent")
			return nil
		}
		return err
	}
	if err := a.store.RequestReset(ctx, email, now); err != nil {
		return err
	}
	a.mailWaits()
	return nil
}

// ResetPassword sets a password by a link and ends every session of the user. An API key that the user made ends too: a
// password is set anew when somebody else may have known it, and a key would let them stay. A password that cannot be used
// leaves the link as it is.
func (a *App) ResetPassword(ctx context.Context, secret, password string) error {
	secretHash := HashSecret(secret)
	link, err := a.store.Link(ctx, PurposeReset, secretHash, a.now())
	if err != nil {
		return err
	}
	if err := CheckPassword("password", password); err != nil {
		return err
	}
	unchanged, err := a.hasher.Matches(ctx, password, link.Hash)
	if err != nil {
		return err
	}
	if unchanged {
		return ErrPasswordUnchanged
	}
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	if err := a.store.ResetPassword(ctx, secretHash, hash, a.now()); err != nil {
		return err
	}
	// Whoever guessed at the old password must not keep the owner out of the new one.
	if err := a.store.ForgetAttempts(ctx, a.loginLimit(link.Email).Key); err != nil {
		a.log.WarnContext(ctx, "attempts could not be forgotten", "user", link.User, "error", err)
	}
	return nil
}
