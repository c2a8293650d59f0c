package core

import (
	"bytes"
	"time"
)

const (
	// TokenLife is how long a token proves who a person is.
	TokenLife = 15 * time.Minute
	// IdleLimit ends a session that nobody continued.
	IdleLimit = 30 * time.Minute
	// AbsoluteLimit ends a session however busy it is.
	AbsoluteLimit = 24 * time.Hour
	// RefreshGrace is how long a refresh token may be used again as long as its child was not: for answers that got
	// lost and tabs that ask at once.
	RefreshGrace = 10 * time.Second
	// forgetAfter bounds how long a token of an ended session could still be valid; the rest allows for clocks that
	// differ.
	forgetAfter = TokenLife + time.Minute
)

// Session is a sign-in and everything that follows from it: a family of refresh tokens.
//
//	begun ──refresh──▶ begun        the token's child is handed out; within ten seconds the same parent gives it again
//	begun ──▶ over                  30 minutes without a refresh, or 24 hours in all
//	begun ──▶ ended                 sign-out, new password, account switched off, role taken away, the key that opened it
//	                                ended, a used refresh token came back; gateways are told
//	abroad ──▶ home                 the account it works in was switched off or its link taken away
type Session struct {
	ID   SessionID
	User User
	// Account is where the session works.
	Account AccountID
	// TokenHash is of the refresh token in force, ParentHash of the one before it.
	TokenHash  []byte
	ParentHash []byte
	Begun      time.Time
	// Rotated is when the token in force was first handed out.
	Rotated time.Time
	Ended   bool
	// Key opened the session; the zero value after a sign-in.
	Key KeyRef
	// Active reports whether the user may still sign in, HereActive whether the account that the session works in is
	// switched on.
	Active     bool
	HereActive bool
	// Link makes the account that the session works in a client of the user's own; 0 without one.
	Link LinkID
}

// LinkID names a link between two accounts; one that is made again is another link.
type LinkID int64

// KeyRef names an API key in what it did.
type KeyRef struct {
	// Prefix is the key's beginning, Maker the e-mail of who made it.
	Prefix string
	Maker  string
}

// Live reports whether the session may go on.
func (s *Session) Live(now time.Time) bool {
	return !s.Ended && s.Active && !s.oversteps() && now.Sub(s.Begun) < AbsoluteLimit && now.Sub(s.Rotated) < IdleLimit
}

// oversteps reports whether a key's session has more rights than an owner.
func (s *Session) oversteps() bool { return s.Key != KeyRef{} && s.User.SuperAdmin() }

// Admit returns why the user may not begin the session: ErrInactive or nil.
func (s *Session) Admit(login Login) error {
	s.User = login.User
	if !login.Active || s.oversteps() {
		return ErrInactive
	}
	return nil
}

// Verdict is what becomes of a refresh.
type Verdict int

const (
	// Continued hands the child out.
	Continued Verdict = iota + 1
	// Over means that there is nothing to continue.
	Over
	// Reused means that a used token came back: somebody has stolen one, so the session ends for everybody.
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

// tokenExpires returns when a token made now ends.
func (s *Session) tokenExpires(now time.Time) time.Time {
	return earlier(now.Add(TokenLife), s.Begun.Add(AbsoluteLimit))
}

// refreshExpires returns when the refresh token in force ends.
func (s *Session) refreshExpires() time.Time {
	return earlier(s.Rotated.Add(IdleLimit), s.Begun.Add(AbsoluteLimit))
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Act is an entry of the audit log: what somebody did in an account that is not their own.
type Act struct {
	At      time.Time
	User    UserID
	Email   string
	Home    AccountID
	Account AccountID
	What    string
	// Key is by what it was done; the zero value where a person did it.
	Key KeyRef
	// Operator ran a command; then there is no user.
	Operator string
}

// What the audit log says of going into an account and out of it again, of API keys and of passwords.
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
	// ForgetAt is when the last of them has expired.
	ForgetAt time.Time
}

// EndedSession is a session whose tokens must be refused although they have not expired.
type EndedSession struct {
	ID SessionID
	// ForgetAt is when the last of them has expired.
	ForgetAt time.Time
}

// Refusals is what gateways must refuse.
type Refusals struct {
	Sessions []EndedSession
	Links    []EndedLink
	// Accounts carry ID, Active and TrialEnds.
	Accounts []Account
	// Cursor is where the list goes on.
	Cursor int64
}
