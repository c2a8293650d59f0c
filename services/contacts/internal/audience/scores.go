package audience

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// Calculation names one revision of a calculation's result.
type Calculation struct {
	Account contact.AccountID
	Scoring uuid.UUID
	Channel fact.Channel
	// Date is the local day of the calculation, at midnight UTC.
	Date     time.Time
	Revision int
	MadeAt   time.Time
	// Name is the scoring's name for the event log; empty when unknown.
	Name string
}

// Entry returns the entry of the event log for writing the scores into properties. It has no user.
func (c Calculation) Entry(at time.Time) contact.Entry {
	of := fmt.Sprintf("%d %s %d %d", c.Channel, c.Date.Format(time.DateOnly), c.Revision, c.MadeAt.UnixNano())
	return contact.Entry{
		ID: uuid.NewSHA1(c.Scoring, []byte(of)), Account: c.Account, At: at, Kind: contact.EntryPropertyExport,
		Actor: contact.Actor{From: c.Name},
	}
}

// Fill is a property that receives the scores of a calculation.
type Fill struct {
	UID      string
	Property contact.PropertyID
	// Scored is how many contacts, or visitors, of the uid have a score.
	Scored int32
}

// ScoreChunk is the cells of one chunk. The byte of a number is its score from 0 to contact.MaxScore, the reason why it
// has no score, or NoScore.
type ScoreChunk struct {
	Chunk uint32
	Cells []byte
}

// NoScore is the byte of a ScoreChunk for a number without a score.
const NoScore = 255

// Written is the scores for one property: of contacts or, for the channel web, of visitors.
type Written struct {
	Fill
	// Database is 0 when the uid is gone.
	Database contact.DatabaseID
	Chunks   []ScoreChunk
}

// Receipt counts the written and the skipped scores of one property.
type Receipt struct {
	UID      string
	Property contact.PropertyID
	// Name is empty when the property is gone.
	Name    string
	Written int32
	// Skipped counts the contacts, or visitors, whose score was not written, by reason.
	Skipped map[Skip]int32
}

// Skip is why a score was not written.
type Skip string

// The reasons.
const (
	SkipBlocked Skip = "BLOCKED"
	SkipErased  Skip = "ERASED"
	// SkipGone is for a property, or its uid, that is gone or no longer holds numbers.
	SkipGone Skip = "PROPERTY_GONE"
	// SkipUnknown is for a visitor that is not known to be a contact.
	SkipUnknown Skip = "UNKNOWN"
)

// Result is the current revision of a calculation.
type Result struct {
	Calculation
	// Databases are those whose contacts or visitors it scores.
	Databases []contact.Database
}

// ErrNoScores is for a revision that was replaced or removed.
var ErrNoScores = errors.New("the calculation is gone or was made again")

// Scores is the service that calculates scores.
type Scores interface {
	// Result returns the current result of an account, scoring, channel and day; the newest one for a zero day. It fails
	// with ErrReportNotFound.
	Result(ctx context.Context, of Calculation) (*Result, error)
	// ResultUpTo returns the result of the newest day up to that of the calculation.
	ResultUpTo(ctx context.Context, of Calculation) (*Result, error)
	// Cells calls visit with the scores of some databases, by database and chunk. It fails with ErrNoScores.
	Cells(
		ctx context.Context, of Calculation, databases []contact.DatabaseID, visit func(contact.DatabaseID, ScoreChunk),
	) error
}

// ScoreStore stores scores in properties.
type ScoreStore interface {
	// WriteScores replaces the scores of properties and puts an event into the outbox, all or nothing. A property with the
	// scores of a newer calculation keeps them and gets no receipt. Members and blocked contacts are the current ones.
	WriteScores(ctx context.Context, of Calculation, properties []Written, now time.Time) error
}

// WriteScores copies the scores of a calculation into the properties that receive them. It may be repeated.
func (a *App) WriteScores(ctx context.Context, of Calculation, fills []Fill) error {
	if len(fills) == 0 {
		return nil
	}
	databases, err := a.Catalogue.Databases(ctx, of.Account)
	if err != nil {
		return err
	}
	properties := make([]Written, len(fills))
	at := map[contact.DatabaseID]int{}
	var ids []contact.DatabaseID
	for i, fill := range fills {
		properties[i].Fill = fill
		if d := slices.IndexFunc(databases, func(d contact.Database) bool { return d.UID == fill.UID }); d >= 0 {
			properties[i].Database = databases[d].ID
			ids, at[databases[d].ID] = append(ids, databases[d].ID), i
		}
	}
	if len(ids) > 0 {
		err := a.Scores.Cells(ctx, of, ids, func(database contact.DatabaseID, chunk ScoreChunk) {
			p := &properties[at[database]]
			p.Chunks = append(p.Chunks, chunk)
		})
		if errors.Is(err, ErrNoScores) {
			a.Log.InfoContext(ctx, "scores are not written", "account", of.Account, "scoring", of.Scoring, "error", err)
			return nil // the event of the current revision follows, or has already been handled
		}
		if err != nil {
			return err
		}
	}
	// Databases are locked in order of their ids, which avoids deadlocks.
	slices.SortFunc(properties, func(a, b Written) int { return cmp.Compare(a.Database, b.Database) })
	return a.ScoreStore.WriteScores(ctx, of, properties, a.Now())
}

// BlockedKind is the bitmap of contacts that receive no scores of a channel. Web has that of e-mail, since its visitors
// are contacts by any address.
func BlockedKind(channel fact.Channel) contact.BitKind {
	if channel == fact.Web {
		channel = fact.Mailing
	}
	return contact.BlockedBit(channel)
}

// Keep removes the scores of erased and blocked contacts from a chunk and counts all. Members and blocked are
// little-endian words; bits past their end are 0.
func (r *Receipt) Keep(chunk ScoreChunk, members, blocked []byte) {
	for i, cell := range chunk.Cells {
		switch {
		case cell > contact.MaxScore:
			chunk.Cells[i] = NoScore
		case !hasBit(members, i):
			chunk.Cells[i] = NoScore
			r.Skipped[SkipErased]++
		case hasBit(blocked, i):
			chunk.Cells[i] = NoScore
			r.Skipped[SkipBlocked]++
		default:
			r.Written++
		}
	}
}

// SkipUnknown counts visitors that are not known to be contacts.
func (r *Receipt) SkipUnknown(unknown ScoreCounts) {
	for _, n := range unknown {
		if n > 0 {
			r.Skipped[SkipUnknown] += n
		}
	}
}

func hasBit(words []byte, i int) bool { return i>>3 < len(words) && words[i>>3]>>(i&7)&1 != 0 }

// knownVisitor is set in the cell of a visitor that was a known contact when it was scored.
const knownVisitor = 128

// ScoreCounts is the number of visitors with each score.
type ScoreCounts [contact.MaxScore + 1]int32

// OfContacts turns the scores of visitors into those of their contacts. Of several visitors of one contact the highest
// score counts. Contacts are by visitor; unknown counts the visitors without a contact.
func OfContacts(visitors []ScoreChunk, contacts map[uint32]uint32) (list []ScoreChunk, unknown ScoreCounts) {
	chunks := map[uint32][]byte{}
	for _, chunk := range visitors {
		for i, cell := range chunk.Cells {
			score := cell &^ knownVisitor
			if score > contact.MaxScore {
				continue
			}
			number, known := contacts[chunk.Chunk<<chunkShift|uint32(i)]
			if !known {
				unknown[score]++
				continue
			}
			cells := chunks[number>>chunkShift]
			for len(cells) <= int(number&(1<<chunkShift-1)) {
				cells = append(cells, NoScore)
			}
			chunks[number>>chunkShift] = cells
			best := &cells[number&(1<<chunkShift-1)]
			if *best == NoScore || score > *best {
				*best = score
			}
		}
	}
	for chunk, cells := range chunks {
		list = append(list, ScoreChunk{Chunk: chunk, Cells: cells})
	}
	slices.SortFunc(list, func(a, b ScoreChunk) int { return cmp.Compare(a.Chunk, b.Chunk) })
	return list, unknown
}

// chunkShift shifts a number to that of its chunk.
const chunkShift = 16
