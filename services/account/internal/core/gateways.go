package core

import (
	"context"
	"time"
)

// GatewayStore stores revocations for gateways, and the acts that gateways record.
type GatewayStore interface {
	// Refusals returns the changes after a cursor, or everything in force after 0, without sessions and links that ended
	// before since.
	Refusals(ctx context.Context, after int64, since time.Time) (Refusals, error)
	// RecordAct adds an act with the user's e-mail address and the session's key. If the same act was recorded since a
	// time, it adds nothing; the zero time always adds one. It returns ErrUserNotFound if there is no such user.
	RecordAct(ctx context.Context, act Act, session SessionID, since time.Time) error
}

// Gateways publishes revocations to gateways and records acts in other accounts.
type Gateways struct {
	Store GatewayStore
	Now   func() time.Time
}

// Refusals returns the revocations after a cursor; 0 returns all in force.
func (g *Gateways) Refusals(ctx context.Context, after int64) (Refusals, error) {
	refusals, err := g.Store.Refusals(ctx, after, g.Now().Add(-forgetAfter))
	for i := range refusals.Sessions {
		refusals.Sessions[i].ForgetAt = refusals.Sessions[i].ForgetAt.Add(forgetAfter)
	}
	for i := range refusals.Links {
		refusals.Links[i].ForgetAt = refusals.Links[i].ForgetAt.Add(forgetAfter)
	}
	return refusals, err
}

// oneReading is how long repeated reads of the same contact or list are one act.
const oneReading = 10 * time.Minute

// RecordAct writes an act of a user in another account, or of an API key, to the audit log. With again, an act that was
// recorded within the last ten minutes is not added a second time.
func (g *Gateways) RecordAct(ctx context.Context, act Act, session SessionID, again bool) error {
	act.At, act.What = g.Now(), Printable(act.What)
	var since time.Time
	if again {
		since = act.At.Add(-oneReading)
	}
	return g.Store.RecordAct(ctx, act, session, since)
}
