package contact

import (
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
)

// Search is what somebody looks for among the contacts of an account.
type Search struct {
	Account AccountID
	// Query is an address or external id, or the beginning of an e-mail address or external id; empty means everybody.
	Query string
	// UID and Group limit it; "" and 0 do not.
	UID   string
	Group GroupID
	// First contacts are left out, of the others come Limit at most.
	First, Limit int
}

// Sought is a query in the forms in which addresses are kept.
type Sought struct {
	ExternalID, Email, GSM string
	// Former are former forms of it.
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

// Beginnings is how many contacts that begin with a query are answered at most.
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

// Seek returns the forms of what may be any sort of address.
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
