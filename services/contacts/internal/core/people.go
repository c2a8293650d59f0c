package core

import (
	"slices"

	"puls.app/services/contacts/internal/engine/fact"
)

// Contact is a recipient of one database. Absent addresses are empty.
type Contact struct {
	Number     int32
	ExternalID string
	Email      string
	GSM        string

	HasCreated bool
	CreatedAt  int64 // microseconds since 1970
	CreatedDay int32

	EmailConsent, SMSConsent bool
	EmailBlocked, GSMBlocked bool

	// Properties are only those that the file has columns for.
	Properties Values
}

// Values are the values of some properties of a contact, each property once, in no order. Contacts share them: they are
// copied, not changed.
type Values []PropertyValue

// Of returns the value of a property; empty when there is none.
func (v Values) Of(id PropertyID) string {
	for i := range v {
		if v[i].ID == id {
			return v[i].Value
		}
	}
	return ""
}

// With returns the values with some that are different, or new; without those that are empty.
func (v Values) With(others ...PropertyValue) Values {
	all := make(Values, 0, len(v)+len(others))
	for _, old := range v {
		if !slices.ContainsFunc(others, func(other PropertyValue) bool { return other.ID == old.ID }) {
			all = append(all, old)
		}
	}
	for _, other := range others {
		if other.Value != "" {
			all = append(all, other)
		}
	}
	return all
}

// BitKind is what a bitmap of contacts holds. The numbers are stored.
type BitKind int16

// The kinds of bitmaps.
const (
	BitMember       BitKind = 1
	BitEmailConsent BitKind = 2
	BitSMSConsent   BitKind = 3
	BitHasEmail     BitKind = 4
	BitHasGSM       BitKind = 5
	BitEmailBlocked BitKind = 6
	BitGSMBlocked   BitKind = 7
	// BitCreated holds contacts by day of creation: 32 days in each bitmap, its ref is the day divided by 32.
	BitCreated BitKind = 8
	// BitGroup has the id of the group as its ref.
	BitGroup BitKind = 9
	// BitKinds is one more than the last kind.
	BitKinds = 10
)

// CreatedDaysShift brings a day of creation to the ref of its bitmap.
const CreatedDaysShift = 5

// Bit puts a contact into a bitmap or takes it out.
type Bit struct {
	Number int32
	Kind   BitKind
	Ref    int32
	// Day within the bitmap of BitCreated, else 0.
	Day uint8
	Set bool
}

func addresses(c *Contact) [fact.AddressKinds]*string {
	return [fact.AddressKinds]*string{&c.ExternalID, &c.Email, &c.GSM}
}
