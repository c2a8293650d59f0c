package engine

// Channel is how a contact was reached; the numbers are those of the published events.
type Channel uint8

// The channels.
const (
	Mailing Channel = 1
	SMS     Channel = 2
	Web     Channel = 3
)

// Kind says what happened; the numbers are those of the published events.
type Kind uint8

// The kinds.
const (
	Sent         Kind = 1
	Delivered    Kind = 2
	Opened       Kind = 3
	Clicked      Kind = 4
	Bounced      Kind = 5
	Unsubscribed Kind = 6
	PageView     Kind = 11
	ProductView  Kind = 12
	CheckoutView Kind = 13
	PaymentInfo  Kind = 14
	Purchase     Kind = 15
)

// The fields of an engagement row.
const (
	FieldEventID = iota
	FieldOccurredAt
	FieldUID
	FieldType
	FieldMessageID
	FieldCategory
	FieldExternalID
	FieldEmail
	FieldGSM
	FieldVisitorID
	FieldDomain
	EngagementFields
)

// EngagementColumns names the fields of an engagement row in their order.
func EngagementColumns() []string {
	return []string{
		"event_id", "occurred_at", "uid", "type", "message_id", "category", "external_id", "email", "gsm", "visitor_id", "domain",
	}
}

// parseType reads a type such as mailing.sent.
func parseType(text []byte) (Channel, Kind, bool) {
	switch string(text) {
	case "mailing.sent":
		return Mailing, Sent, true
	case "mailing.delivered":
		return Mailing, Delivered, true
	case "mailing.opened":
		return Mailing, Opened, true
	case "mailing.clicked":
		return Mailing, Clicked, true
	case "mailing.bounced":
		return Mailing, Bounced, true
	case "mailing.unsubscribed":
		return Mailing, Unsubscribed, true
	case "sms.sent":
		return SMS, Sent, true
	case "sms.delivered":
		return SMS, Delivered, true
	case "sms.clicked":
		return SMS, Clicked, true
	case "sms.unsubscribed":
		return SMS, Unsubscribed, true
	default:
		return parseWebType(text)
	}
}

func parseWebType(text []byte) (Channel, Kind, bool) {
	switch string(text) {
	case "web.page_view":
		return Web, PageView, true
	case "web.product_view":
		return Web, ProductView, true
	case "web.checkout_view":
		return Web, CheckoutView, true
	case "web.payment_info":
		return Web, PaymentInfo, true
	case "web.purchase":
		return Web, Purchase, true
	default:
		return 0, 0, false
	}
}

// parseCategory reads what a message was for; 0 when the row does not say.
func parseCategory(channel Channel, text []byte) (uint8, bool) {
	if len(text) == 0 {
		return 0, true
	}
	if channel == Mailing {
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
