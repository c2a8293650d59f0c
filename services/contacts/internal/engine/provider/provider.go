package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"time"
)

// Name is the name of a provider in paths and contracts.
type Name string

// The providers, in the order of the page.
const (
	SendGrid Name = "sendgrid"
	Mailgun  Name = "mailgun"
	Postmark Name = "postmark"
	SES      Name = "ses"
)

// Names are all providers, in the order of the page.
func Names() []Name { return []Name{SendGrid, Mailgun, Postmark, SES} }

const (
	// Patience is the maximum age of a signature: providers retry for hours, with the time of the first attempt. Proofs
	// are stored for longer, so that every replay within it is detected.
	Patience = 3 * 24 * time.Hour
	// Tolerance is how far a provider's clock may be ahead of the server's.
	Tolerance = 15 * time.Minute
)

// The reasons for which a request is refused.
var (
	// ErrSignature means that the request is not the provider's, or too old.
	ErrSignature = errors.New("the signature is not the provider's, or too old")
	// ErrBody means that the body is not in the provider's format.
	ErrBody = errors.New("the body cannot be read")
	// ErrKey means that a text is not a key of the provider.
	ErrKey = errors.New("this is no key of the provider")
)

// Request is a received request.
type Request struct {
	// Headers by lower-case name.
	Headers map[string]string
	// Body is unchanged to the byte, since signatures cover it.
	Body []byte
}

// Type is the type of an event, as in the contracts; empty for an unusable event.
type Type string

// The types.
const (
	Sent           Type = "sent"
	Delivered      Type = "delivered"
	Opened         Type = "opened"
	MachineOpened  Type = "machine_opened"
	Clicked        Type = "clicked"
	MachineClicked Type = "machine_clicked"
	Bounced        Type = "bounced"
	Deferred       Type = "deferred"
	Complained     Type = "complained"
	Unsubscribed   Type = "unsubscribed"
)

// Event is one event of one mail to one recipient.
type Event struct {
	Type Type
	// ID is the provider's id of the event with the type and the recipient, which may share it. Events with the same ID
	// are the same event.
	ID         string
	OccurredAt time.Time
	// Message names the mailing; empty if the provider reports none, as for an address that was put on a list by hand.
	Message string
	// Category is the sender's, unchanged; empty if there is none.
	Category string
	// Address is the recipient's in the provider's form.
	Address string
	// The input of the verdict on machines: the mail, as far as the provider distinguishes it from others of its mailing,
	// the program that opened it or followed a link, and the link.
	mail, agent, link string
}

// Events decodes a verified body; for SES, the message in the envelope. An unusable event has no type, and events by
// machines have types of their own. It fails with ErrBody.
func Events(name Name, body []byte) ([]Event, error) {
	events, err := read(name, body)
	markMachines(events)
	return events, err
}

func read(name Name, body []byte) ([]Event, error) {
	switch name {
	case SendGrid:
		return sendGridEvents(body)
	case Mailgun:
		return mailgunEvents(body)
	case Postmark:
		return postmarkEvents(body)
	case SES:
		return sesEvents(body)
	}
	return nil, ErrBody
}

// eventID joins the parts that identify an event: providers use the same id for several types, or for all recipients of
// a mail.
func eventID(id string, kind Type, address string) string {
	return id + "\n" + string(kind) + "\n" + address
}

// text is a value that senders give as a string, a number or a list of either, whose first item counts.
type text string

// UnmarshalJSON accepts any value. Values of other types are empty and are not parsed.
func (t *text) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		list := json.NewDecoder(bytes.NewReader(data))
		var item json.RawMessage
		if _, err := list.Token(); err != nil || !list.More() || list.Decode(&item) != nil {
			return err
		}
		data = item
	}
	switch {
	case data[0] == '"':
		return json.Unmarshal(data, (*string)(t))
	case data[0] == '-' || data[0] >= '0' && data[0] <= '9':
		*t = text(data)
	}
	return nil
}

// first returns the first text that is not empty.
func first(texts ...text) string {
	for _, t := range texts {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

// seconds converts a Unix time with decimals; the result is the zero time for an invalid one or one out of range.
func seconds(t text) time.Time {
	const latest = 253402300800 // the year 10000
	s, err := strconv.ParseFloat(string(t), 64)
	if err != nil || !(s > 0 && s < latest) {
		return time.Time{}
	}
	return time.UnixMicro(int64(math.Round(s * 1e6))).UTC()
}

// fresh reports whether the time of a signature is within Patience and Tolerance.
func fresh(at, now time.Time) bool {
	age := now.Sub(at)
	return age <= Patience && age >= -Tolerance
}
