// Package spec says what a scoring is calculated by: the channels, the names of their weights and reasons, and the
// specification of one channel. It imports the standard library alone, so that every layer of every service can use it.
package spec

import "slices"

// Channel is a way of reaching recipients, numbered as in puls.type.v1.Channel; 0 is none or any.
type Channel uint8

// The channels, in the order in which reports prefer them.
const (
	Mailing Channel = iota + 1
	SMS
	Web
)

// channels has what is true of each channel, by its number.
var channels = [...]struct {
	name, noAddress string
	weights         []string
}{
	Mailing: {"mailing", "NO_EMAIL", []string{"or", "ctr", "delivery"}},
	SMS:     {"sms", "NO_GSM", []string{"ctr", "delivery"}},
	Web:     {"web", "", []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}},
}

// Channels returns all channels in order.
func Channels() []Channel { return []Channel{Mailing, SMS, Web} }

// ParseChannel returns the channel that the API calls so, or 0.
func ParseChannel(name string) Channel {
	for _, channel := range Channels() {
		if channel.String() == name {
			return channel
		}
	}
	return 0
}

// Valid reports whether it is one of the channels.
func (c Channel) Valid() bool { return c >= Mailing && c <= Web }

// String returns the channel as the API names it in scoringType, and "" for what is no channel.
func (c Channel) String() string {
	if !c.Valid() {
		return ""
	}
	return channels[c].name
}

// Weights returns the names of the channel's weights and references, in the order of the wire, of reports and of the
// engine's kinds of visits.
func (c Channel) Weights() []string {
	if !c.Valid() {
		return nil
	}
	return slices.Clone(channels[c].weights)
}

// NoAddress returns the reason for contacts without an address on the channel, and "" where none is needed.
func (c Channel) NoAddress() string {
	if !c.Valid() {
		return ""
	}
	return channels[c].noAddress
}

// Reasons returns why the channel leaves contacts out, in the order in which reports show them.
func (c Channel) Reasons() []string {
	if c.NoAddress() == "" {
		return nil
	}
	return []string{c.NoAddress(), NoConsent, NotInGroup, NoSending}
}

// Why a channel leaves contacts out, besides a missing address.
const (
	NoConsent  = "NO_CONSENT"
	NotInGroup = "NOT_IN_GROUP"
	NoSending  = "NO_SENDING"
)
