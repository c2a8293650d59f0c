package intake

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/jsonlist"
	"puls.app/services/contacts/internal/engine/webevents"
	"puls.app/services/contacts/internal/table"
)

// WebRequest is a request of a website.
type WebRequest struct {
	// Key is the write key sent outside the body, empty when the body has it.
	Key string
	// Endpoint is "batch", "track", "page" or "identify".
	Endpoint string
	// Origin is the header of that name, which browsers set; empty without one.
	Origin     string
	Body       []byte
	ReceivedAt time.Time
}

// FindWebsite fails with ErrIntakeKey when no website has the write key.
func (a *App) FindWebsite(ctx context.Context, key string) error {
	client, err := uuid.Parse(key)
	if err != nil {
		return ErrKey
	}
	found, err := a.BodyStore.FindWebsites(ctx, []uuid.UUID{client})
	if err == nil && len(found) == 0 {
		return ErrKey
	}
	return err
}

// ReceiveWebEvents stores a request of a website and returns its number of events, which are read later. It fails with
// ErrIntakeKey, ErrIntakeBody and ErrIntakeBusy.
func (a *App) ReceiveWebEvents(ctx context.Context, r WebRequest) (int, error) {
	key, events, err := webevents.Inspect(r.Body, r.Endpoint == "batch")
	if errors.Is(err, jsonlist.ErrTooMany) {
		return 0, ErrBody.Withf("a request takes up to %d events, this one has more; send them in parts", jsonlist.Most)
	}
	if err != nil {
		return 0, ErrBody
	}
	if r.Key != "" {
		key = r.Key
	}
	client, err := uuid.Parse(key)
	if err != nil {
		return 0, ErrKey
	}
	if r.ReceivedAt.IsZero() {
		r.ReceivedAt = a.Now()
	}
	err = a.gate.receive(ctx, &Body{
		Source: Source{Kind: Web, ID: client}, ReceivedAt: r.ReceivedAt, Events: events, Body: r.Body,
		Note: r.Endpoint + " " + webevents.HostOf(r.Origin),
	})
	if err != nil {
		return 0, err
	}
	return events, nil
}

// identify is the type of an event that only names the contact of a visitor.
const identify = "identify"

// The reasons why web events are unusable, in addition to the defects of rows.
const (
	// refusedName is an event of a type that Puls does not count.
	refusedName = "TYPE_UNKNOWN"
	// refusedDomain is an event of a page of another domain.
	refusedDomain = "OTHER_DOMAIN"
	refusedEvent  = "EVENT_INVALID"
)

// decodeWeb reads a body of a website. Its note is the endpoint, the host that the browser sent and the website's
// domain; the last two may be empty.
func decodeWeb(body *Body, days func(int64) int32, visit func(Event)) {
	note := strings.SplitN(body.Note, " ", 3)
	err := webevents.Read(body.Body, note[0], func(e webevents.Event) {
		host := e.Host
		if note[1] != "" {
			host = note[1]
		}
		visit(webEvent(body, e, host == "" || webevents.Belongs(host, note[2]), days))
	})
	if err != nil { // it was parsed before it was stored
		visit(Event{Refused: refusedEvent})
	}
}

func webEvent(body *Body, e webevents.Event, own bool, days func(int64) int32) Event {
	event := Event{Type: e.Name, Subject: e.Visitor, Path: e.Path}
	switch {
	case e.Damaged:
		event.Refused = refusedEvent
		return event
	case !own:
		event.Refused = refusedDomain
		return event
	case e.Kind == "":
		event.Refused = refusedName
		return event
	}
	event.time(e, body.ReceivedAt, days)
	event.Identify = e.Name == identify
	event.Fields = make([][]byte, table.EngagementFields)
	event.Fields[table.EventEventID], event.Fields[table.EventVisitorID] = []byte(e.ID), []byte(e.Visitor)
	event.Fields[table.EventUID] = []byte(body.UID)
	event.Fields[table.EventType] = []byte("web." + e.Kind)
	for kind, address := range [fact.AddressKinds]string{e.User, e.Email, e.GSM} {
		if address != "" {
			event.Claims = append(event.Claims, table.Claim{Kind: fact.AddressKind(kind), Address: address})
		}
	}
	return event
}

// time sets when an event happened by the server's clock. An event without a time happened when it was received.
func (event *Event) time(e webevents.Event, receivedAt time.Time, days func(int64) int32) {
	received := receivedAt.UnixMicro()
	at, corrected := received, received
	event.Timed = e.Timestamp == ""
	if seconds, micros, ok := file.ParseTime([]byte(e.Timestamp)); ok {
		event.Timed = true
		at = seconds*1e6 + int64(micros)
		var sent webevents.Time
		if seconds, micros, ok := file.ParseTime([]byte(e.SentAt)); ok {
			sent = seconds*1e6 + int64(micros)
		}
		corrected = webevents.Occurred(at, sent, received)
	}
	event.Seconds, event.Micros = corrected/1e6, int32(corrected%1e6)
	event.Movable = e.Timestamp == "" || webevents.Movable(at, corrected, days)
}
