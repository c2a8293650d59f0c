package core

import (
	"context"
	"fmt"
	"time"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Place is a recipient's.
type Place struct {
	Database DatabaseID
	Number   uint32
}

// ChangesOf says which changes between two results of a scoring's channel are wanted.
type ChangesOf struct {
	// From is nil for everybody in the later result.
	From *Revision
	To   Revision
	// Databases are those that are wanted; none are all.
	Databases []DatabaseID
	// Minimum is 0 for another band, else by how much scores differ at least. Gaining or losing a score, another reason,
	// and a visitor that became known or unknown always count.
	Minimum int
	// First is the first place that is wanted; its zero value is the beginning.
	First Place
	Limit int
}

// Change is what two results say of one recipient.
type Change struct {
	Place
	UID           UID
	Before, After Cell
}

// ChangesAsk is what somebody wants to know of changes.
type ChangesAsk struct {
	Ask
	// Days are those of the results: without a start from nothing, without an end to the newest.
	Days           Days
	Minimum, Limit int
	// After is where the page before ended; nil for the first.
	After *ChangesPage
}

// ChangesPage names the end of a page: the revisions that all pages are of, and the first place of the next.
type ChangesPage struct {
	Channel Channel
	// The first date is zero from nothing, and its revision 0.
	FromDate, ToDate         time.Time
	FromRevision, ToRevision int
	Next                     Place
}

// Valid reports whether it can be the end of a page.
func (p ChangesPage) Valid() bool {
	return p.Channel.Valid() && !p.ToDate.IsZero() && p.ToRevision > 0 &&
		p.FromDate.IsZero() == (p.FromRevision == 0) && p.Next.Database >= 0
}

// of reports whether the page is of these revisions.
func (p ChangesPage) of(from, to *Result) bool {
	return to.Revision == p.ToRevision && (from == nil || from.Revision == p.FromRevision)
}

// Changes are a page.
type Changes struct {
	// From is zero from nothing.
	From, To time.Time
	Items    []Change
	// Next is nil after the last page.
	Next *ChangesPage
}

// usualChanges is how many changes a page has when nobody says.
const usualChanges = 1000

// ErrPage is for what does not name a page of changes.
var ErrPage = fault.New(fault.Invalid, reason.RequestInvalid, "there is no such page").With(fault.Field{
	Name: "pageToken", Class: fault.ValueNotAllowed, Message: "the token of the page before, and the same request, are needed",
})

// Changes returns a page of those that stand elsewhere in a later result. All pages are of the same two revisions: when
// either result is calculated again in between, it returns ErrReplaced.
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
			return nil, err // later pages cannot begin again
		}
		if from != nil {
			return []Key{from.Key, to.Key}, err
		}
		return []Key{to.Key}, err
	})
	return changes, err
}

// changesBetween returns the two results that changes lie between; from is nil from nothing.
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
