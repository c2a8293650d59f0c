package provider

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/jsonlist"
)

// The headers of SendGrid's signature.
const (
	sendGridSignature = "x-twilio-email-event-webhook-signature"
	sendGridTimestamp = "x-twilio-email-event-webhook-timestamp"
)

// SendGridKey parses the verification key that SendGrid shows: ECDSA on P-256, SPKI in base64, also within the lines of
// a PEM. It fails with ErrKey.
func SendGridKey(key string) (*ecdsa.PublicKey, error) {
	key = strings.TrimPrefix(strings.TrimSpace(key), "-----BEGIN PUBLIC KEY-----")
	key = strings.TrimSuffix(key, "-----END PUBLIC KEY-----")
	der, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(key), ""))
	if err != nil {
		return nil, ErrKey
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, ErrKey
	}
	public, ok := parsed.(*ecdsa.PublicKey)
	if !ok || public.Curve != elliptic.P256() {
		return nil, ErrKey
	}
	return public, nil
}

// VerifySendGrid checks the signature over the timestamp and the body. Their hash is valid for one request: the caller
// must refuse a repeated one. It fails with ErrSignature.
func VerifySendGrid(r Request, key *ecdsa.PublicKey, now time.Time) (proof string, err error) {
	stamp := r.Headers[sendGridTimestamp]
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || !fresh(time.Unix(at, 0), now) {
		return "", ErrSignature
	}
	signature, err := base64.StdEncoding.DecodeString(r.Headers[sendGridSignature])
	if err != nil {
		return "", ErrSignature
	}
	hash := sha256.New()
	hash.Write([]byte(stamp))
	hash.Write(r.Body)
	sum := hash.Sum(nil)
	if !ecdsa.VerifyASN1(key, sum, signature) {
		return "", ErrSignature
	}
	return string(sum), nil
}

// sendGridEvent has the members that are read of an event. A sender's custom arguments are among SendGrid's own members
// and may have the same names, so members of unexpected types are ignored.
type sendGridEvent struct {
	Event         text            `json:"event"`
	Email         text            `json:"email"`
	Timestamp     text            `json:"timestamp"`
	ID            text            `json:"sg_event_id"`
	MessageID     text            `json:"sg_message_id"`
	SMTPID        text            `json:"smtp-id"`
	SingleSend    text            `json:"singlesend_id"`
	Campaign      text            `json:"marketing_campaign_id"`
	PulsMessage   text            `json:"puls_message"`
	PulsCategory  text            `json:"puls_category"`
	Machine       json.RawMessage `json:"sg_machine_open"`
	BounceOrBlock text            `json:"type"`
	Agent         text            `json:"useragent"`
	URL           text            `json:"url"`
}

func sendGridEvents(body []byte) ([]Event, error) {
	var items jsonlist.List[sendGridEvent]
	if err := json.Unmarshal(body, &items); err != nil {
		return nil, ErrBody
	}
	events := make([]Event, len(items))
	for i, item := range items {
		kind := item.kind()
		// The rest after the first dot identifies the recipient within one call of the API.
		message, _, _ := strings.Cut(string(item.MessageID), ".")
		events[i] = Event{
			Type: kind, ID: eventID(first(item.ID, item.MessageID)+" "+string(item.Timestamp), kind, string(item.Email)),
			OccurredAt: seconds(item.Timestamp),
			Message:    first(item.PulsMessage, item.SingleSend, item.Campaign, text(message), item.SMTPID),
			Category:   string(item.PulsCategory), Address: string(item.Email),
			mail: message, agent: string(item.Agent), link: string(item.URL),
		}
	}
	return events, nil
}

func (e *sendGridEvent) kind() Type {
	switch e.Event {
	case "processed":
		return Sent
	case "delivered":
		return Delivered
	case "open":
		if string(e.Machine) == "true" {
			return MachineOpened
		}
		return Opened
	case "click":
		return Clicked
	case "bounce":
		if e.BounceOrBlock == "blocked" {
			return Deferred // the recipient's server may accept the next one
		}
		return Bounced
	case "dropped":
		return Bounced
	case "deferred":
		return Deferred
	case "spamreport":
		return Complained
	case "unsubscribe", "group_unsubscribe":
		return Unsubscribed
	}
	return ""
}
