package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
)

const (
	// farBehind is the number of waiting messages from which a consumer counts as late.
	farBehind = 10_000
	// nightLate and nightMissing are the ages of the last hourly event that starts the nights from which it counts as late
	// and missing.
	nightLate, nightMissing = 2 * time.Hour, 26 * time.Hour
)

// streams checks the bus: the services' streams, their consumers, and dead letters.
func (i Installation) streams(ctx context.Context, b *bus.Bus) (findings []Finding) {
	var at time.Time
	asked := i.Now()
	for _, service := range i.Services {
		for _, stream := range service.Streams {
			state, err := b.Look(ctx, stream)
			if err != nil {
				return failed("nats", fmt.Errorf("JetStream does not answer: %w", err), "Is NATS there, is JetStream on, is NATS_URL right?")
			}
			if at.IsZero() && !state.Now.IsZero() {
				at = state.Now
				findings = append(findings, clock("nats", at, asked, i.Now()))
			}
			findings = append(findings, streamFindings(stream.Name, service.Name, state)...)
		}
	}
	figures, err := b.Figures(ctx)
	if err != nil {
		return append(findings, failed("nats", err, "Is NATS there, and is JetStream on?")...)
	}
	for _, figure := range figures {
		findings = append(findings, judge("nats", figure))
	}
	return append(findings, i.night(ctx, b))
}

func streamFindings(name, owner string, s bus.StreamState) (findings []Finding) {
	if !s.Exists {
		return []Finding{found(Warning, "nats", "the stream "+name+" is not there", "It is made when "+owner+" starts, and filled again from the outboxes.")}
	}
	warn := func(advice, format string, values ...any) {
		findings = append(findings, found(Warning, "nats", fmt.Sprintf(format, values...), advice))
	}
	says := fmt.Sprintf("the stream %s keeps %d messages, %s of %s, on %d servers", name, s.Messages, size(int64(s.Bytes)), size(int64(s.MaxBytes)), max(s.Replicas, 1))
	switch {
	case len(s.Differs) > 0:
		warn("Restart "+owner+", which sets them; if that fails, see its log.",
			"%s; its settings differ from those of its owner: %s", says, strings.Join(s.Differs, ", "))
	case s.Behind > 0:
		warn("Look after the NATS servers: `nats stream info` names them.",
			"%s; %d of them are not up to date", says, s.Behind)
	case s.MaxBytes > 0 && s.Bytes > s.MaxBytes/4*3:
		warn("Is its consumer running? Nothing is lost: further messages wait in the outboxes.", "%s: it is filling", says)
	default:
		findings = append(findings, fine("nats", "%s", says))
	}
	for _, c := range s.Consumers {
		if waiting := c.Pending + c.Unacked; waiting > farBehind {
			warn("Is its service running? See its log.", "%s has %d messages of %s before it", c.Name, waiting, name)
		}
	}
	return findings
}

// night checks when the last event arrived that starts due nights.
func (i Installation) night(ctx context.Context, b *bus.Bus) Finding {
	const advice = "`puls local` publishes it by itself; elsewhere `puls nightly` runs every hour (a CronJob). Missed nights are caught up, 14 at most."
	event := bus.EventOf[*scoringenginev1.Nightly]()
	at, err := b.LastAt(ctx, event.Stream(), event.Subject())
	if err != nil {
		return found(Warning, "night", err.Error(), advice)
	}
	if at.IsZero() {
		return found(Warning, "night", "the hourly event that starts the nights has not come for a week", advice)
	}
	ago := i.Now().Sub(at)
	says := fmt.Sprintf("the hourly event that starts the nights last came %s ago", ago.Round(time.Second))
	switch {
	case ago > nightMissing:
		return found(Problem, "night", says, advice)
	case ago > nightLate:
		return found(Warning, "night", says, advice)
	}
	return fine("night", "%s", says)
}
