package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// ErrSignature refuses a request that is not the mail provider's, is too old, or reuses the proof of another.
var ErrSignature = fault.New(
	fault.Unauthenticated, reason.IntakeSignatureInvalid, "the signature is not the provider's, or too old",
)

// MailRequest is a request to the address of a mail provider.
type MailRequest struct {
	provider.Request
	Name       provider.Name
	PathKey    string
	ReceivedAt time.Time
}

// MailProof is the hash of a provider's proof; it is valid for one request.
type MailProof struct{ Provider, Proof uuid.UUID }

// FindMailSender fails with ErrProviderNotFound when no mail provider has the key of the path.
func (a *App) FindMailSender(ctx context.Context, name provider.Name, pathKey string) error {
	_, err := a.MailProviderStore.FindMailProvider(ctx, name, pathKey)
	return err
}

// ReceiveMailEvents stores a request of a mail provider and returns its number of events, which are read later. It
// fails with ErrProviderNotFound, ErrIntakeSignature, ErrIntakeBody and ErrIntakeBusy.
func (a *App) ReceiveMailEvents(ctx context.Context, r MailRequest) (int, error) {
	p, err := a.MailProviderStore.FindMailProvider(ctx, r.Name, r.PathKey)
	if err != nil {
		return 0, err
	}
	proof, err := a.proveMail(ctx, &p, r.Request)
	switch {
	case errors.Is(err, provider.ErrBody):
		return 0, ErrBody
	case errors.Is(err, provider.ErrSignature):
		return 0, a.refuseSignature(ctx, &p)
	case err != nil:
		return 0, err
	}
	if p.Name == provider.SES {
		if done, err := a.subscribe(ctx, &p, r.Body); done || err != nil {
			return 0, err
		}
	}
	events, err := provider.Events(p.Name, r.Body)
	if err != nil {
		return 0, ErrBody
	}
	if len(events) == 0 {
		return 0, nil // a test request
	}
	if r.ReceivedAt.IsZero() {
		r.ReceivedAt = a.Now()
	}
	body := &Body{
		Source: Source{Kind: Mail, ID: p.ID, Account: p.Account, Database: p.Database},
		Note:   string(p.Name), ReceivedAt: r.ReceivedAt, Events: len(events), Body: r.Body,
	}
	if proof != "" {
		body.Proof, body.Whole = hashed(proof), hashed(proof)
		if p.Name == provider.Mailgun { // its signature does not cover the body
			body.Whole = hashed(proof + "\n" + string(r.Body))
		}
	}
	if err := a.gate.receive(ctx, body); errors.Is(err, ErrSignature) {
		return 0, a.refuseSignature(ctx, &p)
	} else if err != nil {
		return 0, err
	}
	return len(events), nil
}

// hashed returns the hash of a text as a key.
func hashed(text string) uuid.UUID {
	sum := sha256.Sum256([]byte(text))
	return uuid.UUID(sum[:16])
}

// proveMail checks that a request is the provider's and returns the proof that is unique to it, empty for a provider
// without signatures.
func (a *App) proveMail(ctx context.Context, p *MailProvider, r provider.Request) (proof string, err error) {
	switch p.Name {
	case provider.Postmark:
		return "", provider.VerifyPostmark(r, p.Username(), p.Password)
	case provider.SES:
		return a.proveSNS(ctx, p, r)
	case provider.SendGrid, provider.Mailgun:
	}
	if len(p.Secret) == 0 {
		return "", provider.ErrSignature
	}
	secret, err := a.Seal.Open(p.Secret, p.ID.String())
	if err != nil {
		return "", err
	}
	if p.Name == provider.Mailgun {
		return provider.VerifyMailgun(r, secret, a.Now())
	}
	key, err := provider.SendGridKey(secret)
	if err != nil {
		return "", fmt.Errorf("read kept key: %w", err)
	}
	return provider.VerifySendGrid(r, key, a.Now())
}

// refusedSignature is the reason under which invalid signatures are counted.
const refusedSignature = "SIGNATURE"

// refuseSignature counts a request that is not the provider's. It is not stored.
func (a *App) refuseSignature(ctx context.Context, p *MailProvider) error {
	now := a.Now()
	err := a.BodyStore.CountIntake(ctx, p.Account, Tally{
		Source: p.ID, Quarter: now.Truncate(quarter), Refused: refusedSignature, Count: 1, LastAt: now,
	})
	if err != nil {
		return err
	}
	return ErrSignature
}

// findRepeats finds the bodies that were stored before, whose senders missed the answer, and refuses those with the
// proof of another body. A body with the proof of an earlier one is refused as busy: its retry finds the
// result of that one.
func (g *gate) findRepeats(ctx context.Context, group []*arrival, errs []error) error {
	var proofs []MailProof
	for _, a := range group {
		if a.body.Proof != uuid.Nil {
			proofs = append(proofs, MailProof{a.body.Source.ID, a.body.Proof}, MailProof{a.body.Source.ID, a.body.Whole})
		}
	}
	if len(proofs) == 0 {
		return nil
	}
	taken, err := g.store.FindProofs(ctx, proofs)
	if err != nil {
		return fmt.Errorf("find proofs: %w", err)
	}
	coming := map[MailProof]bool{}
	for i, a := range group {
		proof, whole := MailProof{a.body.Source.ID, a.body.Proof}, MailProof{a.body.Source.ID, a.body.Whole}
		switch {
		case a.body.Proof == uuid.Nil || errs[i] != nil:
		case taken[whole]:
			a.kept = true
		case taken[proof]:
			errs[i] = ErrSignature
		case coming[proof]:
			errs[i] = ErrBusy.After(time.Second)
		default:
			coming[proof] = true
		}
	}
	return nil
}

// leaveOutRead drops the events of mail providers that were read before, and records the others.
func (s *step) leaveOutRead(ctx context.Context) error {
	var asked []MailEvent
	for i := range s.events {
		if e := &s.events[i]; e.Once != uuid.Nil {
			asked = append(asked, MailEvent{s.bodies[s.of[i]].Source.ID, e.Once})
		}
	}
	if len(asked) == 0 {
		return nil
	}
	read, err := s.app.EventStore.FindMailEvents(ctx, asked)
	if err != nil {
		return fmt.Errorf("find events that were read: %w", err)
	}
	kept := 0
	for i := range s.events {
		if once := s.events[i].Once; once != uuid.Nil {
			event := MailEvent{s.bodies[s.of[i]].Source.ID, once}
			if read[event] {
				continue
			}
			read[event] = true
			s.read = append(s.read, event)
		}
		s.events[kept], s.of[kept] = s.events[i], s.of[i]
		kept++
	}
	s.events, s.of = s.events[:kept], s.of[:kept]
	return nil
}

// mailFacts maps the types of events that make facts to the types of rows of files. A deferred event is counted and
// makes no fact.
func mailFacts() map[provider.Type]string {
	return map[provider.Type]string{
		provider.Sent: "mailing.sent", provider.Delivered: "mailing.delivered", provider.Opened: "mailing.opened",
		provider.Clicked: "mailing.clicked", provider.Bounced: "mailing.bounced",
		provider.Complained: "mailing.unsubscribed", provider.Unsubscribed: "mailing.unsubscribed",
		provider.MachineOpened: "mailing.opened", provider.MachineClicked: "mailing.clicked",
	}
}

// decodeMail reads a body of a mail provider; its Note is the provider's name.
func decodeMail(body *Body, _ func(int64) int32, visit func(Event)) {
	events, err := provider.Events(provider.Name(body.Note), body.Body)
	if err != nil { // it was parsed before it was stored
		visit(Event{Refused: refusedEvent})
		return
	}
	facts := mailFacts()
	for _, e := range events {
		visit(mailEvent(body, e, facts[e.Type]))
	}
}

func mailEvent(body *Body, e provider.Event, row string) Event {
	event := Event{
		Type: string(e.Type), Subject: e.Message, Once: hashed(e.ID),
		Event: table.Event{
			Timed: !e.OccurredAt.IsZero(), Seconds: e.OccurredAt.Unix(), Micros: int32(e.OccurredAt.Nanosecond() / 1e3),
		},
	}
	switch {
	case e.Type == "":
		event.Refused = refusedName
		return event
	case row == "":
		return event
	case e.Type == provider.Complained:
		event.Cause = contact.CauseComplaint
	case e.Type == provider.Unsubscribed:
		event.Cause = contact.CauseProvider
	}
	machine := e.Type == provider.MachineOpened || e.Type == provider.MachineClicked
	message := e.Message
	if message == "" && event.Cause != "" {
		message = body.Note // the address was put on a list by hand: no mailing, but no consent either
	}
	event.Fields = make([][]byte, table.EngagementFields)
	event.Fields[table.EventUID], event.Fields[table.EventType] = []byte(body.UID), []byte(row)
	event.Fields[table.EventMessageID], event.Fields[table.EventEmail] = []byte(message), []byte(e.Address)
	if machine {
		event.Fields[table.EventMachine] = []byte("true")
	}
	// The sender's own categories are ignored.
	if _, ours := fact.Mailing.Category(e.Category); ours {
		event.Fields[table.EventCategory] = []byte(e.Category)
	}
	return event
}
