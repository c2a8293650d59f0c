package fact

import "puls.app/services/spec"

// DatabaseID is unique over all accounts.
type DatabaseID int32

// Channel is how a contact was reached; the numbers are those of the published events.
type Channel = spec.Channel

// The channels.
const (
	Mailing = spec.Mailing
	SMS     = spec.SMS
	Web     = spec.Web
)

// Kind is the kind of an event; the numbers are those of the published events.
type Kind uint8

// The kinds.
const (
	Sent           Kind = 1
	Delivered      Kind = 2
	Opened         Kind = 3
	Clicked        Kind = 4
	Bounced        Kind = 5
	Unsubscribed   Kind = 6
	MachineOpened  Kind = 7
	MachineClicked Kind = 8
	PageView       Kind = 11
	ProductView    Kind = 12
	CheckoutView   Kind = 13
	PaymentInfo    Kind = 14
	Purchase       Kind = 15
)

// AddressKind is one of the three kinds of addresses of a contact.
type AddressKind uint8

// The kinds, in the order of precedence within a row.
const (
	ExternalID AddressKind = iota
	Email
	GSM
)

// AddressKinds is how many kinds of addresses there are.
const AddressKinds = 3

// MaxText is the maximum length of a text of a fact in bytes, such as an address or a message id.
const MaxText = 255
