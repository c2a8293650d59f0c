package intake

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/provider"
)

// MailState is the state of a provider.
type MailState string

// The states, as MailProvider names them.
const (
	MailNone       MailState = "NONE"
	MailConfirming MailState = "CONFIRMING"
	MailWaiting    MailState = "WAITING"
	MailReceiving  MailState = "RECEIVING"
)

// MailStanding is a provider and its events of the last 24 hours.
type MailStanding struct {
	MailProvider
	State MailState
	// ReceivedAt is when the last event ever arrived, RefusedAt when the last request that was not the provider's did.
	// Both are zero without one.
	ReceivedAt, RefusedAt     time.Time
	Received, Unused, Refused int
	// Types are the types that arrived, in the order of mailTypes.
	Types []Count
}

// mailTypes are the types in the order of the contracts.
func mailTypes() []provider.Type {
	return []provider.Type{
		provider.Sent, provider.Delivered, provider.Opened, provider.MachineOpened, provider.Clicked,
		provider.MachineClicked, provider.Bounced, provider.Deferred, provider.Complained, provider.Unsubscribed,
	}
}

// MailStandings returns the states of all providers, set up or not, in the order of the page.
func (a *App) MailStandings(ctx context.Context, account contact.AccountID) ([]MailStanding, error) {
	there, err := a.MailProviderStore.MailProviders(ctx, account)
	if err != nil {
		return nil, err
	}
	now := a.Now()
	counts, err := a.EventStore.IntakeCounts(ctx, account, now, now.Add(-24*time.Hour))
	if err != nil {
		return nil, err
	}
	var all []MailStanding
	for _, name := range provider.Names() {
		s := MailStanding{MailProvider: MailProvider{Name: name}, State: MailNone}
		for _, p := range there {
			if p.Name == name {
				s = p.standing(counts)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// standing computes the state of a provider from the counts of all sources of the account.
func (p *MailProvider) standing(counts []Count) MailStanding {
	s := MailStanding{MailProvider: *p, State: MailWaiting}
	types := map[provider.Type]Count{}
	for _, c := range counts {
		switch {
		case c.Source != p.ID:
			continue
		case c.Refused == refusedSignature:
			s.Refused, s.RefusedAt = c.LastDay, c.LastAt
			continue
		case c.Refused != "":
			s.Unused += c.LastDay
		default:
			types[provider.Type(c.Type)] = c
			s.Received += c.LastDay
		}
		if c.LastAt.After(s.ReceivedAt) {
			s.ReceivedAt = c.LastAt
		}
	}
	for _, name := range mailTypes() {
		if c := types[name]; c.LastDay > 0 {
			s.Types = append(s.Types, c)
		}
	}
	switch {
	case p.Name == provider.SES && !p.Confirmed:
		s.State = MailConfirming
	case !s.ReceivedAt.IsZero():
		s.State = MailReceiving
	}
	return s
}

// MailSource returns the source of a provider's events. It fails with ErrProviderNotFound.
func (a *App) MailSource(ctx context.Context, account contact.AccountID, name provider.Name) (uuid.UUID, error) {
	there, err := a.MailProviderStore.MailProviders(ctx, account)
	if err != nil {
		return uuid.Nil, err
	}
	for _, p := range there {
		if p.Name == name {
			return p.ID, nil
		}
	}
	return uuid.Nil, ErrProviderNotFound
}
