package pg_test

import (
	"encoding/json"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/flags/internal/core"
	"puls.app/services/flags/internal/pg"
	"puls.app/services/local/pgtest"
)

func TestTheCodeBeforeTheTableWasRenamedGoesOn(t *testing.T) {
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	store := pg.NewStore(db)
	save := `INSERT INTO flag AS f (name, default_value, rules, description) VALUES ('ff_old', 'true', '[]', 'then')
		ON CONFLICT (name) DO UPDATE SET default_value = excluded.default_value, rules = excluded.rules,
			description = excluded.description, updated_at = now()
		WHERE (f.default_value, f.rules, f.description) IS DISTINCT FROM
			(excluded.default_value, excluded.rules, excluded.description)`
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		for _, changed := range []int64{1, 0} {
			tag, err := tx.Exec(t.Context(), save)
			require.NoError(t, err)
			require.Equal(t, changed, tag.RowsAffected())
		}
		return nil
	}))
	require.NoError(t, store.Save(t.Context(), core.Flag{
		Name: "ff_new", DefaultValue: json.RawMessage(`false`), Rules: []json.RawMessage{},
	}))
	set, err := store.Set(t.Context())
	require.NoError(t, err)
	require.Len(t, set.Flags, 6)
	require.NoError(t, db.Snapshot(t.Context(), func(tx pgx.Tx) error {
		var n int
		require.NoError(t, tx.QueryRow(t.Context(), "SELECT count(*) FROM flag").Scan(&n))
		require.Equal(t, 6, n)
		return nil
	}))
	require.NoError(t, db.Snapshot(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "SELECT conname FROM pg_constraint WHERE conrelid = 'flags'::regclass")
		require.NoError(t, err)
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.Contains(t, names, "flags_pkey")
		require.Contains(t, names, "flags_rules_array")
		for _, name := range names {
			require.Regexp(t, "^flags_", name)
		}
		return nil
	}))
}
