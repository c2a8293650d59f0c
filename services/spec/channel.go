// Package spec defines the input of a calculation: the channels, the names of their weights and reasons, and the
// specification of one channel. It imports only the standard library, so that every layer of every service can use it.
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

// channels has the properties of each channel, by its number.
var channels = [...]struct {
	name, noAddress string
	opens           bool
	weights         []string
	categories      []string
}{
	Mailing: {
		name: "mailing", noAddress: "NO_EMAIL", opens: true, weights: []string{"or", "ctr", "delivery"},
		categories: []string{"sales", "info", "advertising", "internal", "education"},
	},
	SMS: {
		name: "sms", noAddress: "NO_GSM", weights: []string{"ctr", "delivery"},
		categories: []string{"automatic", "info", "advertising", "mandatory"},
	},
	Web: {
		name:    "web",
		weights: []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"},
	},
}

// MessageChannels is the number of channels that carry messages.
const MessageChannels = 2

// Messages returns the channels that carry messages, which need an address and a consent, in order.
func Messages() [MessageChannels]Channel { return [...]Channel{Mailing, SMS} }

// Index returns the index of the channel in Messages, or -1.
func (c Channel) Index() int {
	for i, channel := range Messages() {
		if channel == c {
			return i
		}
	}
	return -1
}

// Channels returns all channels in order.
func Channels() []Channel { return []Channel{Mailing, SMS, Web} }

// ParseChannel returns the channel with a name of the API, or 0.
func ParseChannel(name string) Channel {
	for _, channel := range Channels() {
		if channel.String() == name {
			return channel
		}
	}
	return 0
}

// Valid reports whether c is one of the channels.
func (c Channel) Valid() bool { return c >= Mailing && c <= Web }

// String returns the channel's name in the API's scoringType, or "" for an invalid channel.
func (c Channel) String() string {
	if !c.Valid() {
		return ""
	}
	return channels[c].name
}

// Weights returns the names of the channel's weights and references. The wire, reports and the engine's kinds of visits
// use the same order.
func (c Channel) Weights() []string {
	if !c.Valid() {
		return nil
	}
	return slices.Clone(channels[c].weights)
}

// Opens reports whether opens of the channel's messages are known. A click counts as an open everywhere, so figures of
// other channels omit opens.
func (c Channel) Opens() bool { return c.Valid() && channels[c].opens }

// Categories returns the purposes of the channel's messages, in the order of the wire, which numbers them from 1.
func (c Channel) Categories() []string {
	if !c.Valid() {
		return nil
	}
	return slices.Clone(channels[c].categories)
}

// Category returns the number of a category by its name, 0 for an empty name.
func (c Channel) Category(name string) (number uint8, known bool) {
	if name == "" || !c.Valid() {
		return 0, name == ""
	}
	number = uint8(slices.Index(channels[c].categories, name) + 1)
	return number, number > 0
}

// CategoryName returns the name of a category by its number; empty for 0 and for numbers that a later version added.
func (c Channel) CategoryName(number uint32) string {
	if !c.Valid() || number == 0 || int(number) > len(channels[c].categories) {
		return ""
	}
	return channels[c].categories[number-1]
}

// NoAddress returns the reason for contacts without an address on the channel, or "" if the channel needs none.
func (c Channel) NoAddress() string {
	if !c.Valid() {
		return ""
	}
	return channels[c].noAddress
}

// Reasons returns the channel's reasons for excluding contacts, in the order of reports.
func (c Channel) Reasons() []string {
	if c.NoAddress() == "" {
		return nil
	}
	return []string{c.NoAddress(), NoConsent, NotInGroup, NoSending}
}

// Reasons for excluding contacts, besides a missing address.
const (
	NoConsent  = "NO_CONSENT"
	NotInGroup = "NOT_IN_GROUP"
	NoSending  = "NO_SENDING"
)
