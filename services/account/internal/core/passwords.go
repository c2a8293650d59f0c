package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Link is a usable password link.
type Link struct {
	Account AccountID
	User    UserID
	Email   string
	// Hash of the user's current password.
	Hash string
}

// PasswordStore stores password hashes and links to new passwords.
type PasswordStore interface {
	// UserLogin returns ErrNotFound if the account has no such user.
	UserLogin(ctx context.Context, home AccountID, user UserID) (Login, error)
	// SetPassword replaces the hash and ends the user's other sessions. It returns ErrInvalidLogin if the current hash is
	// not old.
	SetPassword(ctx context.Context, caller Caller, old, hash string, now time.Time) error
	// RequestReset stores a mail to the user with the e-mail address and ends the previous link.
	RequestReset(ctx context.Context, email string, now time.Time) error
	// Link returns ErrLinkInactive unless the link can be used.
	Link(ctx context.Context, purpose Purpose, secretHash []byte, now time.Time) (Link, error)
	// ResetPassword uses a link and sets the password. It ends all sessions of the user and, if the user made it, the API
	// key with its sessions and UI. It stores a notification and writes the audit log. It returns ErrLinkInactive like
	// Link.
	ResetPassword(ctx context.Context, secretHash []byte, hash string, now time.Time) error
}

// Passwords sets new passwords, by the current password or by a link.
type Passwords struct {
	Store    PasswordStore
	Attempts *Attempts
	Hasher   Hasher
	Now      func() time.Time
	Log      *slog.Logger
	// WakeMailer signals that a mail was stored; it does not block.
	WakeMailer func()
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

// RequestReset sends a link to the user with the e-mail address, if there is one. The work done here is the same with
// and without a user; the rest happens when the mail is made.
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
	p.WakeMailer()
	return nil
}

// CheckLink returns ErrLinkInactive unless a link to a new password can be used.
func (p *Passwords) CheckLink(ctx context.Context, secret string) error {
	_, err := p.Store.Link(ctx, PurposeReset, HashSecret(secret), p.Now())
	return err
}

// Reset sets a password by a link and ends all sessions of the user. An API key that the user made ends too: an
// attacker may know the old password, and a key would let the attacker stay. Other lasting access of the user
// continues, since a shop's events would stop with it; a notification leads to the list. An unusable password leaves
// the link usable.
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
	// An attacker's failed attempts with the old password must not lock the owner out.
	p.Attempts.forgetLogin(ctx, link.User, link.Email)
	return nil
}
