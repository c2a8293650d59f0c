package contact

import (
	"maps"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/spec"
)

// Directory is the data of a database that some rows may concern.
type Directory struct {
	// Contacts are those with an address of one of the rows.
	Contacts []Contact
	// Groups are by name. A group that the rows name and that is missing cannot be created: the database has too many.
	Groups map[string]GroupID
	// MadeGroups are the names of those that were created for these rows.
	MadeGroups []string
	// Suppressed reports addresses that were unsubscribed or erased: a file gives them no consent. It is nil when there
	// are none.
	Suppressed func(Suppression) bool
	// Erased are addresses of rows that were erased.
	Erased map[string]bool
	// Numbers from NextNumber to fact.MaxContacts - 1 are free.
	NextNumber int32
	// Made reports whether an earlier step of the same file created a contact; nil when none did.
	Made func(number int32) bool
	// Consents are the rules of the file for consents.
	Consents ConsentRules
}

// RowBatch is rows of contacts of one database, with the options for applying them.
type RowBatch struct {
	Account  AccountID
	Database DatabaseID
	Rows     []Row
	// Consents are the rules of the file for consents.
	Consents ConsentRules
	// Groups is how many groups a uid may have: missing ones are created in order until it is reached.
	Groups int
	// Fresh is set when the rows seem to be of new contacts only. It changes only the time that they take.
	Fresh bool
}

// Changed is a contact before and after some rows.
type Changed struct{ Before, After Contact }

// Changes are the changes that rows make to a database.
type Changes struct {
	New        []Contact
	Changed    []Changed
	Bits       []Bit
	NextNumber int32
	// Addresses is set when a contact got or lost an address, which makes earlier look-ups void.
	Addresses bool
	// OnlyNew is set when every address of the rows now belongs to a new contact, and no row was refused.
	OnlyNew bool
	Kept    int
	Refused []RefusedRow
	// Totals counts the skipped rows that sum up others.
	Totals    int
	Concerned Concerned
	// Listed are the addresses that rows call unsubscribed: they go on the suppression list.
	Listed []Suppression
	// Effects are complete after Regroup.
	Effects Effects
	// same are the numbers of contacts that rows name and change at most in groups.
	same []int32
}

// person is a contact while rows are applied.
type person struct {
	before, now Contact
	isNew       bool
	named       bool
	changed     bool
	// copied is set once the properties are a copy, no longer shared with before.
	copied bool
	// made is set for contacts that this file created.
	made bool
	// For each channel: whether a row gave a consent that the suppression list refused, whether a row had a value for the
	// consent, whether a row called the address unsubscribed, and whether the answer about new contacts gave the consent.
	unsubscribed, filled, listed, stated ByChannel[bool]
	groups                               []GroupID
	// former has former forms of the addresses that rows named.
	former []Former
}

// apply is the state of a database between two rows.
type apply struct {
	directory Directory
	people    []*person
	byAddress [fact.AddressKinds]map[string]*person
	next      int32
	// lost is set when a contact lost an address.
	lost    bool
	changes Changes
}

// Apply applies rows to one database in their order: each row sees the changes of those before it. The first of
// external_id, email and gsm that a row names identifies its contact; when no contact has it, the row creates one.
func Apply(rows []Row, directory Directory) Changes {
	a := apply{directory: directory, next: directory.NextNumber}
	for kind := range a.byAddress {
		a.byAddress[kind] = make(map[string]*person, len(rows))
	}
	for i := range directory.Contacts {
		c := directory.Contacts[i]
		a.enter(&person{before: c, now: c, made: directory.Made != nil && directory.Made(c.Number)})
	}
	for i := range rows {
		if rows[i].Totals && a.byAddress[fact.ExternalID][rows[i].ExternalID] == nil {
			a.changes.Totals++
			continue
		}
		if why := a.row(&rows[i]); why != nil {
			refused := RefusedRow{Line: rows[i].Line, Defect: why, Text: rows[i].Text}
			if why == erasedAddress {
				refused.Forget()
			}
			a.changes.Refused = append(a.changes.Refused, refused)
			continue
		}
		a.changes.Kept++
	}
	a.finish()
	return a.changes
}

func (a *apply) enter(p *person) {
	a.people = append(a.people, p)
	for kind, address := range addresses(&p.now) {
		if *address != "" {
			a.byAddress[kind][*address] = p
		}
	}
}

func (a *apply) row(row *Row) *file.Defect {
	given := [fact.AddressKinds]string{row.ExternalID, row.Email, row.GSM}
	for _, address := range given {
		if a.directory.Erased[address] {
			return erasedAddress
		}
	}
	for _, former := range row.Former {
		if a.directory.Erased[former.Address] {
			return erasedAddress
		}
	}
	p := a.find(given, row.Former)
	for kind, address := range given {
		if owner := a.byAddress[kind][address]; address != "" && owner != nil && owner != p {
			return addressTaken
		}
	}
	for _, name := range row.Groups {
		if _, has := a.directory.Groups[name]; !has {
			return tooManyGroups
		}
	}
	if p == nil {
		if a.next >= fact.MaxContacts {
			return tooMany
		}
		p = &person{now: Contact{Number: a.next}, isNew: true, made: true}
		a.next++
		a.people = append(a.people, p)
	}
	p.named, p.former = true, append(p.former, row.Former...)
	for i, flag := range row.Blocked {
		setFlag(p, &p.now.Blocked[i], flag)
	}
	had := reached(&p.now)
	a.setAddresses(p, given)
	a.setConsent(p, row, had)
	if row.HasCreated && (!p.now.HasCreated || p.now.CreatedAt != row.CreatedAt) {
		p.now.HasCreated, p.now.CreatedAt, p.now.CreatedDay = true, row.CreatedAt, row.CreatedDay
		p.changed = true
	}
	setProperties(p, row.Properties)
	for _, name := range row.Groups {
		p.groups = append(p.groups, a.directory.Groups[name])
	}
	return nil
}

// find returns the contact with the first given address, or nil. A contact that is stored under the former form matches
// too, unless another contact has the normalised form.
func (a *apply) find(given [fact.AddressKinds]string, former []Former) *person {
	for kind, address := range given {
		if address == "" {
			continue
		}
		p := a.byAddress[kind][address]
		for i := 0; i < len(former) && p == nil; i++ {
			if former[i].By == fact.AddressKind(kind) {
				p = a.byAddress[kind][former[i].Address]
			}
		}
		return p
	}
	return nil
}

func (a *apply) setAddresses(p *person, given [fact.AddressKinds]string) {
	for kind, field := range addresses(&p.now) {
		address := given[kind]
		if address == "" || address == *field {
			continue
		}
		if *field != "" {
			delete(a.byAddress[kind], *field)
			a.lost = true
		}
		*field = address
		a.byAddress[kind][address] = p
		p.changed, a.changes.Addresses = true, true
	}
}

// setConsent applies the consents of a row; had are the channels of which the contact had an address before the row.
func (a *apply) setConsent(p *person, row *Row, had ByChannel[bool]) {
	has := reached(&p.now)
	for i, channel := range spec.Messages() {
		cell, given := row.Consents[i], false
		flag := a.directory.Consents.known(cell)
		if p.made {
			asked := !had[i] && has[i] && !p.filled[i]
			flag, given = a.directory.Consents.made(channel, cell, asked)
		}
		p.filled[i] = p.filled[i] || cell != Keep
		switch flag {
		case Blocked:
			setFlag(p, &p.now.Blocked[i], Yes)
			flag = No
		case Unsubscribed:
			p.listed[i] = true
			flag = No
		default:
		}
		// A contact with consent that gets a suppressed address loses the consent.
		if (flag == Yes || p.now.Consents[i]) && (p.listed[i] || a.suppressed(channel, &p.now, row.Former)) {
			p.unsubscribed[i] = p.unsubscribed[i] || flag == Yes
			flag, given = No, false
		}
		p.stated[i] = p.stated[i] || given
		setFlag(p, &p.now.Consents[i], flag)
	}
}

// suppressed reports whether one of a contact's addresses, or a former form, is on the suppression list of a channel.
func (a *apply) suppressed(channel fact.Channel, c *Contact, former []Former) bool {
	if a.directory.Suppressed == nil {
		return false
	}
	for _, f := range former {
		if a.directory.Suppressed(Suppression{channel, f.By, f.Address}) {
			return true
		}
	}
	for by, address := range addresses(c) {
		if *address != "" && a.directory.Suppressed(Suppression{channel, fact.AddressKind(by), *address}) {
			return true
		}
	}
	return false
}

func setFlag(p *person, value *bool, flag Flag) {
	if flag != Keep && *value != (flag == Yes) {
		*value = flag == Yes
		p.changed = true
	}
}

func setProperties(p *person, values []PropertyValue) {
	for _, v := range values {
		if old, has := p.now.Properties[v.ID]; has && old == v.Value {
			continue
		}
		if !p.copied {
			properties := make(map[PropertyID]string, len(p.now.Properties)+len(values))
			maps.Copy(properties, p.now.Properties)
			p.now.Properties, p.copied = properties, true
		}
		p.now.Properties[v.ID] = v.Value
		p.changed = true
	}
}

func (a *apply) finish() {
	c := &a.changes
	c.NextNumber = a.next
	c.New, c.Bits = make([]Contact, 0, a.next-a.directory.NextNumber), make([]Bit, 0, 8*len(a.people))
	c.OnlyNew = len(a.directory.Contacts) == 0 && len(c.Refused) == 0 && !a.lost
	c.Effects.NewGroups = a.directory.MadeGroups
	for _, p := range a.people {
		switch {
		case p.isNew:
			c.New = append(c.New, p.now)
			a.setBit(p, BitMember, 0, true)
		case p.changed:
			c.Changed = append(c.Changed, Changed{p.before, p.now})
		case p.named:
			c.same = append(c.same, p.now.Number)
		}
		if p.isNew || p.changed {
			c.Concerned.Subjects = append(c.Concerned.Subjects, p.now.Number)
		}
		a.countConsents(p)
		a.compare(p)
		for _, group := range p.groups {
			a.setBit(p, BitGroup, int32(group), true)
		}
	}
}

// countConsents counts the changes of a contact's consents.
func (a *apply) countConsents(p *person) {
	c := &a.changes
	c.count(&p.before, &p.now)
	for i, channel := range spec.Messages() {
		if p.unsubscribed[i] {
			c.Effects.UnsubscribedKept++
		}
		if p.listed[i] {
			c.Listed = append(c.Listed, Withdraw(channel, []Contact{p.now}).Listed...)
		}
		if !p.made {
			continue
		}
		if p.now.Consents[i] && !p.before.Consents[i] {
			c.Effects.NewGiven[i]++
			if p.stated[i] {
				c.Concerned.Stated[i] = append(c.Concerned.Stated[i], p.now.Number)
			}
		}
		c.Effects.Without[i] += a.without(channel, p, &p.now) - a.without(channel, p, &p.before)
	}
}

// without returns 1 for a contact that has an address of the channel, is not suppressed and has no consent: an answer
// could have given it one. It returns 0 for others.
func (a *apply) without(channel fact.Channel, p *person, c *Contact) int {
	address := *addresses(c)[OwnAddress(channel)]
	if address == "" || c.Consents.Of(channel) || p.listed.Of(channel) || a.suppressed(channel, c, p.former) {
		return 0
	}
	return 1
}

// compare collects the changes of a contact's bitmaps.
func (a *apply) compare(p *person) {
	before, now := &p.before, &p.now
	had, has := reached(before), reached(now)
	for i := range channels {
		if before.Consents[i] != now.Consents[i] {
			a.setBit(p, channels[i].consent, 0, now.Consents[i])
		}
		if had[i] != has[i] {
			a.setBit(p, channels[i].hasOwn, 0, has[i])
		}
		if before.Blocked[i] != now.Blocked[i] {
			a.setBit(p, channels[i].blocked, 0, now.Blocked[i])
		}
	}
	if before.HasCreated == now.HasCreated && before.CreatedDay == now.CreatedDay {
		return
	}
	if before.HasCreated {
		a.setCreated(p, before.CreatedDay, false)
	}
	a.setCreated(p, now.CreatedDay, true)
}

func (a *apply) setBit(p *person, kind BitKind, ref int32, set bool) {
	a.changes.Bits = append(a.changes.Bits, Bit{Number: p.now.Number, Kind: kind, Ref: ref, Set: set})
}

func (a *apply) setCreated(p *person, day int32, set bool) {
	a.changes.Bits = append(a.changes.Bits, Bit{
		Number: p.now.Number, Kind: BitCreated, Ref: day >> CreatedDaysShift, Day: uint8(day & (1<<CreatedDaysShift - 1)),
		Set: set,
	})
}
