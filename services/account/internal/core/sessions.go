package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// SessionStore keeps sessions, and knows who may begin one and where it may work.
type SessionStore interface {
	// Login returns ErrInvalidLogin when nobody has the e-mail.
	Login(ctx context.Context, email string) (Login, error)
	// StartSession keeps a new session and fills in its user. It returns ErrInvalidLogin when the user's hash is no
	// longer the given one (an empty one is not compared), ErrInactive when Admit does, ErrExternalToken when the key that
	// opens it has ended.
	StartSession(ctx context.Context, s *Session, hash string) error
	// UpdateSession applies change to a session under its lock and keeps the result and the acts in the audit log
	// together, or nothing when change fails. An ended session is told to gateways. It returns ErrSessionEnded when
	// there is none.
	UpdateSession(ctx context.Context, id SessionID, now time.Time, change func(*Session) ([]Act, error)) error
	// ReplaceHash keeps another hash of the same password, unless the password was changed meanwhile.
	ReplaceHash(ctx context.Context, user User, old, hash string) error
	// TakeExternalLogin uses a one-time token up and returns whose it is, or ErrExternalToken.
	TakeExternalLogin(ctx context.Context, tokenHash []byte, now time.Time) (OneTime, error)
	// Client returns whether an account is there, may be entered by another one, and is switched on. It returns
	// ErrClientNotFound when there is none.
	Client(ctx context.Context, home, client AccountID) (Client, error)
	// TellBlocked keeps a notification of the account whose user has the e-mail, and a mail to whoever has it: sign-ins
	// are refused.
	TellBlocked(ctx context.Context, email string, now time.Time) error
	// UI returns the zero value when the account has none.
	UI(ctx context.Context, account AccountID) (UI, error)
}

// Signer makes the token of a session.
type Signer interface {
	Sign(s *Session, now, expires time.Time) (string, error)
}

// Sessions begins, continues, moves and ends them.
type Sessions struct {
	Store    SessionStore
	Attempts *Attempts
	Hasher   Hasher
	Signer   Signer
	Secrets  Secrets
	Now      func() time.Time
	Log      *slog.Logger
	// MailWaits is told that a mail was put into the store; it does not block.
	MailWaits func()
}

// Credentials are what somebody signs in with.
type Credentials struct {
	Email, Password string
	// Address is where they are; empty where it is not known.
	Address string
	// Devices are what the browser has kept of sign-ins.
	Devices []string
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
// or from how long it took; that a limit was reached cannot be told from the answer. The browser keeps the device, at
// which what strangers try elsewhere does not count.
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

// rehash keeps the password under today's parameters. When that fails the old hash stays good.
func (s *Sessions) rehash(ctx context.Context, place Place, login Login, password string) string {
	hash, err := place.Hash(ctx, password)
	if err == nil {
		err = s.Store.ReplaceHash(ctx, login.User, login.Hash, hash)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "password could not be hashed anew", "user", login.ID, "error", err)
		return login.Hash
	}
	return hash
}

// begin starts a session of a user whose identity was proved.
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

// token signs where the session is now.
func (s *Sessions) token(ctx context.Context, session *Session, now time.Time) (Token, error) {
	token := Token{Expires: session.tokenExpires(now)}
	var err error
	if token.Value, err = s.Signer.Sign(session, now, token.Expires); err != nil {
		return Token{}, fmt.Errorf("sign token: %w", err)
	}
	if session.Account != session.User.Account { // the links of an account's connected system are for its own people
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
// longer be where it is goes home.
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

// Logout ends the caller's session. Leaving another account that way is written to the audit log like coming back.
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

// Exchange starts a session for a one-time token, which is used up whether the verifier belongs to it or not.
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
