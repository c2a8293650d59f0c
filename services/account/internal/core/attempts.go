package core

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"
)

// Limits. What is counted is what failed, or what cannot fail and costs: a successful sign-in takes its attempt back.
const (
	loginsPerEmail       = 20
	loginsWithin         = 15 * time.Minute
	loginsPerAddress     = 100
	addressWithin        = time.Minute
	requestsPerAddress   = 30
	mailsPerEmail        = 10
	requestsWithin       = time.Hour
	toldWithin           = 24 * time.Hour
	longestLimit         = toldWithin
	passwordChecksOfUser = 20
)

// Limit is how many attempts of one sort somebody has.
type Limit struct {
	Key    []byte
	Most   int
	Within time.Duration
}

// AttemptStore counts attempts for all replicas together.
type AttemptStore interface {
	// Attempt counts one towards each limit and returns what ReturnAttempt takes back. When one is reached it counts
	// towards none and returns ErrTooManyAttempts. Limits must be given in the same order by all callers.
	Attempt(ctx context.Context, limits []Limit, now time.Time) (taken []int64, err error)
	ReturnAttempt(ctx context.Context, taken []int64) error
	// ForgetAttempts frees a limit.
	ForgetAttempts(ctx context.Context, key []byte) error
}

// Hasher makes and checks password hashes, few at once.
type Hasher interface {
	// Take takes a place for a call, which must leave it, or returns ErrBusy at once: then nothing need be looked up.
	// Calls with the same from have a part of the places together.
	Take(from string) (Place, error)
	// Outdated reports whether a hash was made with weaker parameters than Hash uses.
	Outdated(hash string) bool
}

// Place allows a call to hash. Its methods wait until few enough others hash.
type Place interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares in constant time. An empty hash takes as long as any other and never matches.
	Matches(ctx context.Context, password, hash string) (bool, error)
	Leave()
}

// Attempts bounds what strangers may try, and checks passwords within those bounds.
type Attempts struct {
	Store   AttemptStore
	Secrets Secrets
	Now     func() time.Time
	Log     *slog.Logger
}

// ofAddress counts by where the caller is. A caller whose address is not known is not counted: then the service is
// called by hand, not through the gateway.
func (a *Attempts) ofAddress(sort, address string, most int, within time.Duration) []Limit {
	from, known := networkOf(address)
	if !known {
		return nil
	}
	return []Limit{{Key: a.Secrets.LimitKey(sort, from), Most: most, Within: within}}
}

// networkOf is what is told apart of where callers are: an address, but a whole network of IPv6, since one subscriber
// has all of it.
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

// ofChange counts by the user, whose session somebody else may have.
func (a *Attempts) ofChange(user UserID) Limit {
	return Limit{
		Key: a.Secrets.LimitKey("change password", fmt.Sprint(user)), Most: passwordChecksOfUser, Within: loginsWithin,
	}
}

// ofMail keeps strangers from filling somebody's mailbox.
func (a *Attempts) ofMail(email string) Limit {
	return Limit{Key: a.Secrets.LimitKey("mail to", email), Most: mailsPerEmail, Within: requestsWithin}
}

// take counts what costs whoever asks for it.
func (a *Attempts) take(ctx context.Context, limits ...Limit) error {
	_, err := a.Store.Attempt(ctx, limits, a.Now())
	return err
}

// giveBack takes back an attempt that was none. What fails here only makes a limit stricter for a while.
func (a *Attempts) giveBack(ctx context.Context, taken []int64) {
	if err := a.Store.ReturnAttempt(ctx, taken); err != nil {
		a.Log.WarnContext(ctx, "attempt could not be taken back", "error", err)
	}
}

// reached reports whether a limit is, of several that were asked for together.
func (a *Attempts) reached(ctx context.Context, limit Limit) bool {
	taken, err := a.Store.Attempt(ctx, []Limit{limit}, a.Now())
	if err == nil {
		a.giveBack(context.WithoutCancel(ctx), taken)
	}
	return errors.Is(err, ErrTooManyAttempts)
}

// forgetLogin frees the limit of an e-mail. What fails here only leaves it as it is for a while.
func (a *Attempts) forgetLogin(ctx context.Context, user UserID, email string) {
	if err := a.Store.ForgetAttempts(ctx, a.ofLogin(email).Key); err != nil {
		a.Log.WarnContext(ctx, "attempts could not be forgotten", "user", user, "error", err)
	}
}

// check compares a password with a hash and counts what fails towards the limits.
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
