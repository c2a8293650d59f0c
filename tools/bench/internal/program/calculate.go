package program

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// Timing is the duration of a calculation, in parts.
type Timing struct {
	// Committed is the time from the start of the task to the commit of the result, Announced from the start to the
	// arrival of scoring.calculated, Asked from the request to that arrival. Audience is the part of Committed before the
	// first segment is read.
	Committed, Announced, Asked, Audience time.Duration
}

// patience bounds a calculation.
const patience = 5 * time.Minute

// Calculate requests a calculation and waits for its announcement.
func (c *Client) Calculate(ctx context.Context, scoring, date string) (timing Timing, err error) {
	p := c.program
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := c.EnsureToken(ctx); err != nil {
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
	end, err := p.logSize()
	if err != nil {
		return Timing{}, err
	}
	asked := time.Now()
	err = c.Call(
		ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":calculate", map[string]any{"generatedDate": date}, nil,
	)
	if err != nil {
		return Timing{}, err
	}
	var arrived time.Time
	select {
	case arrived = <-arrivals:
	case err := <-p.ended:
		p.ended <- err
		return Timing{}, p.over(err)
	case <-ctx.Done():
		return Timing{}, fmt.Errorf("the calculation did not end: %w; see %s", ctx.Err(), p.log)
	}
	err = p.poll(ctx, time.Millisecond, func() (bool, error) {
		lines, err := p.lines(end)
		at := slices.IndexFunc(lines, func(l line) bool { // not another account's, nor a nightly one
			return l.Message == "calculated" && l.Account == c.Account && l.Date == date
		})
		if at < 0 {
			return false, err
		}
		l := lines[at]
		took := l.Took.duration()
		timing = Timing{took, arrived.Sub(l.Done.Add(-took)), arrived.Sub(asked), l.Audience.duration()}
		return true, nil
	})
	return timing, err
}
