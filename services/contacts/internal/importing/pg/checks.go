package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
)

// CheckContacts computes what rows of contacts would do to what there is now: it locks nothing but the import, whose
// progress alone is kept.
func (s *Store) CheckContacts(
	ctx context.Context, step importing.ContactsStep,
) (effects contact.Effects, err error) {
	err = s.System(ctx, "check contacts", func(tx pgx.Tx) error {
		p := step.Progress
		for _, batch := range step.Batches() {
			changes, err := s.contacts.DryRun(ctx, tx, batch)
			if err != nil {
				return fmt.Errorf("database %d: %w", batch.Database, err)
			}
			p = p.With(changes)
		}
		effects = p.Effects
		return s.advance(ctx, tx, step.Account, p, importing.StateDone)
	})
	return effects, err
}
