package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// LinkHolder is somebody who downloaded links.
type LinkHolder struct {
	Who string
	At  time.Time
}

// LinkState is how an account's links stand.
type LinkState struct {
	Epoch int32
	// EndedAt is when the links of the epoch before ended, and EndedBy who ended them; zero in epoch 0.
	EndedAt time.Time
	EndedBy string
	// Holders are who downloaded links of the epoch, the latest first.
	Holders []LinkHolder
}

// LinkStore withdraws what links name, and ends them.
type LinkStore interface {
	// LinkState returns how the links of an account stand.
	LinkState(ctx context.Context, account contact.AccountID) (LinkState, error)
	// EndLinks begins the next epoch of the entry's account, and keeps the entry.
	EndLinks(ctx context.Context, entry contact.Entry) error

	// The others fail with ErrLinkUnknown when the contact is gone, or the link is of an epoch before.

	// Withdrawn reports whether there is nothing left to withdraw: no consent, and the address is on the list.
	Withdrawn(ctx context.Context, link contact.Link) (bool, error)
	// Unsubscribe withdraws the contact's consent and adds the entry, unless nothing is left to withdraw. The entry's
	// account is that of the database.
	Unsubscribe(ctx context.Context, link contact.Link, entry contact.Entry) error
}

// Unsubscription returns what a link would end, and whether it has ended. It fails with ErrLinkUnknown.
func (a *App) Unsubscription(ctx context.Context, token string) (link contact.Link, withdrawn bool, err error) {
	if link, err = a.Links.Read(token); err != nil {
		return link, false, err
	}
	withdrawn, err = a.LinkStore.Withdrawn(ctx, link)
	return link, withdrawn, err
}

// Unsubscribe withdraws the consent that a link names, as an unsubscription does: again is the same. It fails with
// ErrLinkUnknown.
func (a *App) Unsubscribe(ctx context.Context, token string) (contact.Link, error) {
	link, err := a.Links.Read(token)
	if err != nil {
		return link, err
	}
	entry := contact.NewEntry(0, contact.EntryUnsubscribeEvent, contact.Actor{}, a.Now())
	entry.Cause = contact.CauseOneClick
	return link, a.LinkStore.Unsubscribe(ctx, link, entry)
}

// LinkState returns how the links of an account stand, and whether there are any at all.
func (a *App) LinkState(ctx context.Context, account contact.AccountID) (state LinkState, available bool, err error) {
	state, err = a.LinkStore.LinkState(ctx, account)
	return state, len(a.Links.Keys) > 0, err
}

// EndLinks ends every link of an account that was made so far.
func (a *App) EndLinks(ctx context.Context, account contact.AccountID, by contact.Actor) error {
	return a.LinkStore.EndLinks(ctx, contact.NewEntry(account, contact.EntryLinksEnded, by, a.Now()))
}
