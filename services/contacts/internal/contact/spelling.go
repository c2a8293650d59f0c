package contact

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/spec"
)

// Twin is a contact whose address is another's once both have their one spelling: it keeps its own.
type Twin struct {
	Number int32
	By     fact.AddressKind
	// Of is the contact that has the address in its one spelling.
	Of int32
}

// SpellDirectory is what a database knows that matters for the spelling of some contacts' addresses.
type SpellDirectory struct {
	// Contacts are those whose addresses may be spelled otherwise, by number.
	Contacts []Contact
	// Owners have an address that one of them is to get.
	Owners []Contact
	// Suppressed and Erased are as in Directory, Erased of addresses in their one spelling.
	Suppressed func(Suppression) bool
	Erased     map[string]bool
	NextNumber int32
}

// SpellEffects are what comes of it.
type SpellEffects struct {
	Changes
	// Listed are unsubscribed from now on, in their one spelling: they were in another.
	Listed []Suppression
	Twins  []Twin
}

// SpellStep is how the log names what a step did.
type SpellStep struct {
	// At is now; a database that was looked at before Before is looked at again.
	At, Before time.Time
	// Passes is how often each is looked at.
	Passes int
}

// SpellStore brings what is stored into the one spelling.
type SpellStore interface {
	// SpellAddresses brings some contacts and claims of the next database into their one spelling and adds what the event
	// log has to say, all or nothing. It reports whether there was a database to look at.
	SpellAddresses(ctx context.Context, step SpellStep) (more bool, err error)
}

const (
	// spellPasses is how often a database is looked at: at once, and when no program of the version before runs any more.
	spellPasses = 2
	spellAgain  = 24 * time.Hour
)

// SpellAddresses does one step, and reports whether there may be more to do.
func (a *App) SpellAddresses(ctx context.Context) (more bool, err error) {
	now := Kept(a.Now())
	step := SpellStep{At: now, Before: now.Add(-spellAgain), Passes: spellPasses}
	return a.SpellStore.SpellAddresses(ctx, step)
}

// Spelled returns an address in its one spelling; what cannot have one as it is.
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

// respelling is a step while it is decided.
type respelling struct {
	apply
	directory SpellDirectory
	owners    [fact.AddressKinds]map[string]*person
	effects   SpellEffects
	// unsubscribed are those whose address is on the list of a channel, under any of its spellings.
	unsubscribed map[*person]*ByChannel[bool]
}

// Spell gives contacts their addresses in the one spelling. Who comes first has it: another one whose address is the
// same keeps its spelling and is its twin. An address that was erased stays as it is. Nobody keeps the consent of a
// channel whose address was erased, or is on the list, under any spelling.
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
