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
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Target selects the contacts that an export adds to a group: those with a score from Min to Max or, when Reason is
// set, those excluded for it.
type Target struct {
	Min, Max int
	Reason   string
	// Group belongs to one uid, and only contacts of that uid join it. It is 0 with NewName: then each uid in which the
	// target finds contacts gets a new group of that name. Targets of one NewName share it.
	Group   contact.GroupID
	NewName string
}

// GroupOrder is a request to export contacts to groups.
type GroupOrder struct {
	// Of may lack channel and date; they default to the first of Channels with results of the scoring, and the newest
	// date.
	Of       Calculation
	Channels []fact.Channel
	// UIDs limits the export to some uids of the result; none means all.
	UIDs    []string
	Targets []Target
	// Visitors limits a result of web.
	Visitors Visitors
	Actor    contact.Actor
}

// Visitors are some of a result's visitors: the known or the unknown ones; empty for all.
type Visitors string

// ErrVisitors is for a choice of visitors on a channel of contacts.
var ErrVisitors = fault.New(fault.Invalid, reason.RequestInvalid, "the channel has no visitors").With(fault.Field{
	Name: "userFilter", Class: fault.ValueNotAllowed, Message: "only web has known and unknown visitors",
})

// leave clears the cells of all other visitors.
func (v Visitors) leave(parts []DatabaseCells) {
	for _, part := range parts {
		for _, chunk := range part.Chunks {
			for i, cell := range chunk.Cells {
				if known := cell&knownVisitor != 0; v != "" && known != (v == "known") {
					chunk.Cells[i] = NoScore
				}
			}
		}
	}
}

// GroupExport is the receipt of an export.
type GroupExport struct {
	ID     uuid.UUID
	Of     Calculation
	MadeAt time.Time
	// UndoneAt is nil unless the export was undone.
	UndoneAt *time.Time
	// Items are by target and uid.
	Items []GroupExportItem
	// NotContacts counts the wanted visitors that were no contacts, Erased the contacts erased since the calculation.
	NotContacts, Erased int32
}

// GroupExportItem counts the changes of one target to one group.
type GroupExportItem struct {
	Target
	// At is the index of the target in the order.
	At       int
	Database contact.DatabaseID
	UID      string
	Name     string
	// Created reports whether the export created the group.
	Created                      bool
	Added, AlreadyThere, Removed int32
}

// Additions is a checked order with the cells of its databases.
type Additions struct {
	GroupExport
	Targets []Target
	Picks   Picks
	// Parts are sorted by the ids of their databases.
	Parts []DatabaseCells
	Actor contact.Actor
}

// DatabaseCells are the cells of a calculation in one database: of contacts or, for the channel web, of visitors.
type DatabaseCells struct {
	contact.Database
	Chunks []ScoreChunk
}

// GroupExportStore adds contacts to groups and stores the receipts.
type GroupExportStore interface {
	// AddToGroups creates the new groups, adds members and stores the receipt, all or nothing. It calls allow before each
	// new group with the number of groups that the uid has and the index of the target, and fails with its error. Only
	// current contacts are added. It fails with ErrGroupUnknown and ErrGroupExists.
	AddToGroups(ctx context.Context, a Additions, allow func(have, target int) error) (*GroupExport, error)
	// UndoGroupExport removes the contacts that an export added and that are still members. It fails with
	// ErrExportNotFound and ErrExportUndone.
	UndoGroupExport(
		ctx context.Context, account contact.AccountID, id uuid.UUID, by contact.Actor, now time.Time,
	) (*GroupExport, error)
	// GroupExport fails with ErrExportNotFound.
	GroupExport(ctx context.Context, account contact.AccountID, id uuid.UUID) (*GroupExport, error)
	// GroupExports returns the receipts of a scoring, newest first.
	GroupExports(ctx context.Context, account contact.AccountID, scoring uuid.UUID) ([]GroupExport, error)
}

// KeptExports is how many receipts of a scoring are stored: the newest.
const KeptExports = 50

// ExportToGroups adds contacts that a result scored, or excluded, to groups. It fails with ErrReportNotFound,
// ErrReportReplaced, ErrReportUID and the errors of targets, which name their field.
func (a *App) ExportToGroups(ctx context.Context, order GroupOrder) (*GroupExport, error) {
	targets, err := checkTargets(order.Targets)
	if err != nil {
		return nil, err
	}
	result, err := a.resultOf(ctx, order.Of, order.Channels)
	if err != nil {
		return nil, err
	}
	if order.Visitors != "" && result.Channel != fact.Web {
		return nil, ErrVisitors
	}
	additions := Additions{Targets: targets, Actor: order.Actor}
	additions.Actor.From = cmp.Or(result.Name, order.Actor.From)
	if additions.Picks, err = newPicks(result.Channel, targets); err != nil {
		return nil, err
	}
	if additions.Parts, err = a.cellsOf(ctx, result, order.UIDs); err != nil {
		return nil, err
	}
	order.Visitors.leave(additions.Parts)
	additions.GroupExport = GroupExport{ID: uuid.Must(uuid.NewV7()), Of: result.Calculation, MadeAt: contact.Kept(a.Now())}
	return a.GroupExportStore.AddToGroups(ctx, additions, func(have, target int) error {
		return contact.Under(a.Groups, contact.ErrGroupLimit, targetField(target, "newGroupName"))(have)
	})
}

// UndoGroupExport removes from groups the contacts that an export added.
func (a *App) UndoGroupExport(
	ctx context.Context, account contact.AccountID, id uuid.UUID, by contact.Actor,
) (*GroupExport, error) {
	return a.GroupExportStore.UndoGroupExport(ctx, account, id, by, contact.Kept(a.Now()))
}

// GroupExport returns a receipt. It fails with ErrExportNotFound.
func (a *App) GroupExport(ctx context.Context, account contact.AccountID, id uuid.UUID) (*GroupExport, error) {
	return a.GroupExportStore.GroupExport(ctx, account, id)
}

// GroupExports returns the receipts of a scoring, newest first.
func (a *App) GroupExports(ctx context.Context, account contact.AccountID, scoring uuid.UUID) ([]GroupExport, error) {
	if err := a.Scorings.Check(ctx, account, scoring); err != nil {
		return nil, err
	}
	return a.GroupExportStore.GroupExports(ctx, account, scoring)
}

// resultOf returns the named result. Without a channel it takes the first one that the scoring has results of.
func (a *App) resultOf(ctx context.Context, of Calculation, channels []fact.Channel) (*Result, error) {
	if of.Channel != 0 {
		return a.Scores.Result(ctx, of)
	}
	for _, of.Channel = range channels {
		newest := of
		newest.Date = time.Time{}
		result, err := a.Scores.Result(ctx, newest)
		if err == nil && !of.Date.IsZero() {
			return a.Scores.Result(ctx, of)
		}
		if !errors.Is(err, ErrReportNotFound) {
			return result, err
		}
	}
	return nil, ErrReportNotFound
}

// cellsOf returns the cells of some uids, of all for an empty list.
func (a *App) cellsOf(ctx context.Context, result *Result, uids []string) ([]DatabaseCells, error) {
	var parts []DatabaseCells
	for _, d := range result.Databases {
		if len(uids) == 0 || slices.Contains(uids, d.UID) {
			parts = append(parts, DatabaseCells{Database: d})
		}
	}
	for _, uid := range uids {
		if !slices.ContainsFunc(parts, func(d DatabaseCells) bool { return d.UID == uid }) {
			return nil, ErrReportUID.WithField("uids", "the scoring has no uid "+uid)
		}
	}
	slices.SortFunc(parts, func(a, b DatabaseCells) int { return cmp.Compare(a.ID, b.ID) })
	databases := make([]contact.Database, len(parts))
	for i, part := range parts {
		databases[i] = part.Database
	}
	cells, err := a.cellsOfAll(ctx, result, databases)
	for i := range parts {
		parts[i].Chunks = cells[parts[i].ID]
	}
	return parts, err
}

// cellsOfAll returns the cells of databases of a result. It fails with ErrReportReplaced.
func (a *App) cellsOfAll(
	ctx context.Context, result *Result, databases []contact.Database,
) (map[contact.DatabaseID][]ScoreChunk, error) {
	cells := map[contact.DatabaseID][]ScoreChunk{}
	if len(databases) == 0 {
		return cells, nil
	}
	ids := make([]contact.DatabaseID, len(databases))
	for i, d := range databases {
		ids[i] = d.ID
	}
	err := a.Scores.Cells(ctx, result.Calculation, ids, func(database contact.DatabaseID, chunk ScoreChunk) {
		cells[database] = append(cells[database], chunk)
	})
	if errors.Is(err, ErrNoScores) {
		return nil, ErrReportReplaced
	}
	return cells, err
}

// targetField is the path of a target's field in the request.
func targetField(target int, field string) string {
	return fmt.Sprintf("targets[%d].%s", target, field)
}

// AtTarget returns a fault that names a field of a target.
func AtTarget(f *fault.Fault, target int, field string) *fault.Fault {
	return f.WithField(targetField(target, field), f.Detail)
}
