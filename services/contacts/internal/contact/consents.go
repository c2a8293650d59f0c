package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
)

// ConsentAnswer is what somebody says of the consents of contacts that a file makes.
type ConsentAnswer string

// The answers. Without one new contacts have the consents of the file, and none where it is not asked.
const (
	ConsentUnasked ConsentAnswer = ""
	// ConsentGiven gives the consent to those of whom the file says nothing.
	ConsentGiven ConsentAnswer = "given"
	// ConsentColumn gives it as the file says, also where the consents of others stay as they are.
	ConsentColumn ConsentAnswer = "column"
	ConsentNone   ConsentAnswer = "none"
)

// NewConsent is an answer, and where the consents that are given are from.
type NewConsent struct {
	Answer ConsentAnswer `json:"answer"`
	Source string        `json:"source,omitempty"`
}

// ConsentRules are what a file does to consents.
type ConsentRules struct {
	// Keep leaves contacts that were there before as they are, unless a row says that they unsubscribed or are blocked.
	Keep bool
	// New are the answers about contacts that the file makes.
	New ByChannel[ConsentAnswer]
}

// Reads reports whether every value of the column of a channel's consents matters. Where not, only withdrawals do.
func (r ConsentRules) Reads(channel fact.Channel) bool {
	answer := r.New.Of(channel)
	return !r.Keep || answer == ConsentColumn || answer == ConsentGiven
}

// known returns what a row says of a contact that was there before. A contact that unsubscribed elsewhere has
// withdrawn its consent under every policy (ADR 86).
func (r ConsentRules) known(flag Flag) Flag {
	if r.Keep && !flag.Withdraws() {
		return Keep
	}
	return flag
}

// made returns what a row says of a contact that the file makes. Asked is set while the contact has just got the
// address of the channel and the file has said nothing of its consent; given tells that the answer gives it.
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
