package provider

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/jsonlist"
)

// sesNotification is a notification of Amazon SES: published by a configuration set (eventType) or as feedback of an
// identity (notificationType), which reports bounces, complaints and deliveries only and has no tags.
type sesNotification struct {
	EventType        string `json:"eventType"`
	NotificationType string `json:"notificationType"`
	Mail             struct {
		Timestamp   time.Time             `json:"timestamp"`
		MessageID   text                  `json:"messageId"`
		Destination jsonlist.List[string] `json:"destination"`
		Tags        struct {
			Message  text `json:"puls_message"`
			Category text `json:"puls_category"`
		} `json:"tags"`
	} `json:"mail"`
	Bounce struct {
		Type       string                      `json:"bounceType"`
		Recipients jsonlist.List[sesRecipient] `json:"bouncedRecipients"`
		Timestamp  time.Time                   `json:"timestamp"`
	} `json:"bounce"`
	Complaint struct {
		Recipients jsonlist.List[sesRecipient] `json:"complainedRecipients"`
		Feedback   string                      `json:"complaintFeedbackType"`
		Timestamp  time.Time                   `json:"timestamp"`
	} `json:"complaint"`
	Delivery struct {
		Recipients jsonlist.List[string] `json:"recipients"`
		Timestamp  time.Time             `json:"timestamp"`
	} `json:"delivery"`
	Delay struct {
		Recipients jsonlist.List[sesRecipient] `json:"delayedRecipients"`
		Timestamp  time.Time                   `json:"timestamp"`
	} `json:"deliveryDelay"`
	Open struct {
		Timestamp time.Time `json:"timestamp"`
		Agent     text      `json:"userAgent"`
	} `json:"open"`
	Click struct {
		Timestamp time.Time `json:"timestamp"`
	} `json:"click"`
	Subscription struct {
		Timestamp time.Time `json:"timestamp"`
		Now       struct {
			None bool `json:"unsubscribeAll"`
		} `json:"newTopicPreferences"`
	} `json:"subscription"`
}

type sesRecipient struct {
	Address string `json:"emailAddress"`
}

// sesEvents reads the message of a notification in its envelope.
func sesEvents(body []byte) ([]Event, error) {
	envelope, err := ReadSNS(body)
	if err != nil {
		return nil, err
	}
	var n sesNotification
	err = json.Unmarshal([]byte(envelope.Message), &n)
	if errors.Is(err, jsonlist.ErrTooMany) {
		return nil, ErrBody
	}
	if err != nil {
		return nil, nil // such as the sentence with which SES tests a topic
	}
	kind, at, recipients := n.what()
	var events []Event
	for _, recipient := range recipients {
		recipient = bare(recipient)
		e := Event{
			Type: kind, ID: eventID(envelope.MessageID, kind, recipient), OccurredAt: at.UTC(),
			Message: first(n.Mail.Tags.Message, n.Mail.MessageID), Category: string(n.Mail.Tags.Category),
			Address: recipient, agent: string(n.Open.Agent),
		}
		if kind == Delivered || kind == Bounced {
			// Feedback does not report the sending itself, but has its time.
			sent := e
			sent.Type, sent.ID = Sent, eventID(string(n.Mail.MessageID), Sent, recipient)
			sent.OccurredAt = n.Mail.Timestamp.UTC()
			events = append(events, sent)
		}
		events = append(events, e)
	}
	return events, nil
}

// what returns the type of the event, its time and its recipients.
func (n *sesNotification) what() (Type, time.Time, []string) {
	switch first(text(n.EventType), text(n.NotificationType)) {
	case "Send":
		return Sent, n.Mail.Timestamp, n.Mail.Destination
	case "Delivery":
		return Delivered, n.Delivery.Timestamp, n.Delivery.Recipients
	case "Open":
		return n.byOne(Opened), n.Open.Timestamp, n.Mail.Destination
	case "Click":
		return n.byOne(Clicked), n.Click.Timestamp, n.Mail.Destination
	case "Bounce":
		kind := Deferred
		if n.Bounce.Type == "Permanent" {
			kind = Bounced
		}
		return kind, n.Bounce.Timestamp, addresses(n.Bounce.Recipients)
	case "DeliveryDelay":
		return Deferred, n.Delay.Timestamp, addresses(n.Delay.Recipients)
	case "Complaint":
		kind := Complained
		if n.Complaint.Feedback == "not-spam" {
			kind = ""
		}
		return kind, n.Complaint.Timestamp, addresses(n.Complaint.Recipients)
	case "Subscription":
		if n.Subscription.Now.None {
			return n.byOne(Unsubscribed), n.Subscription.Timestamp, n.Mail.Destination
		}
	}
	return "", n.Mail.Timestamp, n.Mail.Destination
}

// byOne returns the type if the mail had one recipient: of several, SES does not report which one it was.
func (n *sesNotification) byOne(kind Type) Type {
	if len(n.Mail.Destination) != 1 {
		return ""
	}
	return kind
}

func addresses(recipients []sesRecipient) []string {
	list := make([]string, len(recipients))
	for i, r := range recipients {
		list[i] = r.Address
	}
	return list
}

// bare removes the name and angle brackets around an address.
func bare(address string) string {
	if from := strings.LastIndexByte(address, '<'); from >= 0 && strings.HasSuffix(address, ">") {
		return address[from+1 : len(address)-1]
	}
	return address
}
