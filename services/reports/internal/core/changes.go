package core

import (
	"context"
	"fmt"
	"time"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Place is the position of a recipient.
type Place struct {
	Database DatabaseID
	Number   uint32
}

// ChangesOf selects changes between two results of a scoring's channel.
type ChangesOf struct {
	// From is nil to return every recipient of the later result.
	From *Revision
	To   Revision
	// Databases limits the databases; empty means all.
	Databases []DatabaseID
	// Minimum is 0 for a change of the band, else the least difference of scores. Gaining or losing a score, another
	// reason, and a visitor that became known or unknown always count.
	Minimum int
	// First is the first place to return; the zero value is the beginning.
	First Place
	Limit int
}

// Change is the state of one recipient in two results.
type Change struct {
	Place
	UID           UID
	Before, After Cell
}

// ChangesAsk is a request for changes.
type ChangesAsk struct {
	Ask
	// Days are those of the two results: a zero start compares with nothing, a zero end means the newest.
	Days           Days
	Minimum, Limit int
	// After is the end of the previous page; nil for the first page.
	After *ChangesPage
}

// ChangesPage identifies the end of a page: the revisions that all pages compare, and the first place of the next page.
type ChangesPage struct {
	Channel Channel
	// FromDate is zero, and FromRevision 0, if the changes are from nothing.
	FromDate, ToDate         time.Time
	FromRevision, ToRevision int
	Next                     Place
}

// Valid reports whether it can be the end of a page.
func (p ChangesPage) Valid() bool {
	return p.Channel.Valid() && !p.ToDate.IsZero() && p.ToRevision > 0 &&
		p.FromDate.IsZero() == (p.FromRevision == 0) && p.Next.Database >= 0
}

// of reports whether the page belongs to these revisions.
func (p ChangesPage) of(from, to *Result) bool {
	return to.Revision == p.ToRevision && (from == nil || from.Revision == p.FromRevision)
}

// Changes is a page of changes.
type Changes struct {
	// From is zero if the changes are from nothing.
	From, To time.Time
	Items    []Change
	// Next is nil after the last page.
	Next *ChangesPage
}

// usualChanges is the default page size of changes.
const usualChanges = 1000

// ErrPage is for a token that identifies no page of changes.
var ErrPage = fault.New(fault.Invalid, reason.RequestInvalid, "there is no such page").With(fault.Field{
	Name: "pageToken", Class: fault.ValueNotAllowed, Message: "the token of the page before, and the same request, are needed",
})

// Changes returns a page of the recipients whose standing differs in a later result. All pages compare the same two
// revisions: if either result is calculated again between pages, it returns ErrReplaced.
func (a *App) Changes(ctx context.Context, account AccountID, ask ChangesAsk) (*Changes, error) {
	if _, err := a.scoring(ctx, &ask.Key); err != nil {
		return nil, err
	}
	if ask.Limit == 0 {
		ask.Limit = usualChanges
	}
	if p := ask.After; p != nil {
		ask.Key.Channel, ask.Days = p.Channel, Days{Start: p.FromDate, End: p.ToDate}
	}
	var changes *Changes
	err := a.upToDate(ctx, account, func() ([]Key, error) {
		from, to, err := a.changesBetween(ctx, account, ask)
		if err != nil {
			return nil, err
		}
		if changes, err = a.changes(ctx, account, ask, from, to); ask.After != nil {
			return nil, err // later pages cannot restart
		}
		if from != nil {
			return []Key{from.Key, to.Key}, err
		}
		return []Key{to.Key}, err
	})
	return changes, err
}

// EachChanges calls visit with all pages of changes.
func (a *App) EachChanges(
	ctx context.Context, account AccountID, ask ChangesAsk, visit func(page *Changes) error,
) error {
	for {
		page, err := a.Changes(ctx, account, ask)
		if err != nil {
			return err
		}
		if err := visit(page); err != nil || page.Next == nil {
			return err
		}
		ask.After = page.Next
	}
}

// changesBetween returns the two results to compare; from is nil if the changes are from nothing.
func (a *App) changesBetween(ctx context.Context, account AccountID, ask ChangesAsk) (from, to *Result, err error) {
	if !ask.Days.Start.IsZero() {
		from, to, err = a.pair(ctx, account, ask.Key, ask.Days)
	} else {
		ask.Key.Date = ask.Days.End
		to, err = a.result(ctx, account, ask.Key, "to")
	}
	if err == nil && ask.After != nil && !ask.After.of(from, to) {
		err = ErrReplaced
	}
	return from, to, err
}

func (a *App) changes(ctx context.Context, account AccountID, ask ChangesAsk, from, to *Result) (*Changes, error) {
	first := from
	if first == nil {
		first = to
	}
	databases, err := eitherHas(first, to, ask.UIDs)
	if err != nil {
		return nil, err
	}
	of := ChangesOf{To: to.revision(), Databases: databases, Minimum: ask.Minimum, Limit: ask.Limit}
	page := &Changes{To: to.Date}
	next := ChangesPage{Channel: to.Channel, ToDate: to.Date, ToRevision: to.Revision}
	if from != nil {
		revision := from.revision()
		of.From, page.From = &revision, from.Date
		next.FromDate, next.FromRevision = from.Date, from.Revision
	}
	if ask.After != nil {
		of.First = ask.After.Next
	}
	var more bool
	if page.Items, more, err = a.engine.Changes(ctx, account, of); err != nil {
		return nil, err
	}
	uids := map[DatabaseID]UID{}
	for _, r := range []*Result{first, to} {
		for _, part := range r.Parts {
			uids[part.DatabaseID] = part.UID
		}
	}
	for i := range page.Items {
		item := &page.Items[i]
		uid, known := uids[item.Database]
		if !known {
			return nil, fmt.Errorf("changes of database %d, which neither result has", item.Database)
		}
		item.UID, next.Next = uid, item.Place
	}
	if more {
		next.Next.Number++
		page.Next = &next
	}
	return page, nil
}
