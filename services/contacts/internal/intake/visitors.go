package intake

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/table"
)

// refusedVisitor is the reason for refusing events of new visitors over a website's hourly limit.
const refusedVisitor = "VISITOR_LIMIT"

// boundVisitors refuses the events of new visitors over a website's hourly limit: its key is public, so anyone may send
// any visitor ids. An account has one reader at a time, so no visitors are added between this check and the commit.
func (s *step) boundVisitors(ctx context.Context) error {
	s.hour = s.app.Now().Truncate(time.Hour)
	s.origins = map[contact.DatabaseID]map[string]uuid.UUID{}
	wanted := map[uuid.UUID]int{}
	s.visitors(func(_ *Event, source Source, id string) {
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
	brought, err := s.app.EventStore.NewVisitors(ctx, s.turn.account, s.hour)
	if err != nil {
		return fmt.Errorf("count new visitors: %w", err)
	}
	over := false
	for website, n := range wanted {
		over = over || brought[website]+n > s.app.Limits.NewVisitors
	}
	if !over {
		return nil // however many of them are new
	}
	allowed := map[contact.DatabaseID]map[string]bool{}
	for database, origins := range s.origins {
		ids := make([]string, 0, len(origins))
		for id := range origins {
			ids = append(ids, id)
		}
		if allowed[database], err = s.app.EventStore.KnownVisitors(ctx, database, ids); err != nil {
			return fmt.Errorf("find visitors: %w", err)
		}
	}
	s.visitors(func(e *Event, source Source, id string) {
		website := s.origins[source.Database][id]
		switch {
		case allowed[source.Database][id]:
		case brought[website] < s.app.Limits.NewVisitors:
			brought[website]++
			allowed[source.Database][id] = true
		default:
			e.Refused = refusedVisitor
		}
	})
	return nil
}

// visitors visits the events of websites that have a visitor.
func (s *step) visitors(visit func(e *Event, source Source, id string)) {
	for i := range s.events {
		e, source := &s.events[i], s.bodies[s.of[i]].Source
		if source.Kind == Web && e.Refused == "" && len(e.Fields[table.EventVisitorID]) > 0 {
			visit(e, source, string(e.Fields[table.EventVisitorID]))
		}
	}
}

// RemoveVisitors removes some visitors of websites that were removed with their visitors, and reports whether there may
// be more.
func (a *App) RemoveVisitors(ctx context.Context) (more bool, err error) {
	return a.EventStore.RemoveVisitors(ctx, a.Now().Add(-contact.SettleAfter))
}
