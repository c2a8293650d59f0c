package audience

import (
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/spec"
)

// Search is a search for contacts that may be limited, and ordered, by the scores of a result.
type Search struct {
	contact.Search
	// Of names the result whose scores are shown, without a date the newest; without a scoring none are.
	Of Calculation
	// Bands are those that a score may be in; none means any.
	Bands []int
	// WithoutScore lets contacts in that have no score; without bands they come alone.
	WithoutScore bool
	Consent      Consent
	Sort         Sort
}

// Consent limits a search by the consent for the channel of the scores; empty does not.
type Consent string

// The limits.
const (
	ConsentGiven Consent = "given"
	ConsentNone  Consent = "none"
)

// Sort is the order of contacts, by uid and number where it is empty and where contacts are equal. Contacts without a
// value come last.
type Sort string

// The orders.
const (
	SortScore      Sort = "score"
	SortScoreDown  Sort = "-score"
	SortChange     Sort = "change"
	SortChangeDown Sort = "-change"
)

// sinceDays is how many days a result is older at least that changes of scores are counted from.
const sinceDays = 7

// ErrSearchScoring is for a condition or an order by scores without a scoring.
var ErrSearchScoring = fault.New(fault.Invalid, reason.RequestInvalid, "the conditions and the order need a scoring").
	With(fault.Field{Name: "scoringId", Class: fault.ValueNotAllowed, Message: "choose the scoring whose scores are meant"})

// check fails with ErrSearchScoring.
func (s Search) check() error {
	if !s.scored() && (len(s.Bands) > 0 || s.WithoutScore || s.Sort != "") {
		return ErrSearchScoring
	}
	return nil
}

func (s Search) scored() bool { return s.Of.Scoring != [16]byte{} }

// ConsentKind is the bitmap of the contacts that consent to the channel; of web, whose visitors are contacts by any
// address, that of e-mail.
func (s Search) ConsentKind() contact.BitKind {
	if s.Of.Channel == fact.SMS {
		return contact.ConsentBit(fact.SMS)
	}
	return contact.ConsentBit(fact.Mailing)
}

// Scored are the cells of the result that a search shows and of the one that changes are counted from.
type Scored struct {
	Result *Result
	// Since is nil where no result is old enough.
	Since *Result
	// Now and Then are by database.
	Now, Then map[contact.DatabaseID][]ScoreChunk
}

// Found is a page of contacts with their scores.
type Found struct {
	Contacts []FoundContact
	// Total is of all pages.
	Total int
	// Result and Since are nil where there is none.
	Result, Since *Result
}

// FoundContact is a contact, and where it stands in both results. The cells are NoScore where they do not speak of it.
type FoundContact struct {
	contact.FoundContact
	Now, Then byte
}

// Score returns the score of a cell; ok is false when it has none.
func Score(cell byte) (score int, ok bool) { return spec.CellScore(cell, false) }

// SearchStore finds contacts.
type SearchStore interface {
	// Search returns a page of the contacts that have an address that is sought or, when no contact has one, that have
	// one which begins with it, contact.Beginnings at most; of all without one. It fails with contact.ErrDatabaseNotFound
	// and contact.ErrGroupNotFound.
	Search(ctx context.Context, search Search, sought *contact.Sought, scored *Scored) (Found, error)
	// Numbers returns the numbers of all that a search finds in the uid of a group, into which they are to come or whose
	// members they may be. It fails as Search does.
	Numbers(
		ctx context.Context, search Search, sought *contact.Sought, scored *Scored, group contact.GroupID,
	) ([]int32, error)
}

// Search returns a page of contacts. It fails with ErrSearchScoring, ErrReportNotFound, ErrReportReplaced and the errors
// of the store.
func (a *App) Search(ctx context.Context, search Search) (Found, error) {
	scored, err := a.scored(ctx, &search)
	if err != nil {
		return Found{}, err
	}
	found, err := a.SearchStore.Search(ctx, search, search.Sought(), scored)
	found.Result, found.Since = scored.Result, scored.Since
	return found, err
}

// Numbers returns the numbers of all contacts of a group's uid that a search finds. It fails as Search does.
func (a *App) Numbers(ctx context.Context, search Search, group contact.GroupID) ([]int32, error) {
	search.UID = ""
	scored, err := a.scored(ctx, &search)
	if err != nil {
		return nil, err
	}
	return a.SearchStore.Numbers(ctx, search, search.Sought(), scored, group)
}

// scored asks for the scores that a search is about, and names their channel and date in it.
func (a *App) scored(ctx context.Context, search *Search) (*Scored, error) {
	scored := &Scored{}
	if err := search.check(); err != nil || !search.scored() {
		return scored, err
	}
	search.Of.Account = search.Account
	result, err := a.resultOf(ctx, search.Of, spec.Channels())
	if err != nil {
		return nil, err
	}
	search.Of = result.Calculation
	scored.Result = result
	if scored.Now, err = a.cellsByDatabase(ctx, result, search.UID); err != nil {
		return nil, err
	}
	before := result.Calculation
	before.Date = before.Date.AddDate(0, 0, -sinceDays)
	since, err := a.Scores.ResultUpTo(ctx, before)
	if errors.Is(err, ErrReportNotFound) {
		return scored, nil
	}
	if err != nil {
		return nil, err
	}
	scored.Since = since
	scored.Then, err = a.cellsByDatabase(ctx, since, search.UID)
	return scored, err
}

// cellsByDatabase returns the cells of a uid, or of all without one; none for one that the result does not judge.
func (a *App) cellsByDatabase(
	ctx context.Context, result *Result, uid string,
) (map[contact.DatabaseID][]ScoreChunk, error) {
	cells := map[contact.DatabaseID][]ScoreChunk{}
	var ids []contact.DatabaseID
	for _, d := range result.Databases {
		if uid == "" || uid == d.UID {
			ids = append(ids, d.ID)
		}
	}
	if len(ids) == 0 {
		return cells, nil
	}
	err := a.Scores.Cells(ctx, result.Calculation, ids, func(database contact.DatabaseID, chunk ScoreChunk) {
		cells[database] = append(cells[database], chunk)
	})
	if errors.Is(err, ErrNoScores) {
		err = ErrReportReplaced
	}
	return cells, err
}

// Candidates are contacts of one chunk among which a search looks, little-endian words, with their cells.
type Candidates struct {
	// Database is the place of the database among those that are searched.
	Database  int
	Chunk     uint32
	Members   []byte
	Now, Then []byte
}

// Place is where a contact is that a page shows.
type Place struct {
	Database  int
	Number    int32
	Now, Then byte
}

// each calls visit with every candidate that the conditions let in, by number.
func (s Search) each(c Candidates, visit func(i int, now, then byte)) {
	wanted := s.wanted()
	for at := 0; at < len(c.Members); at += 8 {
		for word := binary.LittleEndian.Uint64(c.Members[at:]); word != 0; word &= word - 1 {
			i := at*8 + bits.TrailingZeros64(word)
			if now := cellAt(c.Now, i); wanted[now] {
				visit(i, now, cellAt(c.Then, i))
			}
		}
	}
}

func cellAt(cells []byte, i int) byte {
	if i < len(cells) {
		return cells[i]
	}
	return NoScore
}

// wanted says of each cell whether a contact with it is let in.
func (s Search) wanted() (wanted [256]bool) {
	for cell := range wanted {
		score, scored := Score(byte(cell))
		switch {
		case len(s.Bands) == 0 && !s.WithoutScore:
			wanted[cell] = true
		case !scored:
			wanted[cell] = s.WithoutScore
		default:
			for _, band := range s.Bands {
				wanted[cell] = wanted[cell] || band == spec.BandOf(score)
			}
		}
	}
	return wanted
}

// ranks is how many a contact can have in an order: a change is -100 to 100, and none comes last.
const ranks = 2*contact.MaxScore + 2

// rank returns a contact's place in the order; the lowest comes first.
func (s Search) rank(now, then byte) int {
	score, scored := Score(now)
	before, compared := Score(then)
	switch {
	case s.Sort == "":
		return 0
	case !scored:
	case s.Sort == SortScore:
		return score
	case s.Sort == SortScoreDown:
		return contact.MaxScore - score
	case !compared:
	case s.Sort == SortChange:
		return contact.MaxScore + score - before
	default:
		return contact.MaxScore - score + before
	}
	return ranks - 1
}

// Page returns the places of the contacts of a page, in their order, and how many all pages have. It goes through all
// candidates twice: to count each rank, and to put what falls into the page where it belongs.
func (s Search) Page(candidates []Candidates) (page []Place, total int) {
	var next [ranks]int
	for _, c := range candidates {
		s.each(c, func(_ int, now, then byte) { next[s.rank(now, then)]++ })
	}
	for rank, count := range next {
		next[rank], total = total, total+count
	}
	page = make([]Place, min(s.Limit, max(total-s.First, 0)))
	for _, c := range candidates {
		s.each(c, func(i int, now, then byte) {
			rank := s.rank(now, then)
			if at := next[rank] - s.First; at >= 0 && at < len(page) {
				page[at] = Place{Database: c.Database, Number: int32(c.Chunk<<chunkShift) + int32(i), Now: now, Then: then}
			}
			next[rank]++
		})
	}
	return page, total
}

// Numbers returns those of all candidates that the conditions let in.
func (s Search) Numbers(candidates []Candidates) (numbers []int32) {
	for _, c := range candidates {
		s.each(c, func(i int, _, _ byte) { numbers = append(numbers, int32(c.Chunk<<chunkShift)+int32(i)) })
	}
	return numbers
}

// DateOf is the date of a result, YYYY-MM-DD; empty for none.
func DateOf(result *Result) string {
	if result == nil {
		return ""
	}
	return result.Date.Format(time.DateOnly)
}
