package core

import (
	"context"
	"time"
)

// GatewayStore keeps what gateways ask for and tell.
type GatewayStore interface {
	// Refusals returns what changed after a point, or everything in force after 0, without sessions and links that ended
	// before since.
	Refusals(ctx context.Context, after int64, since time.Time) (Refusals, error)
	// RecordAct returns ErrUserNotFound when there is no such user. It fills in the e-mail, and the key of the session.
	// Where an entry since a moment says the same, no other is added; the zero moment always adds one.
	RecordAct(ctx context.Context, act Act, session SessionID, since time.Time) error
}

// Gateways tells gateways what to refuse and takes what they saw done in somebody else's account.
type Gateways struct {
	Store GatewayStore
	Now   func() time.Time
}

// Refusals returns what gateways must refuse from a point of the list on; 0 for everything in force.
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

// oneReading is for how long looking at the same contact or list again is the same act.
const oneReading = 10 * time.Minute

// RecordAct writes to the audit log what a user did in an account that is not their own, or by a key. With again an act
// that was written within the last ten minutes is not written another time.
func (g *Gateways) RecordAct(ctx context.Context, act Act, session SessionID, again bool) error {
	act.At, act.What = g.Now(), Printable(act.What)
	var since time.Time
	if again {
		since = act.At.Add(-oneReading)
	}
	return g.Store.RecordAct(ctx, act, session, since)
}
