package provider

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// MailgunKey parses the HTTP webhook signing key. It fails with ErrKey: Mailgun's keys have 32 or more characters and
// no spaces.
func MailgunKey(key string) (string, error) {
	key = strings.TrimSpace(key)
	if len(key) < 16 || strings.ContainsAny(key, " \t\r\n") {
		return "", ErrKey
	}
	return key, nil
}

type mailgunBody struct {
	Signature struct {
		Timestamp text   `json:"timestamp"`
		Token     string `json:"token"`
		Signature string `json:"signature"`
	} `json:"signature"`
	Event *mailgunEvent `json:"event-data"`
}

type mailgunEvent struct {
	Event     string `json:"event"`
	ID        string `json:"id"`
	Timestamp text   `json:"timestamp"`
	Severity  string `json:"severity"`
	Recipient string `json:"recipient"`
	Tags      text   `json:"tags"`
	Message   struct {
		Headers struct {
			ID text `json:"message-id"`
		} `json:"headers"`
	} `json:"message"`
	Client struct {
		Bot   string `json:"bot"`
		Agent text   `json:"user-agent"`
	} `json:"client-info"`
	Flags struct {
		Test bool `json:"is-test-mode"`
	} `json:"flags"`
	// Variables are an object, or an empty list when there are none.
	Variables json.RawMessage `json:"user-variables"`
}

// VerifyMailgun checks the signature, which covers the timestamp and a token that is valid for one request: the caller
// must refuse a token that came with another body. It fails with ErrBody and ErrSignature.
func VerifyMailgun(r Request, key string, now time.Time) (token string, err error) {
	var body mailgunBody
	if json.Unmarshal(r.Body, &body) != nil {
		return "", ErrBody
	}
	s := body.Signature
	at, err := strconv.ParseInt(string(s.Timestamp), 10, 64)
	if err != nil || !fresh(time.Unix(at, 0), now) {
		return "", ErrSignature
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(string(s.Timestamp) + s.Token))
	signature, err := hex.DecodeString(s.Signature)
	if err != nil || s.Token == "" || !hmac.Equal(signature, mac.Sum(nil)) {
		return "", ErrSignature
	}
	return s.Token, nil
}

func mailgunEvents(body []byte) ([]Event, error) {
	var b mailgunBody
	if err := json.Unmarshal(body, &b); err != nil || b.Event == nil {
		return nil, ErrBody
	}
	e := b.Event
	var variables struct {
		Message  text `json:"puls_message"`
		Category text `json:"puls_category"`
	}
	// An empty or missing list has no variables.
	_ = json.Unmarshal(e.Variables, &variables)
	kind := e.kind()
	return []Event{{
		Type: kind, ID: eventID(e.ID, kind, e.Recipient), OccurredAt: seconds(e.Timestamp),
		Message: first(variables.Message, e.Tags, e.Message.Headers.ID), Category: string(variables.Category),
		Address: e.Recipient, agent: string(e.Client.Agent),
	}}, nil
}

func (e *mailgunEvent) kind() Type {
	if e.Flags.Test {
		return "" // nothing was sent
	}
	switch e.Event {
	case "accepted":
		return Sent
	case "delivered":
		return Delivered
	case "opened":
		if e.Client.Bot != "" {
			return MachineOpened
		}
		return Opened
	case "clicked":
		if e.Client.Bot != "" {
			return MachineClicked
		}
		return Clicked
	case "failed":
		if e.Severity == "permanent" {
			return Bounced
		}
		return Deferred
	case "complained":
		return Complained
	case "unsubscribed":
		return Unsubscribed
	}
	return ""
}
