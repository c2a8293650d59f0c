package core

import (
	"context"
	"fmt"
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
	longestLimit         = requestsWithin
	passwordChecksOfUser = 20
)

// Limit is how many attempts of one sort somebody has.
type Limit struct {
	Key    []byte
	Most   int
	Within time.Duration
}

// LimitStore counts attempts for all replicas together.
type LimitStore interface {
	// Attempt counts one towards each limit and answers what ReturnAttempt takes back. When one is reached it counts
	// towards none and answers ErrTooManyAttempts. Limits must be given in the same order by all callers.
	Attempt(ctx context.Context, limits []Limit, now time.Time) (taken []int64, err error)
	ReturnAttempt(ctx context.Context, taken []int64) error
	// ForgetAttempts frees a limit.
	ForgetAttempts(ctx context.Context, key []byte) error
}

// addressLimit counts by the caller's address: a whole network of IPv6, since one subscriber has all of it. A caller
// whose address is not known is not counted: then the service is called by hand, not through the gateway.
func (a *App) addressLimit(sort, address string, most int, within time.Duration) []Limit {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return nil
	}
	if ip = ip.Unmap(); ip.Is6() {
		if network, err := ip.WithZone("").Prefix(64); err == nil {
			ip = network.Addr()
		}
	}
	return []Limit{{Key: a.secrets.LimitKey(sort, ip.String()), Most: most, Within: within}}
}

func (a *App) loginLimit(email string) Limit {
	return Limit{Key: a.secrets.LimitKey("login", email), Most: loginsPerEmail, Within: loginsWithin}
}

// giveBack takes back an attempt that was none. What fails here only makes a limit stricter for a while.
func (a *App) giveBack(ctx context.Context, taken []int64) {
	if err := a.store.ReturnAttempt(ctx, taken); err != nil {
		a.log.WarnContext(ctx, "attempt could not be taken back", "error", err)
	}
}

// checkPassword compares a password with a hash and counts what fails towards the limits.
func (a *App) checkPassword(ctx context.Context, password, hash string, limits []Limit) (bool, error) {
	taken, err := a.store.Attempt(ctx, limits, a.now())
	if err != nil {
		return false, err
	}
	matches, err := a.hasher.Matches(ctx, password, hash)
	if err != nil || matches {
		a.giveBack(context.WithoutCancel(ctx), taken)
	}
	if err != nil {
		return false, fmt.Errorf("check password: %w", err)
	}
	return matches, nil
}
