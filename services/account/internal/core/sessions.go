package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// SessionStore stores sessions and the data that decides on them.
type SessionStore interface {
	// Login returns ErrInvalidLogin if no user has the e-mail address.
	Login(ctx context.Context, email string) (Login, error)
	// StartSession stores a new session and sets its user. It returns ErrInvalidLogin if the user's hash is no longer the
	// given one (an empty hash is not compared), ErrInactive if Admit does, and ErrExternalToken if the key that opens the
	// session has ended.
	StartSession(ctx context.Context, s *Session, hash string) error
	// UpdateSession applies change to a session under its lock and stores the session and the acts for the audit log
	// together, or nothing if change fails. It publishes an ended session to gateways. It returns ErrSessionEnded if there
	// is no such session.
	UpdateSession(ctx context.Context, id SessionID, now time.Time, change func(*Session) ([]Act, error)) error
	// ReplaceHash stores another hash of the same password, unless the password was changed meanwhile.
	ReplaceHash(ctx context.Context, user User, old, hash string) error
	// TakeExternalLogin uses up a one-time token and returns its user, or ErrExternalToken.
	TakeExternalLogin(ctx context.Context, tokenHash []byte, now time.Time) (OneTime, error)
	// Client returns whether a client account is enabled and its link to home. It returns ErrClientNotFound if there is no
	// such account.
	Client(ctx context.Context, home, client AccountID) (Client, error)
	// NotifyBlocked stores a notification for the account of the user with the e-mail address, and a mail to the user:
	// sign-ins are refused.
	NotifyBlocked(ctx context.Context, email string, now time.Time) error
	// UI returns the zero value if the account has no UI.
	UI(ctx context.Context, account AccountID) (UI, error)
}

// Signer signs the token of a session.
type Signer interface {
	Sign(s *Session, now, expires time.Time) (string, error)
}

// Sessions begins, continues, moves and ends sessions.
type Sessions struct {
	Store    SessionStore
	Attempts *Attempts
	Hasher   Hasher
	Signer   Signer
	Secrets  Secrets
	Now      func() time.Time
	Log      *slog.Logger
	// WakeMailer signals that a mail was stored; it does not block.
	WakeMailer func()
}

// Credentials are the input of a sign-in.
type Credentials struct {
	Email, Password string
	// Address is the client address; empty if unknown.
	Address string
	// Devices are the browser's device cookies.
	Devices []string
}

// Token is a signed proof of a user's identity.
type Token struct {
	Value   string
	Expires time.Time
	// UI is the connected system's configuration of the application, encoded; nil if it has set none.
	UI []byte
}

// Refresh is the text of a refresh token and its expiry.
type Refresh struct {
	Value   string
	Expires time.Time
}

// Login checks an e-mail address and password and starts a session. Neither the response nor its timing reveals whether
// the address exists, and the response does not reveal that a limit was reached. The browser stores the device, at
// which failures elsewhere do not count.
func (s *Sessions) Login(ctx context.Context, c Credentials) (token Token, refresh Refresh, device Device, err error) {
	from, _ := networkOf(c.Address)
	place, err := s.Hasher.Take(from)
	if err != nil {
		return Token{}, Refresh{}, Device{}, err
	}
	defer place.Leave()
	c.Email = NormalEmail(c.Email)
	login, err := s.Store.Login(ctx, c.Email)
	if err != nil && !errors.Is(err, ErrInvalidLogin) {
		return Token{}, Refresh{}, Device{}, err
	}
	matches, err := s.checkLogin(ctx, place, login, c)
	switch {
	case errors.Is(err, ErrTooManyAttempts):
		s.Log.InfoContext(ctx, "sign-in refused by a limit", "user", login.ID)
		return Token{}, Refresh{}, Device{}, ErrInvalidLogin
	case err != nil:
		return Token{}, Refresh{}, Device{}, err
	case !matches:
		return Token{}, Refresh{}, Device{}, ErrInvalidLogin
	case !login.Active:
		return Token{}, Refresh{}, Device{}, ErrInactive
	}
	if s.Hasher.Outdated(login.Hash) {
		login.Hash = s.rehash(ctx, place, login, c.Password)
	}
	token, refresh, err = s.begin(ctx, login.User, login.Hash, KeyRef{})
	return token, refresh, s.Secrets.NewDevice(c.Email, login.Hash, s.Now()), err
}

// rehash stores the password's hash with the current parameters. On an error the old hash remains valid.
func (s *Sessions) rehash(ctx context.Context, place Place, login Login, password string) string {
	hash, err := place.Hash(ctx, password)
	if err == nil {
		err = s.Store.ReplaceHash(ctx, login.User, login.Hash, hash)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "password could not be rehashed", "user", login.ID, "error", err)
		return login.Hash
	}
	return hash
}

// begin starts a session of an authenticated user.
func (s *Sessions) begin(ctx context.Context, user User, hash string, key KeyRef) (Token, Refresh, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Token{}, Refresh{}, fmt.Errorf("make session id: %w", err)
	}
	now := s.Now()
	refresh := s.Secrets.FirstRefresh(id)
	session := &Session{
		ID: id, User: user, Account: user.Account, TokenHash: refresh.Hash(), Begun: now, Rotated: now, Key: key,
	}
	if err := s.Store.StartSession(ctx, session, hash); err != nil {
		return Token{}, Refresh{}, err
	}
	token, err := s.token(ctx, session, now)
	if err != nil {
		return Token{}, Refresh{}, err
	}
	return token, Refresh{Value: s.Secrets.FormatRefresh(refresh), Expires: session.refreshExpires()}, nil
}

// token signs a token for the session's current account.
func (s *Sessions) token(ctx context.Context, session *Session, now time.Time) (Token, error) {
	token := Token{Expires: session.tokenExpires(now)}
	var err error
	if token.Value, err = s.Signer.Sign(session, now, token.Expires); err != nil {
		return Token{}, fmt.Errorf("sign token: %w", err)
	}
	if session.Account != session.User.Account { // the links are for the account's own users only
		return token, nil
	}
	ui, err := s.Store.UI(ctx, session.Account)
	if err != nil {
		return Token{}, err
	}
	token.UI = ui.Config
	return token, nil
}

// Refresh exchanges a refresh token for its child and a new token, or returns ErrSessionEnded. A session that may no
// longer work in its account returns to the user's own.
func (s *Sessions) Refresh(ctx context.Context, text string) (Token, Refresh, error) {
	presented, known := s.Secrets.ParseRefresh(text)
	if !known {
		return Token{}, Refresh{}, ErrSessionEnded
	}
	now, child := s.Now(), s.Secrets.NextRefresh(presented)
	var session Session
	var verdict Verdict
	err := s.Store.UpdateSession(ctx, presented.Session, now, func(found *Session) (acts []Act, _ error) {
		if verdict = found.Continue(presented, child, now); verdict == Continued {
			acts = found.bringHome(now)
		}
		session = *found
		return acts, nil
	})
	if err != nil {
		return Token{}, Refresh{}, err
	}
	switch verdict {
	case Continued:
	case Reused:
		s.Log.WarnContext(ctx, "a used refresh token came back; its session was ended",
			"session", session.ID, "user", session.User.ID, "account", session.User.Account)
		return Token{}, Refresh{}, ErrSessionEnded
	case Over:
		return Token{}, Refresh{}, ErrSessionEnded
	}
	token, err := s.token(ctx, &session, now)
	if err != nil {
		return Token{}, Refresh{}, err
	}
	return token, Refresh{Value: s.Secrets.FormatRefresh(child), Expires: session.refreshExpires()}, nil
}

// Logout ends the caller's session. Leaving another account by a logout is recorded in the audit log like a return.
func (s *Sessions) Logout(ctx context.Context, c Caller) error {
	now := s.Now()
	err := s.Store.UpdateSession(ctx, c.Session, now, func(session *Session) ([]Act, error) {
		if session.Ended || session.User.ID != c.User {
			return nil, nil
		}
		session.Ended = true
		if session.Account == session.User.Account {
			return nil, nil
		}
		return []Act{session.act(ActReturn, session.Account, now)}, nil
	})
	if errors.Is(err, ErrSessionEnded) {
		return nil
	}
	return err
}

// Exchange starts a session for a one-time token, which is used up even if the verifier is wrong.
func (s *Sessions) Exchange(ctx context.Context, token, verifier string) (Token, Refresh, error) {
	once, err := s.Store.TakeExternalLogin(ctx, HashSecret(token), s.Now())
	if err != nil {
		return Token{}, Refresh{}, err
	}
	if !once.belongs(verifier) {
		return Token{}, Refresh{}, ErrExternalToken
	}
	signed, refresh, err := s.begin(ctx, once.User, "", KeyRef{Prefix: once.Key})
	if errors.Is(err, ErrInactive) {
		return Token{}, Refresh{}, ErrExternalToken
	}
	return signed, refresh, err
}
