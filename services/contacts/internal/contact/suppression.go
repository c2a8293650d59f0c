package contact

import (
	"puls.app/services/contacts/internal/engine/fact"
)

// Suppression is an address to which no file can give the consent to a channel.
type Suppression struct {
	Channel fact.Channel
	By      fact.AddressKind
	Address string
}

// Own reports whether messages of the channel go to addresses of this kind; other kinds only identify a contact.
func (s Suppression) Own() bool { return s.By == OwnAddress(s.Channel) }

// Withdrawal is the effects of unsubscriptions from one channel of a database.
type Withdrawal struct {
	// Numbers are those of the contacts that lose their consent.
	Numbers []int32
	Bits    []Bit
	// Listed are the addresses for the suppression list.
	Listed []Suppression
}

// Withdraw withdraws the consent of contacts to a channel. It lists the address to which messages of the channel went,
// whichever contact has it later. A contact without such an address is listed by its first other one.
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
	// Number is that of the contact that the row names, -1 when there is none yet: then By and Address identify it.
	Number  int32
	By      fact.AddressKind
	Address string
	// Line is that of the row. Entry is the index of the step's entry that records the withdrawal.
	Line, Entry int
}

// Withdrawn returns the effects of unsubscriptions on the contacts of one database, some of which lost consents.
// Changed and Unchanged count rows. Changed has the first row of each contact that lost a consent, Unchanged the other
// rows that name a contact. Rows that name none are in neither.
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
