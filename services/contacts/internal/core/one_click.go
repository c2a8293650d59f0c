package core

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
)

// Links are the addresses by which contacts withdraw a consent with one click (RFC 8058). A link holds whose, which and
// the account's epoch, under a keyed hash: nothing is kept of it, so it is good for as long as the contact, the key and
// the epoch are.
type Links struct {
	// Keys are the ones that links may be of; the first makes new ones, without one there are none. One that goes takes
	// with it the links of mails that were sent.
	Keys [][]byte
	// Base is the address of the gateway, such as https://puls.example; links are paths without it.
	Base string
}

// Link is a consent that can be withdrawn.
type Link struct {
	Database DatabaseID
	Number   int32
	Channel  fact.Channel
	// Epoch is the account's when the link was made; 0 until it ends its links for the first time.
	Epoch int32
}

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

const (
	linkPath = "/api/public/unsubscribe/"
	// linkSize is that of what a link of epoch 0 says, epochSize of what a later one says besides, and macSize of how much
	// of the hash it carries.
	linkSize  = 9
	epochSize = 4
	macSize   = 16
)

// URL returns where a link leads; empty when there are none.
func (l Links) URL(link Link) string {
	if len(l.Keys) == 0 {
		return ""
	}
	said := binary.BigEndian.AppendUint32(nil, uint32(link.Database))
	said = append(binary.BigEndian.AppendUint32(said, uint32(link.Number)), byte(link.Channel))
	if link.Epoch > 0 {
		said = binary.BigEndian.AppendUint32(said, uint32(link.Epoch))
	}
	return l.Base + linkPath + base64.RawURLEncoding.EncodeToString(sign(said, l.Keys[0]))
}

// sign adds the hash of what a link says to it.
func sign(said, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(said)
	return append(slices.Clip(said), mac.Sum(nil)[:macSize]...)
}

// read returns what a token says. It fails with ErrLinkUnknown for one that was made with none of the keys.
func (l Links) read(token string) (Link, error) {
	signed, err := base64.RawURLEncoding.Strict().DecodeString(token)
	size := len(signed) - macSize
	if err != nil || (size != linkSize && size != linkSize+epochSize) ||
		!slices.ContainsFunc(l.Keys, func(key []byte) bool { return hmac.Equal(signed, sign(signed[:size], key)) }) {
		return Link{}, ErrLinkUnknown
	}
	link := Link{
		Database: DatabaseID(binary.BigEndian.Uint32(signed)), Number: int32(binary.BigEndian.Uint32(signed[4:])),
		Channel: fact.Channel(signed[8]),
	}
	if size > linkSize {
		link.Epoch = int32(binary.BigEndian.Uint32(signed[linkSize:]))
	}
	return link, nil
}

// urls returns the links of the channels that a contact has an address of.
func (l Links) urls(c *Card) (email, gsm string) {
	if c.Email != "" {
		email = l.URL(Link{c.Database, c.Number, fact.Mailing, c.LinkEpoch})
	}
	if c.GSM != "" {
		gsm = l.URL(Link{c.Database, c.Number, fact.SMS, c.LinkEpoch})
	}
	return email, gsm
}

// LinkStore withdraws what links name, and ends them.
type LinkStore interface {
	// LinkState returns how the links of an account stand.
	LinkState(ctx context.Context, account AccountID) (LinkState, error)
	// EndLinks begins the next epoch of the entry's account, and keeps the entry.
	EndLinks(ctx context.Context, entry Entry) error

	// The others fail with ErrLinkUnknown when the contact is gone, or the link is of an epoch before.

	// Withdrawn reports whether there is nothing left to withdraw: no consent, and the address is on the list.
	Withdrawn(ctx context.Context, link Link, withdraw func(fact.Channel, []Contact) Withdrawal) (bool, error)
	// Unsubscribe keeps what withdraw makes of the contact, and the entry, unless nothing is left to withdraw. The entry's
	// account is that of the database.
	Unsubscribe(
		ctx context.Context, link Link, entry Entry, withdraw func(fact.Channel, []Contact) Withdrawal,
	) error
}

// Unsubscription returns what a link would end, and whether it has ended. It fails with ErrLinkUnknown.
func (a *App) Unsubscription(ctx context.Context, token string) (link Link, withdrawn bool, err error) {
	if link, err = a.links.read(token); err != nil {
		return link, false, err
	}
	withdrawn, err = a.store.Withdrawn(ctx, link, Withdraw)
	return link, withdrawn, err
}

// Unsubscribe withdraws the consent that a link names, as an unsubscription does: again is the same. It fails with
// ErrLinkUnknown.
func (a *App) Unsubscribe(ctx context.Context, token string) (Link, error) {
	link, err := a.links.read(token)
	if err != nil {
		return link, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return link, fmt.Errorf("make entry id: %w", err)
	}
	entry := Entry{ID: id, At: a.kept(), Kind: EntryUnsubscribeEvent, Cause: CauseOneClick}
	return link, a.store.Unsubscribe(ctx, link, entry, Withdraw)
}

// LinkState returns how the links of an account stand, and whether there are any at all.
func (a *App) LinkState(ctx context.Context, account AccountID) (state LinkState, available bool, err error) {
	state, err = a.store.LinkState(ctx, account)
	return state, len(a.links.Keys) > 0, err
}

// EndLinks ends every link of an account that was made so far.
func (a *App) EndLinks(ctx context.Context, account AccountID, by Actor) error {
	entry, err := a.newEntry(account, EntryLinksEnded, by)
	if err != nil {
		return err
	}
	return a.store.EndLinks(ctx, entry)
}
