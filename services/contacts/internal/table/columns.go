package table

import (
	"puls.app/services/contacts/internal/engine/fact"
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

// parseType reads a type such as mailing.sent.
func parseType(text []byte) (fact.Channel, fact.Kind, bool) {
	switch string(text) {
	case "mailing.sent":
		return fact.Mailing, fact.Sent, true
	case "mailing.delivered":
		return fact.Mailing, fact.Delivered, true
	case "mailing.opened":
		return fact.Mailing, fact.Opened, true
	case "mailing.clicked":
		return fact.Mailing, fact.Clicked, true
	case "mailing.bounced":
		return fact.Mailing, fact.Bounced, true
	case "mailing.unsubscribed":
		return fact.Mailing, fact.Unsubscribed, true
	case "sms.sent":
		return fact.SMS, fact.Sent, true
	case "sms.delivered":
		return fact.SMS, fact.Delivered, true
	case "sms.clicked":
		return fact.SMS, fact.Clicked, true
	case "sms.unsubscribed":
		return fact.SMS, fact.Unsubscribed, true
	default:
		return parseWebType(text)
	}
}

func parseWebType(text []byte) (fact.Channel, fact.Kind, bool) {
	switch string(text) {
	case "web.page_view":
		return fact.Web, fact.PageView, true
	case "web.product_view":
		return fact.Web, fact.ProductView, true
	case "web.checkout_view":
		return fact.Web, fact.CheckoutView, true
	case "web.payment_info":
		return fact.Web, fact.PaymentInfo, true
	case "web.purchase":
		return fact.Web, fact.Purchase, true
	default:
		return 0, 0, false
	}
}

// ParseCategory reads what a message was for; 0 when the row does not say.
func ParseCategory(channel fact.Channel, text []byte) (uint8, bool) {
	if len(text) == 0 {
		return 0, true
	}
	if channel == fact.Mailing {
		switch string(text) {
		case "sales":
			return 1, true
		case "info":
			return 2, true
		case "advertising":
			return 3, true
		case "internal":
			return 4, true
		case "education":
			return 5, true
		}
		return 0, false
	}
	switch string(text) {
	case "automatic":
		return 1, true
	case "info":
		return 2, true
	case "advertising":
		return 3, true
	case "mandatory":
		return 4, true
	}
	return 0, false
}
