package contact

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/spec"
)

// Twin is a contact whose address has the same normalised form as that of another contact. It keeps its former form.
type Twin struct {
	Number int32
	By     fact.AddressKind
	// Of is the contact that has the normalised form.
	Of int32
}

// SpellDirectory is the data of a database for normalising the addresses of some contacts.
type SpellDirectory struct {
	// Contacts are those whose addresses may need normalising, by number.
	Contacts []Contact
	// Owners are the contacts that already have one of the normalised addresses.
	Owners []Contact
	// Suppressed and Erased are as in Directory; Erased has addresses in normalised form.
	Suppressed func(Suppression) bool
	Erased     map[string]bool
	NextNumber int32
}

// SpellEffects are the effects of normalising addresses.
type SpellEffects struct {
	Changes
	// Listed are the normalised forms of addresses that are on the suppression list in another form.
	Listed []Suppression
	Twins  []Twin
}

// SpellStep has the parameters of a step.
type SpellStep struct {
	// At is the current time. A database whose last pass was before Before gets the next one.
	At, Before time.Time
	// Passes is the number of passes over each database.
	Passes int
}

// SpellStore normalises stored addresses.
type SpellStore interface {
	// SpellAddresses normalises the addresses of some contacts and claims of the next database and adds entries to the
	// event log, all or nothing. It reports whether there was a database left.
	SpellAddresses(ctx context.Context, step SpellStep) (more bool, err error)
}

const (
	// spellPasses is the number of passes over a database: one at once, and one when no process of the previous version
	// runs any more.
	spellPasses = 2
	spellAgain  = 24 * time.Hour
)

// SpellAddresses does one step of normalising addresses, and reports whether there may be more.
func (a *App) SpellAddresses(ctx context.Context) (more bool, err error) {
	now := Kept(a.Now())
	step := SpellStep{At: now, Before: now.Add(-spellAgain), Passes: spellPasses}
	return a.SpellStore.SpellAddresses(ctx, step)
}

// Spelled returns the normalised form of an address; an address that has none is returned unchanged.
func Spelled(by fact.AddressKind, address string) string {
	form, ok := []byte(nil), true
	switch by {
	case fact.Email:
		form, ok = spelling.AppendEmail(nil, []byte(address))
	case fact.GSM:
		form, ok = spelling.AppendGSM(nil, []byte(address))
	case fact.ExternalID:
		form, ok = spelling.AppendID(nil, []byte(address))
	}
	if !ok || len(form) == 0 {
		return address
	}
	return string(form)
}

// respelling is the state of Spell.
type respelling struct {
	apply
	directory SpellDirectory
	owners    [fact.AddressKinds]map[string]*person
	effects   SpellEffects
	// unsubscribed has the channels to which contacts lose their consent: an address was erased, or is on the suppression
	// list in any of its forms.
	unsubscribed map[*person]*ByChannel[bool]
}

// Spell normalises the addresses of contacts. The first contact with a normalised form has it; another one with the
// same address keeps its former form and becomes a twin. An erased address stays unchanged. A contact loses the consent
// to a channel when its address was erased, or is on the suppression list in any form.
func Spell(d SpellDirectory) SpellEffects {
	s := respelling{directory: d, unsubscribed: map[*person]*ByChannel[bool]{}}
	s.apply = apply{directory: Directory{NextNumber: d.NextNumber}, next: d.NextNumber}
	for kind := range s.owners {
		s.owners[kind] = map[string]*person{}
	}
	known := map[int32]*person{}
	for _, list := range [][]Contact{d.Contacts, d.Owners} {
		for i := range list {
			if known[list[i].Number] == nil {
				p := &person{before: list[i], now: list[i]}
				known[p.now.Number] = p
				s.people = append(s.people, p)
				for kind, address := range addresses(&p.now) {
					if *address != "" {
						s.owners[kind][*address] = p
					}
				}
			}
		}
	}
	for i := range d.Contacts {
		for kind := range fact.AddressKind(fact.AddressKinds) {
			s.spell(known[d.Contacts[i].Number], kind)
		}
	}
	s.withdraw()
	s.finish()
	s.effects.Changes = s.changes
	return s.effects
}

func (s *respelling) spell(p *person, kind fact.AddressKind) {
	address := addresses(&p.now)[kind]
	former, wanted := *address, Spelled(kind, *address)
	if former == "" || former == wanted {
		return
	}
	if s.directory.Erased[wanted] {
		for _, channel := range spec.Messages() {
			s.list(p, channel)
		}
		return
	}
	owner := s.owners[kind][wanted]
	for _, channel := range spec.Messages() {
		was := s.suppressedAs(Suppression{channel, kind, former})
		now := Suppression{channel, kind, wanted}
		if was && !s.suppressedAs(now) {
			s.effects.Listed = append(s.effects.Listed, now)
		}
		if was || s.suppressedAs(now) {
			s.list(p, channel)
			if owner != nil {
				s.list(owner, channel)
			}
		}
	}
	if owner != nil {
		s.effects.Twins = append(s.effects.Twins, Twin{Number: p.now.Number, By: kind, Of: owner.now.Number})
		return
	}
	delete(s.owners[kind], former)
	s.owners[kind][wanted] = p
	*address, p.changed, s.changes.Addresses = wanted, true, true
}

func (s *respelling) suppressedAs(asked Suppression) bool {
	return s.directory.Suppressed != nil && s.directory.Suppressed(asked)
}

func (s *respelling) list(p *person, channel fact.Channel) {
	if s.unsubscribed[p] == nil {
		s.unsubscribed[p] = &ByChannel[bool]{}
	}
	s.unsubscribed[p][channel.Index()] = true
}

func (s *respelling) withdraw() {
	for p, channels := range s.unsubscribed {
		for i, unsubscribed := range channels {
			if unsubscribed {
				setFlag(p, &p.now.Consents[i], No)
			}
		}
	}
}
