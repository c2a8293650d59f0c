package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
)

// Suppression is an address that no file may give the consent of a channel to.
type Suppression struct {
	Channel fact.Channel
	By      fact.AddressKind
	Address string
}

// Own reports whether the address is one of the channel's, to which messages go; the other kinds only name somebody.
func (s Suppression) Own() bool { return s.By == OwnAddress(s.Channel) }

// Withdrawal is what unsubscriptions from one channel do to a database.
type Withdrawal struct {
	// Numbers are of the contacts that lose their consent.
	Numbers []int32
	Bits    []Bit
	// Listed are the addresses that no file can give it back to.
	Listed []Suppression
}

// Withdraw takes the consent to a channel from contacts. On the list goes the address that messages of the channel
// went to, whoever gets it later; a contact that has none is listed by the first address that it has.
func Withdraw(channel fact.Channel, contacts []Contact) Withdrawal {
	var w Withdrawal
	own := OwnAddress(channel)
	for i := range contacts {
		c := &contacts[i]
		if c.Consents.Of(channel) {
			w.Numbers = append(w.Numbers, c.Number)
			w.Bits = append(w.Bits, Bit{Number: c.Number, Kind: ConsentBit(channel)})
		}
		all := addresses(c)
		if *all[own] != "" {
			w.Listed = append(w.Listed, Suppression{channel, own, *all[own]})
			continue
		}
		for by, address := range all {
			if *address != "" {
				w.Listed = append(w.Listed, Suppression{channel, fact.AddressKind(by), *address})
				break
			}
		}
	}
	return w
}

// Unsubscription is a row that withdraws the consent to its channel.
type Unsubscription struct {
	Database DatabaseID
	Channel  fact.Channel
	// Number is of the contact that the row names, -1 when it names nobody yet: then By and Address are how it would.
	Number  int32
	By      fact.AddressKind
	Address string
	// Line is of the row; Entry is which of its step's entries says that the consent was withdrawn.
	Line, Entry int
}

// Withdrawn returns the effects of unsubscriptions on the contacts of one database, some of which lost consents.
// Changed and Unchanged count rows: the first one that names a contact that lost a consent, and the others that name a
// contact. Rows that name none are neither.
func Withdrawn(unsubscribed []Unsubscription, lost Concerned) Effects {
	var e Effects
	lose := map[int32]bool{}
	for i, numbers := range lost.Withdrawn {
		e.Withdrawn[i] = len(numbers)
		for _, number := range numbers {
			lose[number] = true
		}
	}
	rows := map[int]bool{}
	for _, u := range unsubscribed {
		if u.Number >= 0 {
			rows[u.Line] = rows[u.Line] || lose[u.Number]
			delete(lose, u.Number)
		}
	}
	for _, changed := range rows {
		if changed {
			e.Changed++
		} else {
			e.Unchanged++
		}
	}
	return e
}
