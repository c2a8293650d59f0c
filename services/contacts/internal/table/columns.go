package table

import (
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/spec"
)

// The fields of a row of engagement.
const (
	EventEventID = iota
	eventOccurredAt
	EventUID
	EventType
	EventMessageID
	EventCategory
	eventExternalID
	EventEmail
	eventGSM
	EventVisitorID
	eventDomain
	EventMachine
	EngagementFields
)

// EngagementColumns names the fields of an engagement row in their order.
func EngagementColumns() []string {
	return []string{
		"event_id", "occurred_at", "uid", "type", "message_id", "category", "external_id", "email", "gsm", "visitor_id",
		"domain", "machine",
	}
}

// messageKinds are the kinds of events of messages, by name. Channels without opens have no bounces either.
var messageKinds = map[string]fact.Kind{
	"sent": fact.Sent, "delivered": fact.Delivered, "opened": fact.Opened, "clicked": fact.Clicked,
	"bounced": fact.Bounced, "unsubscribed": fact.Unsubscribed,
}

// parseType reads a type such as mailing.sent.
func parseType(text string) (fact.Channel, fact.Kind, bool) {
	prefix, name, _ := strings.Cut(text, ".")
	channel := spec.ParseChannel(prefix)
	if channel == fact.Web {
		at := slices.Index(channel.Weights(), name)
		return channel, fact.PageView + fact.Kind(at), at >= 0
	}
	kind, known := messageKinds[name]
	if !channel.Opens() && (kind == fact.Opened || kind == fact.Bounced) {
		known = false
	}
	return channel, kind, known && channel != 0
}
