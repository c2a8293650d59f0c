package audience

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// shownDays is how many days back a list shows the last actions of contacts.
const shownDays = 91

// DatabaseChunks are chunks of a database; no Chunks means all of them.
type DatabaseChunks struct {
	Database contact.DatabaseID
	Chunks   []uint32
}

// Activity is the last action of each contact, or visitor, on a channel since a day.
type Activity struct {
	Channel fact.Channel
	Since   time.Time
	// Cells are by database and chunk. A number has two bytes, little-endian: 0 for no action, else 1 + 8 × days since
	// Since + the kind. A kind is the index of its name among those of the channel.
	Cells map[contact.DatabaseID]map[uint32][]byte
}

// messageKinds are the names of kinds by index; the first two, sent and delivered, are no actions of a contact. The
// kinds of web are its weights.
var messageKinds = []string{2: "opened", 3: "clicked"}

// Of returns the day and the kind of a contact's last action; ok is false when it has none.
func (a *Activity) Of(database contact.DatabaseID, number int32) (day time.Time, kind string, ok bool) {
	cell := activeAt(a.Cells[database][uint32(number)>>chunkShift], int(number&(1<<chunkShift-1)))
	kinds := messageKinds
	if a.Channel == fact.Web {
		kinds = a.Channel.Weights()
	}
	if cell == 0 || int(cell-1)&7 >= len(kinds) {
		return day, "", false
	}
	return a.Since.AddDate(0, 0, int(cell-1)>>3), kinds[(cell-1)&7], true
}

func activeAt(cells []byte, i int) uint16 {
	if 2*i+1 >= len(cells) {
		return 0
	}
	return binary.LittleEndian.Uint16(cells[2*i:])
}

// Activities is the service that stores the actions of contacts.
type Activities interface {
	// Activity calls visit with the last actions since a day of the contacts of chunks, of visitors for web, encoded as
	// the cells of Activity.
	Activity(
		ctx context.Context, channel fact.Channel, of []DatabaseChunks, since time.Time,
		visit func(database contact.DatabaseID, chunk uint32, cells []byte),
	) error
}

// activeSince returns the activity, since the day of a search, of the contacts of all databases that it looks at.
func (a *App) activeSince(ctx context.Context, search Search) (*Activity, error) {
	databases, err := a.Catalogue.Databases(ctx, search.Account)
	if err != nil {
		return nil, err
	}
	var of []DatabaseChunks
	for _, d := range databases {
		if search.UID == "" || search.UID == d.UID {
			of = append(of, DatabaseChunks{Database: d.ID})
		}
	}
	return a.activity(ctx, search, of, search.ActiveSince)
}

// activityOf returns the activity of some contacts within the days that a list shows.
func (a *App) activityOf(ctx context.Context, search Search, contacts []FoundContact) (*Activity, error) {
	var of []DatabaseChunks
	for _, c := range contacts {
		at := slices.IndexFunc(of, func(d DatabaseChunks) bool { return d.Database == c.Database })
		if at < 0 {
			at, of = len(of), append(of, DatabaseChunks{Database: c.Database})
		}
		// Visitors have numbers of their own: the chunk of a contact says nothing about those of its visitors.
		if chunk := uint32(c.Number) >> chunkShift; search.channel() != fact.Web && !slices.Contains(of[at].Chunks, chunk) {
			of[at].Chunks = append(of[at].Chunks, chunk)
		}
	}
	return a.activity(ctx, search, of, a.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -shownDays))
}

func (a *App) activity(
	ctx context.Context, search Search, of []DatabaseChunks, since time.Time,
) (*Activity, error) {
	activity := &Activity{
		Channel: search.channel(), Since: since, Cells: map[contact.DatabaseID]map[uint32][]byte{},
	}
	if len(of) == 0 {
		return activity, nil
	}
	err := a.Activities.Activity(ctx, activity.Channel, of, since, func(
		database contact.DatabaseID, chunk uint32, cells []byte,
	) {
		if activity.Cells[database] == nil {
			activity.Cells[database] = map[uint32][]byte{}
		}
		activity.Cells[database][chunk] = cells
	})
	if err != nil || activity.Channel != fact.Web {
		return activity, err
	}
	for database, visitors := range activity.Cells {
		contacts, err := a.AudienceStore.ContactsOfVisitors(ctx, search.Account, database)
		if err != nil {
			return nil, err
		}
		activity.Cells[database] = activityOfContacts(visitors, contacts)
	}
	return activity, nil
}

// activityOfContacts turns the activity of visitors into that of their contacts. Of several visitors of one contact the
// last action counts.
func activityOfContacts(visitors map[uint32][]byte, contacts map[uint32]uint32) map[uint32][]byte {
	chunks := map[uint32][]byte{}
	for visitor, number := range contacts {
		cell := activeAt(visitors[visitor>>chunkShift], int(visitor&(1<<chunkShift-1)))
		if cell == 0 {
			continue
		}
		cells := chunks[number>>chunkShift]
		if cells == nil {
			cells = make([]byte, 2<<chunkShift)
			chunks[number>>chunkShift] = cells
		}
		if at := int(number & (1<<chunkShift - 1)); activeAt(cells, at) < cell {
			binary.LittleEndian.PutUint16(cells[2*at:], cell)
		}
	}
	return chunks
}
