package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
)

// ConsentAnswer is the user's answer about the consents of contacts that a file creates.
type ConsentAnswer string

// The answers. Without one new contacts get the consents of the file, or none with ConsentRules.Keep.
const (
	ConsentUnasked ConsentAnswer = ""
	// ConsentGiven gives the consent to contacts for which the file has no value.
	ConsentGiven ConsentAnswer = "given"
	// ConsentColumn takes the consent from the file, even when the consents of existing contacts are kept.
	ConsentColumn ConsentAnswer = "column"
	ConsentNone   ConsentAnswer = "none"
)

// NewConsent is an answer with the source of the given consents.
type NewConsent struct {
	Answer ConsentAnswer `json:"answer"`
	Source string        `json:"source,omitempty"`
}

// ConsentRules are the rules of a file for consents.
type ConsentRules struct {
	// Keep leaves the consents of existing contacts unchanged, unless a row says that they unsubscribed or are blocked.
	Keep bool
	// New are the answers about contacts that the file creates.
	New ByChannel[ConsentAnswer]
}

// Reads reports whether every value in a channel's column of consents counts; otherwise only withdrawals do.
func (r ConsentRules) Reads(channel fact.Channel) bool {
	answer := r.New.Of(channel)
	return !r.Keep || answer == ConsentColumn || answer == ConsentGiven
}

// known returns the flag of a row for an existing contact. A contact that unsubscribed elsewhere has withdrawn its
// consent under every policy (ADR 86).
func (r ConsentRules) known(flag Flag) Flag {
	if r.Keep && !flag.Withdraws() {
		return Keep
	}
	return flag
}

// made returns the flag of a row for a contact that the file creates. Asked is set when the contact has just got its
// address of the channel and no row has had a value for its consent; given reports that the answer gives the consent.
func (r ConsentRules) made(channel fact.Channel, flag Flag, asked bool) (result Flag, given bool) {
	switch r.New.Of(channel) {
	case ConsentGiven:
		if flag == Keep && asked {
			return Yes, true
		}
		return flag, false
	case ConsentColumn:
		return flag, false
	case ConsentNone:
		if flag == Yes {
			return No, false
		}
		return flag, false
	default:
		return r.known(flag), false
	}
}
