package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// LinkHolder is a user or API key that downloaded links.
type LinkHolder struct {
	Who string
	At  time.Time
}

// LinkState is the state of an account's links.
type LinkState struct {
	Epoch int32
	// EndedAt is when the links of the previous epoch ended, EndedBy the user that ended them; both are zero in epoch 0.
	EndedAt time.Time
	EndedBy string
	// Holders are the users that downloaded links of the epoch, the latest first.
	Holders []LinkHolder
}

// LinkStore withdraws consents by links, and ends links.
type LinkStore interface {
	// LinkState returns the state of an account's links.
	LinkState(ctx context.Context, account contact.AccountID) (LinkState, error)
	// EndLinks begins the next epoch of the entry's account, and adds the entry.
	EndLinks(ctx context.Context, entry contact.Entry) error

	// The other methods fail with ErrLinkUnknown when the contact is gone, or the link is of an earlier epoch.

	// Withdrawn reports whether there is nothing left to withdraw: there is no consent, and the address is on the
	// suppression list.
	Withdrawn(ctx context.Context, link contact.Link) (bool, error)
	// Unsubscribe withdraws the contact's consent and adds the entry, unless nothing is left to withdraw. The entry's
	// account is that of the database.
	Unsubscribe(ctx context.Context, link contact.Link, entry contact.Entry) error
}

// Unsubscription returns the consent that a link withdraws, and whether it is already withdrawn. It fails with
// ErrLinkUnknown.
func (a *App) Unsubscription(ctx context.Context, token string) (link contact.Link, withdrawn bool, err error) {
	if link, err = a.Links.Read(token); err != nil {
		return link, false, err
	}
	withdrawn, err = a.LinkStore.Withdrawn(ctx, link)
	return link, withdrawn, err
}

// Unsubscribe withdraws the consent that a link names, like an unsubscription. Repeating it changes nothing. It fails
// with ErrLinkUnknown.
func (a *App) Unsubscribe(ctx context.Context, token string) (contact.Link, error) {
	link, err := a.Links.Read(token)
	if err != nil {
		return link, err
	}
	entry := contact.NewEntry(0, contact.EntryUnsubscribeEvent, contact.Actor{}, a.Now())
	entry.Cause = contact.CauseOneClick
	return link, a.LinkStore.Unsubscribe(ctx, link, entry)
}

// LinkState returns the state of an account's links, and whether the installation has links at all.
func (a *App) LinkState(ctx context.Context, account contact.AccountID) (state LinkState, available bool, err error) {
	state, err = a.LinkStore.LinkState(ctx, account)
	return state, len(a.Links.Keys) > 0, err
}

// EndLinks ends every link of an account that was made so far.
func (a *App) EndLinks(ctx context.Context, account contact.AccountID, by contact.Actor) error {
	return a.LinkStore.EndLinks(ctx, contact.NewEntry(account, contact.EntryLinksEnded, by, a.Now()))
}
