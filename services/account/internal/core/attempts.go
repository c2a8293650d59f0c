package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"
)

// Limits of attempts. Only failures count, and requests that cannot fail but cost work: a successful sign-in takes its
// attempt back.
const (
	loginsPerEmail       = 20
	loginsWithin         = 15 * time.Minute
	loginsPerAddress     = 100
	addressWithin        = time.Minute
	requestsPerAddress   = 30
	mailsPerEmail        = 10
	requestsWithin       = time.Hour
	noticeWithin         = 24 * time.Hour
	longestLimit         = noticeWithin
	passwordChecksOfUser = 20
)

// Limit bounds the attempts under one key.
type Limit struct {
	Key    []byte
	Most   int
	Within time.Duration
}

// AttemptStore counts attempts for all replicas together.
type AttemptStore interface {
	// Attempt counts one attempt towards each limit and returns the ids for ReturnAttempt. If a limit is reached, it
	// counts towards none and returns ErrTooManyAttempts. All callers must give limits in the same order.
	Attempt(ctx context.Context, limits []Limit, now time.Time) (taken []int64, err error)
	ReturnAttempt(ctx context.Context, taken []int64) error
	// ForgetAttempts resets a limit.
	ForgetAttempts(ctx context.Context, key []byte) error
}

// Hasher makes and checks password hashes, only a few at a time.
type Hasher interface {
	// Take reserves a place for a call, which must call Leave, or returns ErrBusy at once, before any lookup. Calls with
	// the same from share a part of the places.
	Take(from string) (Place, error)
	// Outdated reports whether a hash was made with weaker parameters than Hash uses.
	Outdated(hash string) bool
}

// Place allows a call to hash. Its methods wait while too many others hash.
type Place interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares in constant time. An empty hash takes as long as any other and never matches.
	Matches(ctx context.Context, password, hash string) (bool, error)
	Leave()
}

// Attempts bounds the attempts of strangers, and checks passwords within those bounds.
type Attempts struct {
	Store   AttemptStore
	Secrets Secrets
	Now     func() time.Time
	Log     *slog.Logger
}

// ofAddress returns the limit of the caller's address. Without a known address there is none: the call was made by
// hand, not through the gateway.
func (a *Attempts) ofAddress(sort, address string, most int, within time.Duration) []Limit {
	from, known := networkOf(address)
	if !known {
		return nil
	}
	return []Limit{{Key: a.Secrets.LimitKey(sort, from), Most: most, Within: within}}
}

// networkOf returns the key of an address in limits: the address itself, but for IPv6 its /64 network, since one
// subscriber has all of it.
func networkOf(address string) (from string, known bool) {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return "", false
	}
	if ip = ip.Unmap(); ip.Is6() {
		if network, err := ip.WithZone("").Prefix(64); err == nil {
			ip = network.Addr()
		}
	}
	return ip.String(), true
}

func (a *Attempts) ofLogin(email string) Limit {
	return Limit{Key: a.Secrets.LimitKey("login", email), Most: loginsPerEmail, Within: loginsWithin}
}

// ofChange returns the limit of a user's password changes, as the session may be stolen.
func (a *Attempts) ofChange(user UserID) Limit {
	return Limit{
		Key: a.Secrets.LimitKey("change password", fmt.Sprint(user)), Most: passwordChecksOfUser, Within: loginsWithin,
	}
}

// ofMail returns the limit that keeps strangers from filling a mailbox.
func (a *Attempts) ofMail(email string) Limit {
	return Limit{Key: a.Secrets.LimitKey("mail to", email), Most: mailsPerEmail, Within: requestsWithin}
}

// take counts an attempt of a request that costs work whether it fails or not.
func (a *Attempts) take(ctx context.Context, limits ...Limit) error {
	_, err := a.Store.Attempt(ctx, limits, a.Now())
	return err
}

// giveBack takes back an attempt that did not fail. An error only makes a limit stricter for a while.
func (a *Attempts) giveBack(ctx context.Context, taken []int64) {
	if err := a.Store.ReturnAttempt(ctx, taken); err != nil {
		a.Log.WarnContext(ctx, "attempt could not be taken back", "error", err)
	}
}

// reached reports whether a limit is reached, after a joint attempt on several limits was refused.
func (a *Attempts) reached(ctx context.Context, limit Limit) bool {
	taken, err := a.Store.Attempt(ctx, []Limit{limit}, a.Now())
	if err == nil {
		a.giveBack(context.WithoutCancel(ctx), taken)
	}
	return errors.Is(err, ErrTooManyAttempts)
}

// forgetLogin resets the limit of an e-mail address. An error only leaves the limit unchanged for a while.
func (a *Attempts) forgetLogin(ctx context.Context, user UserID, email string) {
	if err := a.Store.ForgetAttempts(ctx, a.ofLogin(email).Key); err != nil {
		a.Log.WarnContext(ctx, "attempts could not be forgotten", "user", user, "error", err)
	}
}

// check compares a password with a hash and counts failures towards the limits.
func (a *Attempts) check(ctx context.Context, place Place, password, hash string, limits ...Limit) (bool, error) {
	taken, err := a.Store.Attempt(ctx, limits, a.Now())
	if err != nil {
		return false, err
	}
	matches, err := place.Matches(ctx, password, hash)
	if err != nil || matches {
		a.giveBack(context.WithoutCancel(ctx), taken)
	}
	if err != nil {
		return false, fmt.Errorf("check password: %w", err)
	}
	return matches, nil
}
