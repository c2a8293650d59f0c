package core

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// SessionStore keeps sessions.
type SessionStore interface {
	// Login answers ErrInvalidLogin when nobody has the e-mail.
	Login(ctx context.Context, email string) (Login, error)
	// StartSession keeps a new session and fills in its user. It answers ErrInvalidLogin when the user's hash is no
	// longer the given one (an empty one is not compared), ErrInactive when Admit does, ErrExternalToken when the key that
	// opens it has ended.
	StartSession(ctx context.Context, s *Session, hash string) error
	// UpdateSession applies change to a session under its lock and keeps the result and the acts in the audit log
	// together, or nothing when change fails. An ended session is told to gateways. It answers ErrSessionEnded when
	// there is none.
	UpdateSession(ctx context.Context, id SessionID, now time.Time, change func(*Session) ([]Act, error)) error
	// UserLogin answers ErrNotFound when the account has no such user.
	UserLogin(ctx context.Context, home AccountID, user UserID) (Login, error)
	// SetPassword replaces one hash by another and ends the user's sessions but one. It answers ErrInvalidLogin when
	// the present hash is another than old.
	SetPassword(ctx context.Context, caller Caller, old, hash string, now time.Time) error
	// ReplaceHash keeps another hash of the same password, unless the password was changed meanwhile.
	ReplaceHash(ctx context.Context, user User, old, hash string) error
	// Refusals answers what changed after a point, or everything in force after 0, without sessions and links that ended
	// before since.
	Refusals(ctx context.Context, after int64, since time.Time) (Refusals, error)
	// CleanSessions removes sessions that began, were continued or ended before these moments, and links that ended.
	CleanSessions(ctx context.Context, begun, rotated, ended time.Time) error
}

// Token is a signed proof of who a person is.
type Token struct {
	Value   string
	Expires time.Time
	// UI is how the connected system wants the application to look, encoded; nil when it said nothing.
	UI []byte
}

// Refresh is the text of a refresh token and when it ends.
type Refresh struct {
	Value   string
	Expires time.Time
}

// Login checks an e-mail and password and starts a session. Whether the e-mail exists cannot be told from the answer
// or from how long it took; that a limit was reached cannot be told from the answer.
func (a *App) Login(ctx context.Context, email, password, address string) (Token, Refresh, error) {
	if a.hasher.Full() {
		return Token{}, Refresh{}, ErrBusy
	}
	email = NormalEmail(email)
	login, err := a.store.Login(ctx, email)
	if err != nil && !errors.Is(err, ErrInvalidLogin) {
		return Token{}, Refresh{}, err
	}
	limits := append(a.addressLimit("login from", address, loginsPerAddress, addressWithin), a.loginLimit(email))
	matches, err := a.checkPassword(ctx, password, login.Hash, limits)
	switch {
	case errors.Is(err, ErrTooManyAttempts):
		a.log.InfoContext(ctx, "sign-in refused by a limit", "user", login.ID)
		return Token{}, Refresh{}, ErrInvalidLogin
	case err != nil:
		return Token{}, Refresh{}, err
	case !matches:
		return Token{}, Refresh{}, ErrInvalidLogin
	case !login.Active:
		return Token{}, Refresh{}, ErrInactive
	}
	if a.hasher.Outdated(login.Hash) {
		login.Hash = a.rehash(ctx, login, password)
	}
	return a.begin(ctx, login.User, login.Hash, KeyRef{})
}

// rehash keeps the password under today's parameters. When that fails the old hash stays good.
func (a *App) rehash(ctx context.Context, login Login, password string) string {
	hash, err := a.hasher.Hash(ctx, password)
	if err == nil {
		err = a.store.ReplaceHash(ctx, login.User, login.Hash, hash)
	}
	if err != nil {
		a.log.WarnContext(ctx, "password could not be hashed anew", "user", login.ID, "error", err)
		return login.Hash
	}
	return hash
}

// begin starts a session of a user whose identity was proved.
func (a *App) begin(ctx context.Context, user User, hash string, key KeyRef) (Token, Refresh, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Token{}, Refresh{}, fmt.Errorf("make session id: %w", err)
	}
	now := a.now()
	refresh := a.secrets.FirstRefresh(id)
	s := &Session{ID: id, User: user, Account: user.Account, TokenHash: refresh.Hash(), Begun: now, Rotated: now, Key: key}
	if err := a.store.StartSession(ctx, s, hash); err != nil {
		return Token{}, Refresh{}, err
	}
	token, err := a.token(ctx, s, now)
	if err != nil {
		return Token{}, Refresh{}, err
	}
	return token, Refresh{Value: a.secrets.FormatRefresh(refresh), Expires: s.refreshExpires()}, nil
}

// token signs where the session is now.
func (a *App) token(ctx context.Context, s *Session, now time.Time) (Token, error) {
	token := Token{Expires: s.tokenExpires(now)}
	var err error
	if token.Value, err = a.signer.Sign(s, now, token.Expires); err != nil {
		return Token{}, fmt.Errorf("sign token: %w", err)
	}
	ui, err := a.store.UI(ctx, s.Account)
	if err != nil {
		return Token{}, err
	}
	token.UI = ui.Config
	return token, nil
}

// Refresh exchanges a refresh token for its child and a new token, or answers ErrSessionEnded. A session that may no
// longer be where it is goes home.
func (a *App) Refresh(ctx context.Context, text string) (Token, Refresh, error) {
	presented, known := a.secrets.ParseRefresh(text)
	if !known {
		return Token{}, Refresh{}, ErrSessionEnded
	}
	now, child := a.now(), a.secrets.NextRefresh(presented)
	var session Session
	var verdict Verdict
	err := a.store.UpdateSession(ctx, presented.Session, now, func(s *Session) (acts []Act, _ error) {
		if verdict = s.Continue(presented, child, now); verdict == Continued {
			acts = s.bringHome(now)
		}
		session = *s
		return acts, nil
	})
	if err != nil {
		return Token{}, Refresh{}, err
	}
	switch verdict {
	case Continued:
	case Reused:
		a.log.WarnContext(ctx, "a used refresh token came back; its session was ended",
			"session", session.ID, "user", session.User.ID, "account", session.User.Account)
		return Token{}, Refresh{}, ErrSessionEnded
	case Over:
		return Token{}, Refresh{}, ErrSessionEnded
	}
	token, err := a.token(ctx, &session, now)
	if err != nil {
		return Token{}, Refresh{}, err
	}
	return token, Refresh{Value: a.secrets.FormatRefresh(child), Expires: session.refreshExpires()}, nil
}

// Logout ends the caller's session. Leaving another account that way is written to the audit log like coming back.
func (a *App) Logout(ctx context.Context, c Caller) error {
	now := a.now()
	err := a.store.UpdateSession(ctx, c.Session, now, func(s *Session) ([]Act, error) {
		if s.Ended || s.User.ID != c.User {
			return nil, nil
		}
		s.Ended = true
		if s.Account == s.User.Account {
			return nil, nil
		}
		return []Act{s.act(ActReturn, s.Account, now)}, nil
	})
	if errors.Is(err, ErrSessionEnded) {
		return nil
	}
	return err
}

// ChangePassword sets the caller's password and ends the caller's other sessions.
func (a *App) ChangePassword(ctx context.Context, c Caller, current, next string) error {
	login, err := a.store.UserLogin(ctx, c.Home, c.User)
	if err != nil {
		return err
	}
	limit := Limit{Key: a.secrets.LimitKey("change password", fmt.Sprint(c.User)), Most: passwordChecksOfUser, Within: loginsWithin}
	matches, err := a.checkPassword(ctx, current, login.Hash, []Limit{limit})
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
	hash, err := a.hasher.Hash(ctx, next)
	if err != nil {
		return err
	}
	err = a.store.SetPassword(ctx, c, login.Hash, hash, a.now())
	if errors.Is(err, ErrInvalidLogin) {
		return ErrWrongPassword.WithField("currentPassword", ErrWrongPassword.Detail)
	}
	return err
}

// Refusals answers what gateways must refuse from a point of the list on; 0 for everything in force.
func (a *App) Refusals(ctx context.Context, after int64) (Refusals, error) {
	refusals, err := a.store.Refusals(ctx, after, a.now().Add(-forgetAfter))
	for i := range refusals.Sessions {
		refusals.Sessions[i].ForgetAt = refusals.Sessions[i].ForgetAt.Add(forgetAfter)
	}
	for i := range refusals.Links {
		refusals.Links[i].ForgetAt = refusals.Links[i].ForgetAt.Add(forgetAfter)
	}
	return refusals, err
}
