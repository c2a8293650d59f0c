package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
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

	// Consents to channels, and whether the contact's addresses of them are blocked.
	Consents, Blocked ByChannel[bool]

	// Properties by id; only those that the file has columns for.
	Properties map[PropertyID]string
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

// Former is how an address may have been kept before it had a canonical form: entries for those who were erased or
// unsubscribed by then are hashes of it (ADR 72).
type Former struct {
	By      fact.AddressKind
	Address string
}

// Formerly returns the former form of an address as somebody wrote it, none where that is the canonical one.
func Formerly(by fact.AddressKind, written []byte, canonical string) []Former {
	if by == fact.GSM || string(written) == canonical {
		return nil
	}
	former := string(written)
	if by == fact.Email {
		if former = spelling.FormerEmail(written); former == canonical {
			return nil
		}
	}
	return []Former{{by, former}}
}

// reached reports for each channel whether a contact has an address of it.
func reached(c *Contact) (has ByChannel[bool]) {
	all := addresses(c)
	for i := range channels {
		has[i] = *all[channels[i].own] != ""
	}
	return has
}

func addresses(c *Contact) [fact.AddressKinds]*string {
	return [fact.AddressKinds]*string{&c.ExternalID, &c.Email, &c.GSM}
}
