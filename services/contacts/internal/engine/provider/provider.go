package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"time"
)

// Name is how paths and contracts call a provider.
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
	// Patience is how old a signature may be: providers send again for hours, with the time of the first try. What was
	// signed is remembered for longer, so that a replay is known without it.
	Patience = 3 * 24 * time.Hour
	// Tolerance is how far ahead of ours the clock of a provider may be.
	Tolerance = 15 * time.Minute
)

// The reasons for which a request is not taken.
var (
	// ErrSignature says that it is not the provider's, or too old.
	ErrSignature = errors.New("the signature is not the provider's, or too old")
	// ErrBody says that the body is none of the provider's.
	ErrBody = errors.New("the body cannot be read")
	// ErrKey says that a text is no key of the provider.
	ErrKey = errors.New("this is no key of the provider")
)

// Request is what somebody sent.
type Request struct {
	// Headers by lower-case name.
	Headers map[string]string
	// Body to the byte, since signatures cover it.
	Body []byte
}

// Type is what happened, in the words of the contracts; empty for what is of no use here.
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

// Event is one thing that became of one mail to one recipient.
type Event struct {
	Type Type
	// ID is the provider's for the event, together with what may share it: the type and the recipient. Twice the same is
	// the same event.
	ID         string
	OccurredAt time.Time
	// Message names the mailing; empty where the provider tells none, as with somebody who was put on a list by hand.
	Message string
	// Category is the sender's, as it came; empty when there is none.
	Category string
	// Address is the recipient's as the provider has it.
	Address string
	// What the verdict on machines goes by: the mail, as far as the provider tells one from others of its mailing, the
	// program that opened it or followed a link, and the link.
	mail, agent, link string
}

// Events reads a body whose sender has been proved; of SES, the message within the envelope. An event that cannot be
// used has no type, and what a machine did is told from what a person did. It fails with ErrBody.
func Events(name Name, body []byte) ([]Event, error) {
	events, err := read(name, body)
	tellMachines(events)
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

// eventID joins what names an event: providers give some of theirs to several types, or to all recipients of a mail.
func eventID(id string, kind Type, address string) string {
	return id + "\n" + string(kind) + "\n" + address
}

// text is a value that senders give as a string, a number or a list of either, of which the first counts.
type text string

// UnmarshalJSON takes whatever a sender may have put there; what is no text is none, and is not looked into.
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

// first returns the first that is not empty.
func first(texts ...text) string {
	for _, t := range texts {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

// seconds turns a Unix time with decimals into a time; the zero time for none, or for one that no calendar has.
func seconds(t text) time.Time {
	const latest = 253402300800 // the year 10000
	s, err := strconv.ParseFloat(string(t), 64)
	if err != nil || !(s > 0 && s < latest) {
		return time.Time{}
	}
	return time.UnixMicro(int64(math.Round(s * 1e6))).UTC()
}

// fresh reports whether a signature's time is near enough to now.
func fresh(at, now time.Time) bool {
	age := now.Sub(at)
	return age <= Patience && age >= -Tolerance
}
