package pg

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/local/pgtest"
)

// Of two readers that began a step at the same position the second stores nothing, wherever the first has got to.
func TestAReaderThatWasOvertakenMovesNoImport(t *testing.T) {
	t.Parallel()
	contacts := contactpg.NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()), nil)
	s := NewStore(contacts, nil, nil)
	id, err := uuid.NewV7()
	require.NoError(t, err)
	require.NoError(t, s.System(t.Context(), "add import", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO imports (id, account_id, kind, format, encoding, digest, size, state,
			position, lines, options, pass, keep_consent) VALUES ($1, 1, 'contacts', 'csv', 'utf-8', '', 1000, 'running', 6, 1,
			'{}', 1, false)`, id)
		return err
	}))
	step := func(pass int, from, to int64) error {
		_, err := s.ApplyContacts(t.Context(), importing.ContactsStep{
			RowBatch: contact.RowBatch{Account: 1},
			Progress: importing.Progress{Import: id, Pass: pass, From: from, To: to, Lines: int(to), Read: 1, Kept: 1},
			Entry:    contact.Entry{ID: id, Account: 1, At: time.Now(), Kind: contact.EntryContactsImport},
		})
		return err
	}
	require.NoError(t, step(1, 6, 100))
	require.ErrorIs(t, step(1, 6, 100), importing.ErrMoved, "as far as the first")
	require.ErrorIs(t, step(1, 6, 200), importing.ErrMoved, "further than the first")
	require.ErrorIs(t, step(1, 200, 300), importing.ErrMoved, "from a place not reached yet")
	require.ErrorIs(t, step(0, 100, 200), importing.ErrMoved, "of a reading that began anew")
	require.NoError(t, step(1, 100, 200))
	require.NoError(t, s.System(t.Context(), "read import", func(tx pgx.Tx) error {
		var position, kept int
		err := tx.QueryRow(t.Context(), "SELECT position, kept FROM imports WHERE id = $1", id).Scan(&position, &kept)
		require.Equal(t, [2]int{200, 2}, [2]int{position, kept})
		return err
	}))
}
