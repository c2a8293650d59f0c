package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Link is a link that can still be used.
type Link struct {
	Account AccountID
	User    UserID
	Email   string
	// Hash of the user's present password.
	Hash string
}

// PasswordStore keeps the hashes of passwords, and the links to new ones.
type PasswordStore interface {
	// UserLogin returns ErrNotFound when the account has no such user.
	UserLogin(ctx context.Context, home AccountID, user UserID) (Login, error)
	// SetPassword replaces one hash by another and ends the user's sessions but one. It returns ErrInvalidLogin when
	// the present hash is another than old.
	SetPassword(ctx context.Context, caller Caller, old, hash string, now time.Time) error
	// RequestReset keeps a mail to whoever has the e-mail and ends the link of the one before.
	RequestReset(ctx context.Context, email string, now time.Time) error
	// Link returns ErrLinkInactive unless the link can be used.
	Link(ctx context.Context, purpose Purpose, secretHash []byte, now time.Time) (Link, error)
	// ResetPassword uses a link, sets the password, ends all of the user's sessions, and the API key with what it opened
	// if the user made it, and keeps a notification and the audit log. It returns ErrLinkInactive like Link.
	ResetPassword(ctx context.Context, secretHash []byte, hash string, now time.Time) error
}

// Passwords sets new ones: by the present one, or by a link.
type Passwords struct {
	Store    PasswordStore
	Attempts *Attempts
	Hasher   Hasher
	Now      func() time.Time
	Log      *slog.Logger
	// MailWaits is told that a mail was put into the store; it does not block.
	MailWaits func()
}

// Change sets the caller's password and ends the caller's other sessions.
func (p *Passwords) Change(ctx context.Context, c Caller, current, next string) error {
	place, err := p.Hasher.Take(fmt.Sprint("user ", c.User))
	if err != nil {
		return err
	}
	defer place.Leave()
	login, err := p.Store.UserLogin(ctx, c.Home, c.User)
	if err != nil {
		return err
	}
	matches, err := p.Attempts.check(ctx, place, current, login.Hash, p.Attempts.ofChange(c.User))
	if err != nil {
		return err
	}
	if !matches {
		return ErrWrongPassword.WithField("currentPassword", ErrWrongPassword.Detail)
	}
	if current == next {
		return ErrPasswordUnchanged
	}
	if err := CheckPassword("newPassword", next); err != nil {
		return err
	}
	hash, err := place.Hash(ctx, next)
	if err != nil {
		return err
	}
	err = p.Store.SetPassword(ctx, c, login.Hash, hash, p.Now())
	if errors.Is(err, ErrInvalidLogin) {
		return ErrWrongPassword.WithField("currentPassword", ErrWrongPassword.Detail)
	}
	return err
}

// RequestReset has a link sent to the user with the e-mail, if there is one. What is done for it here is the
// same whether there is or not; the rest happens when the mail is made.
func (p *Passwords) RequestReset(ctx context.Context, email, address string) error {
	email = NormalEmail(email)
	if err := p.Attempts.take(
		ctx, p.Attempts.ofAddress("reset from", address, requestsPerAddress, requestsWithin)...,
	); err != nil {
		return err
	}
	if err := p.Attempts.take(ctx, p.Attempts.ofMail(email)); err != nil {
		if errors.Is(err, ErrTooManyAttempts) {
			p.Log.InfoContext(ctx, "a password reset was asked for too often and not sent")
			return nil
		}
		return err
	}
	if err := p.Store.RequestReset(ctx, email, p.Now()); err != nil {
		return err
	}
	p.MailWaits()
	return nil
}

// CheckLink fails with ErrLinkInactive unless a link to a new password can be used.
func (p *Passwords) CheckLink(ctx context.Context, secret string) error {
	_, err := p.Store.Link(ctx, PurposeReset, HashSecret(secret), p.Now())
	return err
}

// Reset sets a password by a link and ends every session of the user. An API key that the user made ends too: a
// password is set anew when somebody else may have known it, and a key would let them stay. Other lasting access that
// the user gave goes on, since a shop's events would stop with it: a notification leads to the list. A password that
// cannot be used leaves the link as it is.
func (p *Passwords) Reset(ctx context.Context, secret, password string) error {
	secretHash := HashSecret(secret)
	link, err := p.Store.Link(ctx, PurposeReset, secretHash, p.Now())
	if err != nil {
		return err
	}
	if err := CheckPassword("password", password); err != nil {
		return err
	}
	place, err := p.Hasher.Take(fmt.Sprint("user ", link.User))
	if err != nil {
		return err
	}
	defer place.Leave()
	unchanged, err := place.Matches(ctx, password, link.Hash)
	if err != nil {
		return err
	}
	if unchanged {
		return ErrPasswordUnchanged
	}
	hash, err := place.Hash(ctx, password)
	if err != nil {
		return err
	}
	if err := p.Store.ResetPassword(ctx, secretHash, hash, p.Now()); err != nil {
		return err
	}
	// Whoever guessed at the old password must not keep the owner out of the new one.
	p.Attempts.forgetLogin(ctx, link.User, link.Email)
	return nil
}
