package contact

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"puls.app/services/kit/sheet"
)

// Card is all about one contact. Its Properties are whole; those that a scoring fills hold its scores alone.
type Card struct {
	Contact
	Database DatabaseID
	Groups   []GroupID
	// Generated is, of a property that a scoring fills, the day of its scores.
	Generated map[PropertyID]time.Time
	// Twins are contacts whose address is the same but for its spelling, as Number or as Of. A page of cards has none.
	Twins []Twin
	// Visitors are known to be the contact; the first ShownVisitors by number. A page of cards has none.
	Visitors []Visitor
	// LinkEpoch is that of the account's links. A page of cards has none.
	LinkEpoch int32
}

// Visitor is one of a uid's websites.
type Visitor struct {
	Number int32
	ID     string
}

// ShownVisitors is how many visitors a card has at most.
const ShownVisitors = 100

// Store keeps contacts. Every method is limited to one account.
type Store interface {
	// ChangeContact holds the database, changes the contact as Decide says, and adds the entry if there is one, all or
	// nothing. It returns the contact's number. It fails with ErrDatabaseNotFound and ErrContactNotFound.
	ChangeContact(ctx context.Context, act ByHand) (int32, error)
	// RecordUID adds an entry about the chosen contacts of a uid, whose links go out with it, and returns the epoch of
	// these. It fails with ErrDatabaseNotFound.
	RecordUID(ctx context.Context, e Entry, uid string, choice Choice) (epoch int32, err error)
	// Card returns one contact of the account. It fails with ErrContactNotFound.
	Card(ctx context.Context, account AccountID, uid string, number int32) (CardParts, error)
	// Cards hands over all contacts of a uid, by number, page by page: no transaction waits for a slow reader. It fails
	// with ErrDatabaseNotFound.
	Cards(ctx context.Context, account AccountID, uid string, visit func(page []Card) error) error
}

// NamedCard is a card with its names.
type NamedCard struct {
	*Card
	// Groups and Properties are in the order of their names; Properties are those that have a value.
	GroupNames []GroupName
	Values     []Value
	// ConsentChanges are the newest, newest first.
	ConsentChanges []ConsentChange
	// Links withdraw the consent to a channel with one click; empty without an address of it.
	Links ByChannel[string]
}

// CardParts are what is kept of a contact and what it is called by.
type CardParts struct {
	*Card
	// GroupNames are those of the contact's groups.
	GroupNames map[GroupID]string
	// Properties are those of the account.
	Properties []Property
	// ConsentChanges are the newest, newest first.
	ConsentChanges []ConsentChange
}

// GroupName is what a group is called.
type GroupName struct {
	ID   GroupID
	Name string
}

// Value is what a contact has of a property.
type Value struct {
	Property
	Text string
}

// Card returns all about one contact. It fails with ErrContactNotFound.
func (a *App) Card(ctx context.Context, account AccountID, uid string, number int32) (*NamedCard, error) {
	parts, err := a.ContactStore.Card(ctx, account, uid, number)
	if errors.Is(err, ErrDatabaseNotFound) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	named := &NamedCard{
		Card: parts.Card, GroupNames: groupNames(parts.Groups, parts.GroupNames), Links: a.Links.urls(parts.Card),
		ConsentChanges: parts.ConsentChanges,
	}
	for _, p := range parts.Properties {
		if text := parts.Card.Properties[p.ID]; p.UID == uid && text != "" {
			named.Values = append(named.Values, Value{Property: p, Text: text})
		}
	}
	return named, nil
}

// groupNames leaves out a group that went meanwhile.
func groupNames(ids []GroupID, names map[GroupID]string) []GroupName {
	var list []GroupName
	for _, id := range ids {
		if name, has := names[id]; has {
			list = append(list, GroupName{ID: id, Name: name})
		}
	}
	slices.SortFunc(list, func(a, b GroupName) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func (a *App) propertiesOf(ctx context.Context, account AccountID, uid string) ([]Property, error) {
	all, err := a.PropertyStore.Properties(ctx, account)
	return slices.DeleteFunc(all, func(p Property) bool { return p.UID != uid }), err
}

// Choice is some contacts of a uid, with what a file says of them beside the rest.
type Choice struct {
	Columns []string
	// Of returns the cells of these columns for a contact; in is false for one that was not chosen.
	Of func(number int32) (cells []string, in bool)
}

// Everybody is the choice of all contacts.
func Everybody() Choice {
	return Choice{Of: func(int32) ([]string, bool) { return nil, true }}
}

// Export is a file of the chosen contacts of a uid.
type Export struct {
	Account   AccountID
	UID       string
	Choice    Choice
	By        Actor
	Delimiter byte
}

// ExportContacts writes contacts as CSV with the columns that an import takes, in parts that are good until write
// returns. The event log has it before the first. It fails with ErrDatabaseNotFound.
func (a *App) ExportContacts(ctx context.Context, e Export, write func(part []byte) error) error {
	groups, err := a.GroupStore.DatabaseGroups(ctx, e.Account, e.UID)
	if err != nil {
		return err
	}
	properties, err := a.propertiesOf(ctx, e.Account, e.UID)
	if err != nil {
		return err
	}
	cells := append(Columns(), LinkColumns()...)
	for _, p := range properties {
		cells = append(cells, sheet.Harmless(PropertyPrefix+p.Name))
	}
	cells = append(cells, e.Choice.Columns...)
	entry := NewEntry(e.Account, EntryCSVDownload, e.By, a.Now())
	epoch, err := a.ContactStore.RecordUID(ctx, entry, e.UID, e.Choice)
	if err != nil {
		return err
	}
	part := sheet.Begin(e.Delimiter, cells...)
	err = a.ContactStore.Cards(ctx, e.Account, e.UID, func(page []Card) error {
		for i := range page {
			page[i].LinkEpoch = epoch
			if more, in := e.Choice.Of(page[i].Number); in {
				cells := append(page[i].cells(e.UID, groups, properties, a.Links), more...)
				part = sheet.AppendRow(part, e.Delimiter, cells...)
			}
		}
		full := part
		part = part[:0]
		return write(full)
	})
	if err != nil || len(part) == 0 {
		return err
	}
	return write(part)
}

// ExportName is what the file of a uid is called.
func ExportName(uid string) string { return "contacts-" + uid + ".csv" }

// cells are those of a row of an import, and links.
func (c *Card) cells(uid string, groups map[GroupID]string, properties []Property, links Links) []string {
	created := ""
	if c.HasCreated {
		created = time.UnixMicro(c.CreatedAt).UTC().Format(time.RFC3339Nano)
	}
	names := ""
	for i, group := range groupNames(c.Groups, groups) {
		if i > 0 {
			names += "|"
		}
		names += group.Name
	}
	cells := []string{
		uid, sheet.Harmless(c.ExternalID), sheet.Harmless(c.Email), sheet.Harmless(c.GSM), created,
	}
	for _, flag := range slices.Concat(c.Consents[:], c.Blocked[:]) {
		cells = append(cells, strconv.FormatBool(flag))
	}
	urls := links.urls(c)
	cells = append(append(cells, sheet.Harmless(names)), urls[:]...)
	for _, p := range properties {
		cells = append(cells, sheet.Harmless(c.Properties[p.ID]))
	}
	return cells
}
