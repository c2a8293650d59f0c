package contact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/spec"
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

const (
	linkPath = "/api/public/unsubscribe/"
	// linkSize is that of what a link of epoch 0 says, epochSize of what a later one says besides, and macSize of how much
	// of the hash it carries.
	linkSize  = 9
	epochSize = 4
)

const (
	macSize = 16
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

// Read returns what a token says. It fails with ErrLinkUnknown for one that was made with none of the keys.
func (l Links) Read(token string) (Link, error) {
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
func (l Links) urls(c *Card) (urls ByChannel[string]) {
	has := reached(&c.Contact)
	for i, channel := range spec.Messages() {
		if has[i] {
			urls[i] = l.URL(Link{c.Database, c.Number, channel, c.LinkEpoch})
		}
	}
	return urls
}
