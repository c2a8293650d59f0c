package contact

import (
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
)

// Search is a search for contacts of an account.
type Search struct {
	Account AccountID
	// Query is an address or external id, or the beginning of an e-mail address or external id; empty means all contacts.
	Query string
	// UID and Group limit the search; "" and 0 do not.
	UID   string
	Group GroupID
	// First is how many contacts are skipped; at most Limit of the others are returned.
	First, Limit int
}

// Sought is a query in the forms in which addresses are stored.
type Sought struct {
	ExternalID, Email, GSM string
	// Former are former forms of the query.
	Former []Former
}

// Of returns the form of a kind of address; empty when the query cannot be one.
func (s Sought) Of(kind fact.AddressKind) string {
	return [fact.AddressKinds]string{s.ExternalID, s.Email, s.GSM}[kind]
}

// FoundContact is a contact with its uid.
type FoundContact struct {
	UID string
	Contact
}

// Beginnings is the maximum number of found contacts whose address begins with a query.
const Beginnings = 10_000

// Sought returns the forms of the query; nil without one.
func (s Search) Sought() *Sought {
	text := strings.TrimSpace(s.Query)
	if text == "" {
		return nil
	}
	forms := Seek(text)
	return &forms
}

// Seek returns the forms of a text that may be any kind of address.
func Seek(text string) Sought {
	text = strings.TrimSpace(text)
	id, _ := spelling.AppendID(nil, []byte(text))
	email, _ := spelling.AppendEmail(nil, []byte(text))
	forms := Sought{ExternalID: string(id), Email: string(email)}
	forms.Former = append(Formerly(fact.ExternalID, []byte(text), forms.ExternalID),
		Formerly(fact.Email, []byte(text), forms.Email)...)
	if number, ok := spelling.AppendGSM(nil, []byte(text)); ok {
		forms.GSM = string(number)
	}
	return forms
}
