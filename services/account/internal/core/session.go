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
//	begun ──▶ ended                 sign-out, new password, account switched off, role or link taken away, a used refresh
//	                                token came back; gateways are told
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
	// Active tells whether the user may still sign in, HereActive whether the account that the session works in is
	// switched on, Linked whether that one is a client of the user's own.
	Active     bool
	HereActive bool
	Linked     bool
}

// Live tells whether the session may go on.
func (s *Session) Live(now time.Time) bool {
	if s.Ended || !s.Active || now.Sub(s.Begun) >= AbsoluteLimit || now.Sub(s.Rotated) >= IdleLimit {
		return false
	}
	return s.Account == s.User.Account || (s.HereActive && (s.Linked || s.User.SuperAdmin()))
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

// tokenExpires answers when a token made now ends.
func (s *Session) tokenExpires(now time.Time) time.Time {
	return earlier(now.Add(TokenLife), s.Begun.Add(AbsoluteLimit))
}

// refreshExpires answers when the refresh token in force ends.
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
}

// What the audit log says of going into an account and out of it again.
const (
	ActEnter  = "enter"
	ActReturn = "return"
)

// EndedSession is a session whose tokens must be refused although they have not expired.
type EndedSession struct {
	ID SessionID
	// ForgetAt is when the last of them has expired.
	ForgetAt time.Time
}

// Refusals is what gateways must refuse.
type Refusals struct {
	Sessions []EndedSession
	// Accounts carry ID, Active and TrialEnds.
	Accounts []Account
	// Cursor is where the list goes on.
	Cursor int64
}
