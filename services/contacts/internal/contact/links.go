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

// Links are the URLs by which contacts withdraw a consent with one click (RFC 8058). A link has the contact, the
// channel and the account's epoch, under a keyed hash. Links are not stored: a link is valid as long as its contact,
// its key and its epoch are.
type Links struct {
	// Keys are the keys of valid links. The first makes new links; without keys there are no links. Removing a key
	// invalidates its links in mails that were already sent.
	Keys [][]byte
	// Base is the address of the gateway, such as https://puls.example; links are paths without it.
	Base string
}

// Link is a consent that can be withdrawn.
type Link struct {
	Database DatabaseID
	Number   int32
	Channel  fact.Channel
	// Epoch is the account's epoch when the link was made; 0 until the account ends its links for the first time.
	Epoch int32
}

const (
	linkPath = "/api/public/unsubscribe/"
	// linkSize is the size of the data of a link of epoch 0, epochSize that of a later epoch, and macSize that of the
	// truncated hash.
	linkSize  = 9
	epochSize = 4
)

const (
	macSize = 16
)

// URL returns the URL of a link; empty without keys.
func (l Links) URL(link Link) string {
	if len(l.Keys) == 0 {
		return ""
	}
	payload := binary.BigEndian.AppendUint32(nil, uint32(link.Database))
	payload = append(binary.BigEndian.AppendUint32(payload, uint32(link.Number)), byte(link.Channel))
	if link.Epoch > 0 {
		payload = binary.BigEndian.AppendUint32(payload, uint32(link.Epoch))
	}
	return l.Base + linkPath + base64.RawURLEncoding.EncodeToString(sign(payload, l.Keys[0]))
}

// sign appends the hash of a link's data to the data.
func sign(payload, key []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(payload)
	return append(slices.Clip(payload), mac.Sum(nil)[:macSize]...)
}

// Read returns the link of a token. It fails with ErrLinkUnknown for a token that none of the keys signed.
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

// urls returns the links for the channels of which a contact has an address.
func (l Links) urls(c *Card) (urls ByChannel[string]) {
	has := reached(&c.Contact)
	for i, channel := range spec.Messages() {
		if has[i] {
			urls[i] = l.URL(Link{c.Database, c.Number, channel, c.LinkEpoch})
		}
	}
	return urls
}
