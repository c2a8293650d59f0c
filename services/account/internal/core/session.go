package core

import (
	"bytes"
	"time"
)

const (
	// TokenLife is the lifetime of an access token.
	TokenLife = 15 * time.Minute
	// IdleLimit ends a session that is not continued.
	IdleLimit = 30 * time.Minute
	// AbsoluteLimit ends a session however active it is.
	AbsoluteLimit = 24 * time.Hour
	// RefreshGrace is how long a refresh token can be reused while its child is unused: for lost responses and tabs that
	// refresh at the same time.
	RefreshGrace = 10 * time.Second
	// forgetAfter bounds how long a token of an ended session could still be valid, with a minute for clock skew.
	forgetAfter = TokenLife + time.Minute
)

// Session is a sign-in and its family of refresh tokens.
//
//	begun ──refresh──▶ begun        the token's child is issued; within ten seconds the same parent yields it again
//	begun ──▶ over                  30 minutes without a refresh, or 24 hours in all
//	begun ──▶ ended                 sign-out, new password, account disabled, role withdrawn, end of the key that opened
//	                                it, reuse of a refresh token; published to gateways
//	abroad ──▶ home                 the account that it works in was disabled or its link removed
type Session struct {
	ID   SessionID
	User User
	// Account is the account that the session works in.
	Account AccountID
	// TokenHash is the hash of the current refresh token, ParentHash that of its parent.
	TokenHash  []byte
	ParentHash []byte
	Begun      time.Time
	// Rotated is when the current token was first issued.
	Rotated time.Time
	Ended   bool
	// Key is the API key that opened the session; the zero value after a sign-in.
	Key KeyRef
	// Active reports whether the user may still sign in, HereActive whether the account that the session works in is
	// enabled.
	Active     bool
	HereActive bool
	// Link is the link to the client account that the session works in; 0 without one.
	Link LinkID
}

// LinkID identifies a link between two accounts; a link that is removed and made again has a new id.
type LinkID int64

// KeyRef identifies an API key in the acts made with it.
type KeyRef struct {
	// Prefix is the key's prefix, Maker the e-mail address of the user who made the key.
	Prefix string
	Maker  string
}

// Live reports whether the session can continue.
func (s *Session) Live(now time.Time) bool {
	return !s.Ended && s.Active && !s.oversteps() && now.Sub(s.Begun) < AbsoluteLimit && now.Sub(s.Rotated) < IdleLimit
}

// oversteps reports whether an API key's session has more rights than an owner.
func (s *Session) oversteps() bool { return s.Key != KeyRef{} && s.User.SuperAdmin() }

// Admit sets the user and returns ErrInactive if the user may not begin the session.
func (s *Session) Admit(login Login) error {
	s.User = login.User
	if !login.Active || s.oversteps() {
		return ErrInactive
	}
	return nil
}

// Verdict is the decision on a refresh.
type Verdict int

const (
	// Continued issues the child.
	Continued Verdict = iota + 1
	// Over means that the session is over.
	Over
	// Reused means that a used token was presented again: a token was stolen, so the session ends for all holders.
	Reused
)

// Continue exchanges a refresh token for its child.
func (s *Session) Continue(token, child RefreshToken, now time.Time) Verdict {
	hash := token.Hash()
	switch {
	case !s.Live(now):
		return Over
	case bytes.Equal(s.TokenHash, hash):
		s.ParentHash, s.TokenHash, s.Rotated = s.TokenHash, child.Hash(), now
		return Continued
	case bytes.Equal(s.ParentHash, hash) && now.Sub(s.Rotated) <= RefreshGrace:
		return Continued
	default:
		s.Ended = true
		return Reused
	}
}

// tokenExpires returns when a token signed now expires.
func (s *Session) tokenExpires(now time.Time) time.Time {
	return earlier(now.Add(TokenLife), s.Begun.Add(AbsoluteLimit))
}

// refreshExpires returns when the current refresh token expires.
func (s *Session) refreshExpires() time.Time {
	return earlier(s.Rotated.Add(IdleLimit), s.Begun.Add(AbsoluteLimit))
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Act is an entry of the audit log: an act in an account that is not the user's own.
type Act struct {
	At      time.Time
	User    UserID
	Email   string
	Home    AccountID
	Account AccountID
	What    string
	// Key is the API key that was used; the zero value for an act of a person.
	Key KeyRef
	// Operator ran a command; such an act has no user.
	Operator string
}

// Texts of the audit log for entering and leaving an account, API keys and passwords.
const (
	ActEnter         = "enter"
	ActReturn        = "return"
	ActBroughtHome   = "brought home"
	ActExternalLogin = "external login"
	ActKeyMade       = "API key made"
	ActKeyRevoked    = "API key revoked"
	ActKeyReset      = "API key ended by a new password"
	ActPasswordReset = "password set by a link"
)

// EndedLink is a link whose tokens must be refused although they have not expired.
type EndedLink struct {
	ID LinkID
	// ForgetAt is when the last of these tokens has expired.
	ForgetAt time.Time
}

// EndedSession is a session whose tokens must be refused although they have not expired.
type EndedSession struct {
	ID SessionID
	// ForgetAt is when the last of these tokens has expired.
	ForgetAt time.Time
}

// Refusals is the list of revocations for gateways.
type Refusals struct {
	Sessions []EndedSession
	Links    []EndedLink
	// Accounts carry ID, Active and TrialEnds.
	Accounts []Account
	// Cursor is the position to continue from.
	Cursor int64
}
