package provider

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"
)

// VerifyPostmark checks the user and the password that Postmark was given, since it signs nothing. The password is
// compared by its SHA-256. It fails with ErrSignature.
func VerifyPostmark(r Request, user string, password []byte) error {
	encoded, isBasic := strings.CutPrefix(r.Headers["authorization"], "Basic ")
	text, err := base64.StdEncoding.DecodeString(encoded)
	if !isBasic || err != nil {
		return ErrSignature
	}
	name, given, _ := strings.Cut(string(text), ":")
	hash := sha256.Sum256([]byte(given))
	if subtle.ConstantTimeCompare([]byte(name), []byte(user))&subtle.ConstantTimeCompare(hash[:], password) != 1 {
		return ErrSignature
	}
	return nil
}

type postmarkRecord struct {
	RecordType        string
	MessageID         string
	Type              string
	Tag               text
	Email             string // of bounces and complaints
	Recipient         string // of all others
	SuppressSending   bool
	SuppressionReason string
	UserAgent         text
	DeliveredAt       time.Time
	ReceivedAt        time.Time
	BouncedAt         time.Time
	ChangedAt         time.Time
	Metadata          struct {
		Message  text `json:"puls_message"`
		Category text `json:"puls_category"`
	}
}

// postmarkManual is the message id of an address that was put on a list by hand.
const postmarkManual = "00000000-0000-0000-0000-000000000000"

func postmarkEvents(body []byte) ([]Event, error) {
	var r postmarkRecord
	if err := json.Unmarshal(body, &r); err != nil || r.RecordType == "" {
		return nil, ErrBody
	}
	e := Event{Type: r.kind(), Category: string(r.Metadata.Category), Address: r.Recipient, agent: string(r.UserAgent)}
	for _, at := range []time.Time{r.DeliveredAt, r.ReceivedAt, r.BouncedAt, r.ChangedAt} {
		if !at.IsZero() {
			e.OccurredAt = at.UTC()
		}
	}
	if e.Address == "" {
		e.Address = r.Email
	}
	message := r.MessageID
	if r.RecordType == "SubscriptionChange" && message == postmarkManual {
		message = ""
	}
	e.Message = first(r.Metadata.Message, r.Tag, text(message))
	id := r.MessageID + " " + r.RecordType + " " + e.OccurredAt.Format(time.RFC3339Nano)
	e.ID = eventID(id, e.Type, e.Address)
	if e.Type != Delivered && e.Type != Bounced {
		return []Event{e}, nil
	}
	// Postmark does not report sendings; a mail that was delivered or bounced was sent.
	sent := e
	sent.Type, sent.ID = Sent, eventID(id, Sent, e.Address)
	return []Event{sent, e}, nil
}

func (r *postmarkRecord) kind() Type {
	switch r.RecordType {
	case "Delivery":
		return Delivered
	case "Open":
		return Opened
	case "Click":
		return Clicked
	case "SpamComplaint":
		return Complained
	case "Bounce":
		return r.bounce()
	case "SubscriptionChange":
		return r.change()
	}
	return ""
}

func (r *postmarkRecord) bounce() Type {
	switch r.Type {
	case "HardBounce", "BadEmailAddress", "ManuallyDeactivated":
		return Bounced
	case "SpamComplaint":
		return Complained
	case "Unsubscribe":
		return Unsubscribed
	case "AutoResponder", "Subscribe", "AddressChange", "ChallengeVerification":
		return "" // replies, not failures
	}
	return Deferred
}

// change returns the type of a change of a suppression. A suppression that ends gives no consent again: Postmark does
// not know at whose request it ended.
func (r *postmarkRecord) change() Type {
	if !r.SuppressSending {
		return ""
	}
	switch r.SuppressionReason {
	case "SpamComplaint":
		return Complained
	case "ManualSuppression":
		return Unsubscribed
	}
	return "" // a bounce, which is reported separately
}
