package program

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// Timing is how long a calculation took.
type Timing struct {
	// Committed is from the task taken to the result committed, Announced to the arrival of scoring.calculated, Asked
	// from the request to that arrival. Audience is the part of Committed before the first segment was read.
	Committed, Announced, Asked, Audience time.Duration
}

// patience is how long a calculation may take.
const patience = 5 * time.Minute

// Calculate asks for a calculation and waits for its announcement.
func (c *Client) Calculate(ctx context.Context, account int32, scoring, date string) (_ Timing, err error) {
	p := c.program
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// the token is fresh now
	if err := c.Call(ctx, http.MethodGet, "protected/saresystem/databases", nil, nil); err != nil {
		return Timing{}, err
	}
	arrivals := make(chan time.Time, 16)
	subscription, err := p.conn.Subscribe("scoring.calculated", func(msg *nats.Msg) {
		now := time.Now()
		var event scoringenginev1.Calculated
		if proto.Unmarshal(msg.Data, &event) == nil && event.GetScoringId() == scoring && event.GetGeneratedDate() == date {
			arrivals <- now
		}
	})
	if err != nil {
		return Timing{}, fmt.Errorf("subscribe: %w", err)
	}
	defer func() { err = errors.Join(err, subscription.Unsubscribe()) }()
	if err := p.conn.FlushWithContext(ctx); err != nil {
		return Timing{}, fmt.Errorf("subscribe: %w", err)
	}
	for len(p.calculated) > 0 {
		<-p.calculated // what the night calculated meanwhile
	}
	asked := time.Now()
	err = c.Call(
		ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":calculate", map[string]any{"generatedDate": date}, nil,
	)
	if err != nil {
		return Timing{}, err
	}
	var arrived time.Time
	for {
		select {
		case arrived = <-arrivals:
		case line := <-p.calculated:
			if line.Account != account || line.Date != date {
				continue // another account's, or the night's own
			}
			if arrived.IsZero() {
				select {
				case arrived = <-arrivals:
				case <-ctx.Done():
				}
			}
			if arrived.IsZero() {
				return Timing{}, fmt.Errorf("the calculation was not announced within %s", patience)
			}
			taken := line.Done.Add(-line.Took)
			return Timing{
				Committed: line.Took, Announced: arrived.Sub(taken), Asked: arrived.Sub(asked), Audience: line.Audience,
			}, nil
		case err := <-p.ended:
			p.ended <- err
			return Timing{}, fmt.Errorf("the program ended (%w); see %s", err, p.log.Name())
		case <-ctx.Done():
			return Timing{}, fmt.Errorf("the calculation did not end: %w; see %s", ctx.Err(), p.log.Name())
		}
	}
}
