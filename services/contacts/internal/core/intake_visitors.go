package core

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// refusedVisitor is an event of a new visitor beyond those that a website may bring in an hour.
const refusedVisitor = "VISITOR_LIMIT"

// VisitorStore knows the visitors that websites brought.
type VisitorStore interface {
	// NewVisitors returns how many new visitors the websites of an account brought in an hour, named by its beginning.
	NewVisitors(ctx context.Context, account AccountID, hour time.Time) (map[uuid.UUID]int, error)
	// KnownVisitors returns which of some visitors a database has.
	KnownVisitors(ctx context.Context, database DatabaseID, ids []string) (map[string]bool, error)
	// RemoveVisitors looks at some visitors of a website that was removed with them, and removes those that are its own.
	// A removal that was asked for before a moment ends with the last visitor. It reports whether there was one.
	RemoveVisitors(ctx context.Context, before time.Time) (more bool, err error)
}

// boundVisitors refuses the events of new visitors beyond those that a website may bring in an hour: its key is public,
// and whoever has it may call visitors whatever they like. One account has one reader at a time, so nobody adds
// visitors between this and the commit.
func (s *intakeStep) boundVisitors(ctx context.Context) error {
	s.hour = s.app.now().Truncate(time.Hour)
	s.origins = map[DatabaseID]map[string]uuid.UUID{}
	wanted := map[uuid.UUID]int{}
	s.visitors(func(_ *IntakeEvent, source IntakeSource, id string) {
		if s.origins[source.Database] == nil {
			s.origins[source.Database] = map[string]uuid.UUID{}
		}
		if _, seen := s.origins[source.Database][id]; !seen {
			s.origins[source.Database][id] = source.ID
			wanted[source.ID]++
		}
	})
	if len(wanted) == 0 {
		return nil
	}
	brought, err := s.app.store.NewVisitors(ctx, s.turn.account, s.hour)
	if err != nil {
		return fmt.Errorf("count new visitors: %w", err)
	}
	over := false
	for website, n := range wanted {
		over = over || brought[website]+n > s.app.newVisitors
	}
	if !over {
		return nil // however many of them are new
	}
	allowed := map[DatabaseID]map[string]bool{}
	for database, origins := range s.origins {
		ids := make([]string, 0, len(origins))
		for id := range origins {
			ids = append(ids, id)
		}
		if allowed[database], err = s.app.store.KnownVisitors(ctx, database, ids); err != nil {
			return fmt.Errorf("find visitors: %w", err)
		}
	}
	s.visitors(func(e *IntakeEvent, source IntakeSource, id string) {
		website := s.origins[source.Database][id]
		switch {
		case allowed[source.Database][id]:
		case brought[website] < s.app.newVisitors:
			brought[website]++
			allowed[source.Database][id] = true
		default:
			e.Refused = refusedVisitor
		}
	})
	return nil
}

// visitors visits the events of websites that have a visitor.
func (s *intakeStep) visitors(visit func(e *IntakeEvent, source IntakeSource, id string)) {
	for i := range s.events {
		e, source := &s.events[i], s.bodies[s.of[i]].Source
		if source.Kind == IntakeWeb && e.Refused == "" && len(e.Fields[eventVisitorID]) > 0 {
			visit(e, source, string(e.Fields[eventVisitorID]))
		}
	}
}

// RemoveVisitors removes some visitors of websites that were removed with them, and reports whether there may be more.
func (a *App) RemoveVisitors(ctx context.Context) (more bool, err error) {
	return a.store.RemoveVisitors(ctx, a.now().Add(-settleAfter))
}
