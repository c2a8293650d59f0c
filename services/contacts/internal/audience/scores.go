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
	// Date is the local day that it is for, at midnight UTC.
	Date     time.Time
	Revision int
	MadeAt   time.Time
	// Name is the scoring's, as the event log says it; empty where it is not known.
	Name string
}

// Entry returns what the event log says of writing the scores into properties, which nobody does.
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

// ScoreChunk are the cells of one chunk: a byte for each number, 0 to contact.MaxScore, why there is no score, or
// NoScore.
type ScoreChunk struct {
	Chunk uint32
	Cells []byte
}

// NoScore is the byte of a ScoreChunk for a number without a score.
const NoScore = 255

// Written is what one property receives: the scores of contacts or, of the channel web, of visitors.
type Written struct {
	Fill
	// Database is 0 when the uid is gone.
	Database contact.DatabaseID
	Chunks   []ScoreChunk
}

// Receipt says what came of one property.
type Receipt struct {
	UID      string
	Property contact.PropertyID
	// Name is empty when the property is gone.
	Name    string
	Written int32
	// Skipped are contacts with a score that did not get it, or visitors, by reason.
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
	// SkipUnknown is for a visitor who is no contact.
	SkipUnknown Skip = "UNKNOWN"
)

// Result is the revision of a calculation that stands.
type Result struct {
	Calculation
	// Databases are those that it judges.
	Databases []contact.Database
}

// ErrNoScores is for a revision in whose place another one stands, or none.
var ErrNoScores = errors.New("the calculation is gone or was made again")

// Scores is the service that calculates.
type Scores interface {
	// Result returns the result that stands of an account, scoring, channel and day; of a zero day it is the newest. It
	// fails with ErrReportNotFound.
	Result(ctx context.Context, of Calculation) (*Result, error)
	// ResultUpTo is Result of the newest day up to that of the calculation.
	ResultUpTo(ctx context.Context, of Calculation) (*Result, error)
	// Cells hands over the scores of some databases, by database and chunk. It fails with ErrNoScores.
	Cells(
		ctx context.Context, of Calculation, databases []contact.DatabaseID, visit func(contact.DatabaseID, ScoreChunk),
	) error
}

// ScoreStore keeps scores in properties.
type ScoreStore interface {
	// WriteScores puts scores in the place of those that the properties held, and announces it, all or nothing. What came
	// from a newer calculation stays, without a receipt. Members and blocked contacts are those of this moment.
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
			return nil // the event of the revision that stands is on its way, or has been here
		}
		if err != nil {
			return err
		}
	}
	// Locks are taken in one order.
	slices.SortFunc(properties, func(a, b Written) int { return cmp.Compare(a.Database, b.Database) })
	return a.ScoreStore.WriteScores(ctx, of, properties, a.Now())
}

// BlockedKind is the bitmap of contacts whom a channel's scores are not written to: of web, whose visitors are contacts
// by any address, that of e-mail.
func BlockedKind(channel fact.Channel) contact.BitKind {
	if channel == fact.Web {
		channel = fact.Mailing
	}
	return contact.BlockedBit(channel)
}

// Keep leaves in a chunk the scores of contacts who may have them and counts the others. Members and blocked are
// little-endian words; what lies past their end is 0.
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

// SkipUnknown counts visitors who are no contacts.
func (r *Receipt) SkipUnknown(unknown ScoreCounts) {
	for _, n := range unknown {
		if n > 0 {
			r.Skipped[SkipUnknown] += n
		}
	}
}

func hasBit(words []byte, i int) bool { return i>>3 < len(words) && words[i>>3]>>(i&7)&1 != 0 }

// knownVisitor is set in the cell of a visitor whom the calculation knew to be a contact.
const knownVisitor = 128

// ScoreCounts are how many have each score.
type ScoreCounts [contact.MaxScore + 1]int32

// OfContacts turns the scores of visitors into those of the contacts that they are: of several, the highest. Contacts
// are by visitor; unknown counts the visitors who are none.
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

// chunkShift brings a number to that of its chunk.
const chunkShift = 16
