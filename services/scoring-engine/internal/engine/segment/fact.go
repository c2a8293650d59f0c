package segment

import "errors"

// ChunkContacts is how many consecutive contact numbers one chunk holds; inside it a contact is a uint16.
const ChunkContacts = 1 << 16

// ChunkWords is how many words of 64 contacts that makes.
const ChunkWords = ChunkContacts / 64

// Mask holds one bit for each contact of a chunk: contact c is bit c%64 of word c/64.
type Mask = [ChunkWords]uint64

// Day counts local days since 1970-01-01, in the account's own timezone.
type Day int32

// PeriodDays is the length of the periods, Monday to Sunday, that merged segments are split by.
const PeriodDays = 7

// Period numbers the Monday-to-Sunday week that d lies in. Weeks before 1970 are negative.
func Period(d Day) int32 {
	n := int32(d) + 3 // 1970-01-01 was a Thursday
	if n < 0 {
		n -= PeriodDays - 1
	}
	return n / PeriodDays
}

// Monday is the first day of a period.
func Monday(period int32) Day { return Day(period*PeriodDays - 3) }

// Kind is what happened. Sendings and visits have kinds of their own, numbered from 0.
type Kind uint8

// Kinds of facts about sendings (mailing and SMS).
const (
	Sent Kind = iota
	Delivered
	Opened
	Clicked
	Bounced
	Unsubscribed
	// What a machine opened or clicked, as far as anybody can tell: a fact of its own beside what a person did.
	MachineOpened
	MachineClicked
	sendingKinds
	// kindsBefore is how many kinds there were before machines had their own.
	kindsBefore = MachineOpened
)

// MachineKinds are the kinds of what machines did, as bits of a record, which lie ByMachine bits above what the same is
// when a person does it.
const (
	MachineKinds = 1<<MachineOpened | 1<<MachineClicked
	ByMachine    = MachineOpened - Opened
)

// Kinds of facts about visits (web).
const (
	PageView Kind = iota
	ProductView
	CheckoutView
	PaymentInfo
	Purchase
	VisitKinds // how many there are
)

// Form is one of the two sorts of segment. They are never merged or counted together.
type Form uint8

// Forms of segments.
const (
	Sendings Form = 1 // facts about messages; a key is the hash of a message id
	Visits   Form = 2 // facts about visitors; a key is the hash of an event id
)

func (f Form) kinds() Kind {
	if f == Visits {
		return VisitKinds
	}
	return sendingKinds
}

// Errors that callers may tell apart with errors.Is.
var (
	// ErrCorrupt: the bytes are not a segment, or not a whole one.
	ErrCorrupt = errors.New("corrupt segment")
	// ErrMixedForms: segments of sendings and of visits in one call.
	ErrMixedForms = errors.New("segments of different forms")
	// ErrTooWide: facts too far apart in time (over 65,534 days), or too many, for one segment.
	ErrTooWide = errors.New("facts do not fit one segment")
	// ErrKind: a kind that the form does not have.
	ErrKind = errors.New("unknown kind of fact")
)

// fact is what one contact did about one message on one day; bit k of mask is Kind k.
type fact struct {
	key     uint64
	day     Day
	contact uint16
	mask    uint8
}
