package segment

import "errors"

// ChunkContacts is the number of consecutive contact numbers in a chunk; within a chunk a contact is a uint16.
const ChunkContacts = 1 << 16

// ChunkWords is the number of 64-bit words with a bit for each contact of a chunk.
const ChunkWords = ChunkContacts / 64

// Mask holds one bit for each contact of a chunk: contact c is bit c%64 of word c/64.
type Mask = [ChunkWords]uint64

// Day counts local days since 1970-01-01, in the account's own timezone.
type Day int32

// PeriodDays is the length of the periods, Monday to Sunday, that merged segments are split by.
const PeriodDays = 7

// Period numbers the Monday-to-Sunday week that contains d. Weeks before 1970 are negative.
func Period(d Day) int32 {
	n := int32(d) + 3 // 1970-01-01 was a Thursday
	if n < 0 {
		n -= PeriodDays - 1
	}
	return n / PeriodDays
}

// Monday is the first day of a period.
func Monday(period int32) Day { return Day(period*PeriodDays - 3) }

// Kind is the kind of a fact. Sendings and visits have separate kinds, numbered from 0.
type Kind uint8

// Kinds of facts about sendings (mailing and SMS).
const (
	Sent Kind = iota
	Delivered
	Opened
	Clicked
	Bounced
	Unsubscribed
	// Opens and clicks of a machine, as far as that can be told: facts separate from those of a person.
	MachineOpened
	MachineClicked
	sendingKinds
	// kindsBefore is the number of kinds before machines had their own.
	kindsBefore = MachineOpened
)

// MachineKinds are the kinds of machines, as bits of a record. They are ByMachine bits above the same kinds of persons.
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
	VisitKinds // the number of kinds
)

// Form is one of the two sorts of segments. They are never merged or counted together.
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

// Errors that callers may distinguish with errors.Is.
var (
	// ErrCorrupt: the bytes are not a segment, or not a complete one.
	ErrCorrupt = errors.New("corrupt segment")
	// ErrMixedForms: segments of sendings and of visits in one call.
	ErrMixedForms = errors.New("segments of different forms")
	// ErrTooWide: facts too far apart in time (over 65,534 days), or too many, for one segment.
	ErrTooWide = errors.New("facts do not fit one segment")
	// ErrKind: a kind that the form does not have.
	ErrKind = errors.New("unknown kind of fact")
)

// fact is the action of one contact on one message on one day; bit k of mask is Kind k.
type fact struct {
	key     uint64
	day     Day
	contact uint16
	mask    uint8
}
