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

	// Consents has the consents to channels, Blocked whether the addresses of channels are blocked.
	Consents, Blocked ByChannel[bool]

	// Properties are by id. When an import applies rows, it has only the properties with columns in the file.
	Properties map[PropertyID]string
}

// BitKind is the kind of a bitmap of contacts. The numbers are stored.
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
	// BitCreated holds contacts by day of creation: each bitmap has 32 days, its ref is the day divided by 32.
	BitCreated BitKind = 8
	// BitGroup holds the members of a group, whose id is its ref.
	BitGroup BitKind = 9
)

// CreatedDaysShift shifts a day of creation to the ref of its bitmap.
const CreatedDaysShift = 5

// Bit adds a contact to a bitmap or removes it.
type Bit struct {
	Number int32
	Kind   BitKind
	Ref    int32
	// Day is the day within a bitmap of BitCreated, else 0.
	Day uint8
	Set bool
}

// Former is the former form of an address, from before addresses were normalised. Addresses that were erased or
// unsubscribed by then are stored as hashes of it (ADR 72).
type Former struct {
	By      fact.AddressKind
	Address string
}

// Formerly returns the former form of a written address, nil when it equals the normalised form.
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
