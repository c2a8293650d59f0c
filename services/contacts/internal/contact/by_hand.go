package contact

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/fault"
	"puls.app/services/spec"
)

// Change is a change of one contact by hand: nil fields stay unchanged.
type Change struct {
	// Addresses are by kind; an empty one is removed.
	Addresses [fact.AddressKinds]*string
	// Former are the former forms of the addresses.
	Former            []Former
	Consents, Blocked ByChannel[*bool]
	// Note is the source of the given consents.
	Note string
	// Properties with an empty value are removed.
	Properties             []PropertyValue
	AddGroups, LeaveGroups []GroupID
}

// addressForms has for each kind of address its field in a request, its normalising function and the error for an
// invalid one.
var addressForms = [fact.AddressKinds]struct {
	field string
	form  func(to, text []byte) ([]byte, bool)
	wrong *fault.Fault
}{
	fact.ExternalID: {"externalId", appendID, ErrExternalID},
	fact.Email:      {"email", spelling.AppendEmail, ErrEmail},
	fact.GSM:        {"gsm", spelling.AppendGSM, ErrGSM},
}

func appendID(to, text []byte) ([]byte, bool) {
	to, why := AppendExternalID(to, text)
	return to, why == nil && len(to) > 0
}

// inForm returns the change with normalised addresses. It fails with ErrEmail, ErrGSM and ErrExternalID.
func (c Change) inForm() (Change, error) {
	for kind, given := range c.Addresses {
		if given == nil {
			continue
		}
		text := strings.TrimSpace(*given)
		if text != "" {
			as := addressForms[kind]
			form, ok := as.form(nil, []byte(text))
			if !ok {
				return c, as.wrong.WithField(as.field, as.wrong.Detail)
			}
			c.Former = append(c.Former, Formerly(fact.AddressKind(kind), []byte(text), string(form))...)
			text = string(form)
		}
		c.Addresses[kind] = &text
	}
	c.Note = strings.TrimSpace(c.Note)
	return c, nil
}

// ByHand is a change of one contact with its entry for the event log.
type ByHand struct {
	Entry
	UID string
	// Number is that of the contact, or NewContact.
	Number int32
	Change Change
	// Zone gives the local day of creation of a new contact; nil for an existing one.
	Zone *file.Zone
}

// NewContact is the number of a contact that does not exist yet.
const NewContact = -1

// ContactDirectory is the data of a database for a change of one contact.
type ContactDirectory struct {
	// Contact is nil for a new one.
	Contact *Contact
	// Owners are the contacts that have one of the given addresses.
	Owners []Contact
	// Properties are those of the database. Groups has the groups that the change names: true for those of the database.
	Properties map[PropertyID]Property
	Groups     map[GroupID]bool
	// Suppressed is as in Directory. Erased has the erased addresses.
	Suppressed func(Suppression) bool
	Erased     map[string]bool
	NextNumber int32
}

// ContactEffects are the effects of a change by hand.
type ContactEffects struct {
	Changes
	// Number is that of the contact.
	Number int32
	// Unlisted are the addresses that leave the suppression list.
	Unlisted []Suppression
}

// ByHand is the kind of entry for a change by hand; empty when nothing changed.
func (c Concerned) ByHand() EntryKind {
	switch {
	case len(slices.Concat(c.Given[:]...))+len(slices.Concat(c.Withdrawn[:]...)) > 0:
		return EntryConsentChange
	case len(c.Subjects) > 0:
		return EntryContactChange
	default:
		return ""
	}
}

// AddContact adds a contact that is created now, and returns it. It fails with the errors of Decide and with
// ErrUIDUnknown.
func (a *App) AddContact(
	ctx context.Context, account AccountID, by Actor, uid string, change Change,
) (*FullCard, error) {
	zone, err := ZoneNow(ctx, a.Accounts, account)
	if err != nil {
		return nil, err
	}
	act := ByHand{Entry: NewEntry(account, "", by, a.Now()), UID: uid, Number: NewContact, Change: change, Zone: zone}
	card, err := a.changeContact(ctx, act)
	return card, namedInBody(err)
}

// UpdateContact changes a contact, and returns it. It fails with the errors of Decide and with ErrNotFound.
func (a *App) UpdateContact(
	ctx context.Context, account AccountID, by Actor, uid string, number int32, change Change,
) (*FullCard, error) {
	act := ByHand{Entry: NewEntry(account, "", by, a.Now()), UID: uid, Number: number, Change: change}
	card, err := a.changeContact(ctx, act)
	if errors.Is(err, ErrDatabaseNotFound) {
		err = ErrNotFound
	}
	return card, err
}

func (a *App) changeContact(ctx context.Context, act ByHand) (*FullCard, error) {
	change, err := act.Change.inForm()
	if err != nil {
		return nil, err
	}
	act.Change, act.Cause, act.Note = change, CausePerson, change.Note
	number, err := a.ContactStore.ChangeContact(ctx, act)
	if err != nil {
		return nil, err
	}
	return a.Card(ctx, act.Account, act.UID, number)
}

// hand is the state of Decide.
type hand struct {
	apply
	*person
	act       ByHand
	directory ContactDirectory
	effects   ContactEffects
}

// Decide returns the effects of a change by hand, by the same rules as for rows of files. It fails with ErrExists,
// which names every address that another contact has, ErrErased, ErrAddressMissing, ErrConsentNote, ErrPropertyUnknown,
// ErrPropertyValue, ErrGroupUnknown and ErrLimit.
func Decide(act ByHand, d ContactDirectory) (ContactEffects, error) {
	h := hand{act: act, directory: d, person: &person{named: true, isNew: d.Contact == nil}}
	h.apply = apply{
		directory: Directory{NextNumber: d.NextNumber, Suppressed: d.Suppressed}, people: []*person{h.person},
		next: d.NextNumber,
	}
	if h.isNew {
		if h.next >= fact.MaxContacts {
			return h.effects, ErrLimit
		}
		h.now = Contact{
			Number: h.next, HasCreated: true, CreatedAt: act.At.UnixMicro(), CreatedDay: act.Zone.Day(act.At.Unix()),
		}
		h.next++
	} else {
		h.before, h.now = *d.Contact, *d.Contact
	}
	for _, decide := range []func() error{h.groups, h.properties, h.addresses, h.consents, h.blocks} {
		if err := decide(); err != nil {
			return h.effects, err
		}
	}
	h.finish()
	for _, group := range act.Change.LeaveGroups {
		h.setBit(h.person, BitGroup, int32(group), false)
	}
	h.effects.Changes, h.effects.Number = h.changes, h.now.Number
	return h.effects, nil
}

func (h *hand) addresses() error {
	var taken *fault.Fault
	all := addresses(&h.now)
	for kind, wanted := range h.act.Change.Addresses {
		if wanted == nil || *wanted == *all[kind] {
			continue
		}
		field := addressForms[kind].field
		if h.wasErased(fact.AddressKind(kind), *wanted) {
			return ErrErased.WithField(field, ErrErased.Detail)
		}
		for i := range h.directory.Owners {
			if owner := &h.directory.Owners[i]; *wanted != "" && h.owns(owner, fact.AddressKind(kind), *wanted) {
				if taken == nil {
					taken = ErrExists
				}
				taken = taken.WithField(field, ErrExists.Detail)
			}
		}
		*all[kind] = *wanted
		h.changed, h.changes.Addresses = true, true
	}
	switch {
	case taken != nil:
		return taken
	case h.now.ExternalID == "" && h.now.Email == "" && h.now.GSM == "":
		return ErrAddressMissing.WithField("email", ErrAddressMissing.Detail)
	}
	return nil
}

// owns reports whether another contact has an address, possibly in its former form.
func (h *hand) owns(owner *Contact, kind fact.AddressKind, address string) bool {
	has := *addresses(owner)[kind]
	return owner.Number != h.now.Number && (has == address || slices.Contains(h.act.Change.Former, Former{kind, has}))
}

// wasErased reports whether an address was erased, possibly in its former form.
func (h *hand) wasErased(kind fact.AddressKind, address string) bool {
	return h.directory.Erased[address] || slices.ContainsFunc(h.act.Change.Former, func(f Former) bool {
		return f.By == kind && h.directory.Erased[f.Address]
	})
}

// consents gives and withdraws consents. Giving a consent by hand, which needs a note on its source, takes the
// contact's addresses off the suppression list. Withdrawing one by hand does not add them: a later file with true gives
// the consent again, as after a file with false. A contact with consent that gets a suppressed address loses the
// consent.
func (h *hand) consents() error {
	for i, channel := range spec.Messages() {
		consent, wanted := &h.now.Consents[i], h.act.Change.Consents[i]
		given := wanted != nil && *wanted
		switch {
		case given && !*consent && h.act.Change.Note == "":
			return ErrConsentNote.WithField("consentNote", ErrConsentNote.Detail)
		case given:
			h.unlist(channel)
			setFlag(h.person, consent, Yes)
		case wanted != nil, *consent && h.suppressed(channel, &h.now, h.act.Change.Former):
			setFlag(h.person, consent, No)
		}
	}
	return nil
}

func (h *hand) unlist(channel fact.Channel) {
	listed := make([]Suppression, 0, len(h.act.Change.Former)+fact.AddressKinds)
	for by, address := range addresses(&h.now) {
		listed = append(listed, Suppression{channel, fact.AddressKind(by), *address})
	}
	for _, f := range h.act.Change.Former {
		listed = append(listed, Suppression{channel, f.By, f.Address})
	}
	for _, s := range listed {
		if s.Address != "" && h.directory.Suppressed != nil && h.directory.Suppressed(s) {
			h.effects.Unlisted = append(h.effects.Unlisted, s)
		}
	}
}

func (h *hand) blocks() error {
	for i, wanted := range h.act.Change.Blocked {
		if wanted != nil && h.now.Blocked[i] != *wanted {
			h.now.Blocked[i], h.changed = *wanted, true
		}
	}
	return nil
}

func (h *hand) properties() error {
	for i, v := range h.act.Change.Properties {
		property, has := h.directory.Properties[v.ID]
		if !has {
			return ErrPropertyUnknown.WithField(fmt.Sprintf("properties[%d].propertyId", i), ErrPropertyUnknown.Detail)
		}
		v.Value = strings.TrimSpace(v.Value)
		switch {
		case v.Value != "":
			if why := property.Refuses(v.Value); why != nil {
				return ErrPropertyValue.Withf("%s", why.Text).WithField(fmt.Sprintf("properties[%d].value", i), why.Text)
			}
			setProperties(h.person, []PropertyValue{v})
		case h.now.Properties[v.ID] != "":
			h.now.Properties = maps.Clone(h.now.Properties)
			delete(h.now.Properties, v.ID)
			h.changed = true
		}
	}
	return nil
}

func (h *hand) groups() error {
	join := "addGroupIds"
	if h.isNew {
		join = "groupIds"
	}
	for _, list := range []struct {
		field string
		ids   []GroupID
	}{{join, h.act.Change.AddGroups}, {"removeGroupIds", h.act.Change.LeaveGroups}} {
		for i, id := range list.ids {
			if !h.directory.Groups[id] {
				return ErrGroupUnknown.WithField(fmt.Sprintf("%s[%d]", list.field, i), ErrGroupUnknown.Detail)
			}
		}
	}
	h.person.groups = h.act.Change.AddGroups
	return nil
}
