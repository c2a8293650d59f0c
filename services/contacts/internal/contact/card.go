package contact

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"puls.app/services/kit/sheet"
)

// Card is a contact with its groups. It has the values of all properties; a property that a scoring fills has only
// scores.
type Card struct {
	Contact
	Database DatabaseID
	// Groups are sorted by name.
	Groups []GroupName
	// LinkEpoch is the epoch of the account's links. A page of cards has none.
	LinkEpoch int32
}

// FullCard is all data of one contact. Its values are in Values instead of Properties.
type FullCard struct {
	Card
	// Values are those of the properties that have one, sorted by name.
	Values []Value
	// ConsentChanges are newest first.
	ConsentChanges []ConsentChange
	// Twins are the twins with the contact as Number or as Of.
	Twins []Twin
	// Visitors are those known to be the contact, the first ShownVisitors by number.
	Visitors []Visitor
	// Links are the one-click links of the channels; empty without an address of the channel. Only App.Card sets them.
	Links ByChannel[string]
}

// Visitor is a visitor of a website of the uid.
type Visitor struct {
	Number int32
	ID     string
}

// ShownVisitors is the maximum number of visitors of a card.
const ShownVisitors = 100

// Store stores contacts. Every method is limited to one account.
type Store interface {
	// ChangeContact locks the database, changes the contact by the result of Decide, and adds the entry if there is one,
	// all or nothing. It returns the contact's number. It fails with ErrDatabaseNotFound, ErrNotFound and the errors of
	// Decide.
	ChangeContact(ctx context.Context, act ByHand) (int32, error)
	// RecordUID adds an entry about the chosen contacts of a uid, whose links the actor receives, and returns the epoch of
	// the links. It fails with ErrDatabaseNotFound.
	RecordUID(ctx context.Context, e Entry, uid string, choice Choice) (epoch int32, err error)
	// Card returns one contact of the account. It fails with ErrDatabaseNotFound and ErrNotFound.
	Card(ctx context.Context, account AccountID, uid string, number int32) (*FullCard, error)
	// Cards calls visit with all contacts of a uid, by number, page by page: no transaction waits for a slow reader. It
	// fails with ErrDatabaseNotFound.
	Cards(ctx context.Context, account AccountID, uid string, visit func(page []Card) error) error
}

// GroupName is the name of a group.
type GroupName struct {
	ID   GroupID
	Name string
}

// Value is a contact's value of a property. Generated is the day of a score, and zero for other values.
type Value struct {
	Property
	Text      string
	Generated time.Time
}

// Card returns all data of one contact. It fails with ErrNotFound.
func (a *App) Card(ctx context.Context, account AccountID, uid string, number int32) (*FullCard, error) {
	card, err := a.ContactStore.Card(ctx, account, uid, number)
	if errors.Is(err, ErrDatabaseNotFound) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	card.Links = a.Links.urls(&card.Card)
	return card, nil
}

func (a *App) propertiesOf(ctx context.Context, account AccountID, uid string) ([]Property, error) {
	all, err := a.PropertyStore.Properties(ctx, account)
	return slices.DeleteFunc(all, func(p Property) bool { return p.UID != uid }), err
}

// Choice selects contacts of a uid, and adds columns to their file.
type Choice struct {
	Columns []string
	// Of returns the cells of these columns for a contact; in is false for a contact that is not chosen.
	Of func(number int32) (cells []string, in bool)
}

// AllContacts is the choice of all contacts.
func AllContacts() Choice {
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

// ExportContacts writes contacts as CSV with the columns of an import, in parts that are valid until write returns. It
// adds the entry to the event log before the first part. It fails with ErrDatabaseNotFound.
func (a *App) ExportContacts(ctx context.Context, e Export, write func(part []byte) error) error {
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
				cells := append(page[i].cells(e.UID, properties, a.Links), more...)
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

// ExportName is the name of a uid's file.
func ExportName(uid string) string { return "contacts-" + uid + ".csv" }

// cells returns the cells of a row of an import, and links.
func (c *Card) cells(uid string, properties []Property, links Links) []string {
	created := ""
	if c.HasCreated {
		created = time.UnixMicro(c.CreatedAt).UTC().Format(time.RFC3339Nano)
	}
	names := ""
	for i, group := range c.Groups {
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
