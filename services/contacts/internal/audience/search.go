package audience

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/spec"
)

// Search is a search for contacts, optionally limited and ordered by the scores of a result.
type Search struct {
	contact.Search
	// Of names the result whose scores are shown: the newest without a date, none without a scoring.
	Of Calculation
	// Bands are the bands that a score may be in; none means any.
	Bands []int
	// WithoutScore includes contacts without a score; with no bands it selects only those.
	WithoutScore bool
	Consent      Consent
	Sort         Sort
	// ActiveSince limits the search to contacts that were active on the channel on the day or later; the zero time does
	// not.
	ActiveSince time.Time
	// WithActivity asks for the last action of each contact of the page.
	WithActivity bool
	// WithGroups asks for their groups.
	WithGroups bool
}

// Consent limits a search by the consent for the channel of the scores; an empty one does not.
type Consent string

// The limits.
const (
	ConsentGiven Consent = "given"
	ConsentNone  Consent = "none"
)

// Sort is the order of contacts. An empty order, and equal contacts, are by uid and number. Contacts without a value
// come last.
type Sort string

// The orders.
const (
	SortScore      Sort = "score"
	SortScoreDown  Sort = "-score"
	SortChange     Sort = "change"
	SortChangeDown Sort = "-change"
)

// sinceDays is how many days older at least the result is with which scores are compared.
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

// channel is the channel of the scores, or the one named without a scoring; e-mail by default.
func (s Search) channel() fact.Channel { return cmp.Or(s.Of.Channel, fact.Mailing) }

// ConsentKind is the bitmap of the contacts that consent to the channel. Web has that of e-mail, since its visitors are
// contacts by any address.
func (s Search) ConsentKind() contact.BitKind {
	if s.Of.Channel.Index() < 0 {
		return contact.ConsentBit(fact.Mailing)
	}
	return contact.ConsentBit(s.Of.Channel)
}

// Scored has the cells of the result that a search shows and of the one that changes are counted from.
type Scored struct {
	Result *Result
	// Since is nil when no result is old enough.
	Since *Result
	// Now and Then are by database.
	Now, Then map[contact.DatabaseID][]ScoreChunk
	// Active is nil unless the search is limited to active contacts.
	Active *Activity
}

// Found is a page of contacts with their scores.
type Found struct {
	Contacts []FoundContact
	// Total is the number of contacts on all pages.
	Total int
	// Result and Since are nil when there is none.
	Result, Since *Result
	// Activity is nil unless the search asked for it.
	Activity *Activity
}

// FoundContact is a contact with its cells in both results, NoScore in a result that does not score it.
type FoundContact struct {
	contact.FoundContact
	Database  contact.DatabaseID
	Now, Then byte
	// Groups are the sorted names of its groups; nil unless the search asked for them.
	Groups []string
}

// Score returns the score of a cell; ok is false when it has none.
func Score(cell byte) (score int, ok bool) { return spec.CellScore(cell, false) }

// SearchStore finds contacts.
type SearchStore interface {
	// Search returns a page of the contacts with the sought address. When no contact has it, it searches at most
	// contact.Beginnings contacts whose address begins with it; without a sought address it searches all. It fails with
	// contact.ErrDatabaseNotFound and contact.ErrGroupNotFound.
	Search(ctx context.Context, search Search, sought *contact.Sought, scored *Scored) (Found, error)
	// Candidates returns all contacts among which a search looks, only those of a group's uid unless within is 0. It fails
	// as Search does.
	Candidates(
		ctx context.Context, search Search, sought *contact.Sought, scored *Scored, within contact.GroupID,
	) ([]Candidates, error)
}

// Search returns a page of contacts. It fails with ErrSearchScoring, ErrReportNotFound, ErrReportReplaced and the
// errors of the store.
func (a *App) Search(ctx context.Context, search Search) (Found, error) {
	scored, err := a.scored(ctx, &search)
	if err != nil {
		return Found{}, err
	}
	if err := a.compare(ctx, search, scored); err != nil {
		return Found{}, err
	}
	found, err := a.SearchStore.Search(ctx, search, search.Sought(), scored)
	if err != nil {
		return Found{}, err
	}
	found.Result, found.Since, found.Activity = scored.Result, scored.Since, scored.Active
	if search.WithActivity && found.Activity == nil {
		found.Activity, err = a.activityOf(ctx, search, found.Contacts)
	}
	return found, err
}

// Numbers returns the numbers of all contacts of a group's uid that a search finds. It fails as Search does.
func (a *App) Numbers(ctx context.Context, search Search, group contact.GroupID) (numbers []int32, err error) {
	candidates, err := a.candidates(ctx, &search, group)
	for _, c := range candidates {
		search.each(c, func(i int, _, _ byte) { numbers = append(numbers, int32(c.Chunk<<chunkShift)+int32(i)) })
	}
	return numbers, err
}

// Choice returns the contacts of a uid that a search finds, with their scores as columns of a file when the search
// names a scoring. It fails as Search does.
func (a *App) Choice(ctx context.Context, search Search) (choice contact.Choice, err error) {
	candidates, err := a.candidates(ctx, &search, 0)
	if err != nil {
		return choice, err
	}
	type chosen struct{ members, now []byte }
	chunks := map[uint32]chosen{}
	for _, c := range candidates {
		members := make([]byte, len(c.Members))
		search.each(c, func(i int, _, _ byte) { members[i>>3] |= 1 << (i & 7) })
		chunks[c.Chunk] = chosen{members, c.Now}
	}
	if search.scored() {
		choice.Columns = contact.ScoreColumns()
	}
	choice.Of = func(number int32) (cells []string, in bool) {
		chunk, place := chunks[uint32(number)>>chunkShift], int(number&(1<<chunkShift-1))
		if !hasBit(chunk.members, place) || !search.scored() {
			return nil, hasBit(chunk.members, place)
		}
		cell := cellAt(chunk.now, place)
		if score, scored := Score(cell); scored {
			return []string{strconv.Itoa(score), ""}, true
		}
		return []string{"", search.Of.Channel.Reason(cell)}, true
	}
	return choice, nil
}

func (a *App) candidates(ctx context.Context, search *Search, within contact.GroupID) ([]Candidates, error) {
	scored, err := a.scored(ctx, search)
	if err != nil {
		return nil, err
	}
	return a.SearchStore.Candidates(ctx, *search, search.Sought(), scored, within)
}

// scored fetches the scores and the activity that a search needs, and sets the channel and date of the scores in it.
func (a *App) scored(ctx context.Context, search *Search) (*Scored, error) {
	if err := search.check(); err != nil {
		return nil, err
	}
	scored := &Scored{}
	if search.scored() {
		if err := a.readScores(ctx, search, scored); err != nil {
			return nil, err
		}
	}
	if search.ActiveSince.IsZero() {
		return scored, nil
	}
	var err error
	scored.Active, err = a.activeSince(ctx, *search)
	return scored, err
}

func (a *App) readScores(ctx context.Context, search *Search, scored *Scored) error {
	search.Of.Account = search.Account
	result, err := a.resultOf(ctx, search.Of, spec.Channels())
	if err != nil {
		return err
	}
	search.Of = result.Calculation
	scored.Result = result
	scored.Now, err = a.cellsOfUID(ctx, result, search.UID)
	return err
}

// compare fetches the scores that changes are counted from; only a page shows changes.
func (a *App) compare(ctx context.Context, search Search, scored *Scored) error {
	if scored.Result == nil {
		return nil
	}
	before := scored.Result.Calculation
	before.Date = before.Date.AddDate(0, 0, -sinceDays)
	since, err := a.Scores.ResultUpTo(ctx, before)
	if errors.Is(err, ErrReportNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	scored.Since = since
	scored.Then, err = a.cellsOfUID(ctx, since, search.UID)
	return err
}

// cellsOfUID returns the cells of a uid, of all for an empty one. A uid that the result does not score has none.
func (a *App) cellsOfUID(
	ctx context.Context, result *Result, uid string,
) (map[contact.DatabaseID][]ScoreChunk, error) {
	databases := slices.DeleteFunc(slices.Clone(result.Databases), func(d contact.Database) bool {
		return uid != "" && uid != d.UID
	})
	return a.cellsOfAll(ctx, result, databases)
}

// DateOf is the date of a result, YYYY-MM-DD; empty for nil.
func DateOf(result *Result) string {
	if result == nil {
		return ""
	}
	return result.Date.Format(time.DateOnly)
}
