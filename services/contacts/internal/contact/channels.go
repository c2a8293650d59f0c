package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/spec"
)

// ByChannel has a value for each channel that carries messages, in the order of spec.Messages.
type ByChannel[T any] [spec.MessageChannels]T

// Of returns the value of one channel; the channel must be one that carries messages.
func (b *ByChannel[T]) Of(channel fact.Channel) T { return b[channel.Index()] }

// channels has for each channel its name in answers about new contacts, the kind of address that messages go to, and
// the bitmaps of contacts with consent, with a blocked address and with an address.
var channels = ByChannel[struct {
	answer                   string
	own                      fact.AddressKind
	consent, blocked, hasOwn BitKind
}]{
	{"email", fact.Email, BitEmailConsent, BitEmailBlocked, BitHasEmail},
	{"sms", fact.GSM, BitSMSConsent, BitGSMBlocked, BitHasGSM},
}

// AnswerName is the name of a channel in answers about the consents of new contacts.
func AnswerName(channel fact.Channel) string { return channels.Of(channel).answer }

// OwnAddress is the kind of address to which messages of a channel go.
func OwnAddress(channel fact.Channel) fact.AddressKind { return channels.Of(channel).own }

// ConsentBit is the bitmap of the contacts that consent to a channel.
func ConsentBit(channel fact.Channel) BitKind { return channels.Of(channel).consent }

// BlockedBit is the bitmap of the contacts whose address of a channel is blocked.
func BlockedBit(channel fact.Channel) BitKind { return channels.Of(channel).blocked }

// AddressBit is the bitmap of the contacts with an address of a channel.
func AddressBit(channel fact.Channel) BitKind { return channels.Of(channel).hasOwn }
