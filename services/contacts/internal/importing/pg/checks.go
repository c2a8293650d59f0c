package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
)

// CheckContacts computes the effects of rows of contacts on the current data. It locks only the import and stores only
// its progress.
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
