package pg

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/core"
)

// Of two readers that began a step at one place the second keeps nothing, wherever the first has got to.
func TestAReaderThatWasOvertakenMovesNoImport(t *testing.T) {
	t.Parallel()
	s := openStore(t)
	id, err := uuid.NewV7()
	require.NoError(t, err)
	require.NoError(t, s.system(t.Context(), "add import", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO imports (id, account_id, kind, format, encoding, digest, size, state,
			position, lines, options, pass, keep_consent) VALUES ($1, 1, 'contacts', 'csv', 'utf-8', '', 1000, 'running', 6, 1,
			'{}', 1, false)`, id)
		return err
	}))
	step := func(pass int, from, to int64) error {
		_, err := s.ApplyContacts(t.Context(), core.ContactsStep{
			Account:  1,
			Progress: core.Progress{Import: id, Pass: pass, From: from, To: to, Lines: int(to), Read: 1, Kept: 1},
			Entry:    core.Entry{ID: id, Account: 1, At: time.Now(), Kind: core.EntryContactsImport},
		}, nil)
		return err
	}
	require.NoError(t, step(1, 6, 100))
	require.ErrorIs(t, step(1, 6, 100), core.ErrMoved, "as far as the first")
	require.ErrorIs(t, step(1, 6, 200), core.ErrMoved, "further than the first")
	require.ErrorIs(t, step(1, 200, 300), core.ErrMoved, "from a place not reached yet")
	require.ErrorIs(t, step(0, 100, 200), core.ErrMoved, "of a reading that began anew")
	require.NoError(t, step(1, 100, 200))
	require.NoError(t, s.system(t.Context(), "read import", func(tx pgx.Tx) error {
		var position, kept int
		err := tx.QueryRow(t.Context(), "SELECT position, kept FROM imports WHERE id = $1", id).Scan(&position, &kept)
		require.Equal(t, [2]int{200, 2}, [2]int{position, kept})
		return err
	}))
}
