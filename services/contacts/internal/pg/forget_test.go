package pg

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
)

// S14: as the service's own role, only an erasure takes an address out of the event log, and only of its own account.
func TestTheEventLogForgetsWhatAnErasureErases(t *testing.T) {
	s := openStore(t)
	run := func(account int32, statements ...string) error {
		return s.db.InAccount(t.Context(), account, func(tx pgx.Tx) error {
			var errs []error
			for _, statement := range statements {
				_, err := tx.Exec(t.Context(), statement)
				errs = append(errs, err)
			}
			return errors.Join(errs...)
		})
	}
	entry := func(account, kind, note string) string {
		return `INSERT INTO log_entries (id, account_id, occurred_at, kind, source, who, cause, note)
			VALUES ('` + uuid.NewString() + `', ` + account + `, now(), '` + kind + `', '', 'anna', '', '` + note + `')`
	}
	notes := func(account int32) (notes []string) {
		require.NoError(t, s.db.InAccount(t.Context(), account, func(tx pgx.Tx) error {
			rows, err := tx.Query(t.Context(), "SELECT note FROM log_entries WHERE kind <> 'ERASURE' ORDER BY note")
			require.NoError(t, err)
			notes, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		}))
		return notes
	}
	for account, sql := range map[int32]string{1: "1", 2: "2"} {
		require.NoError(t, run(
			account, "INSERT INTO databases (account_id, uid) VALUES ("+sql+", '001')",
			`INSERT INTO contact_addresses (database_id, number, email) SELECT id, 0, 'here@x.co' FROM databases`,
			entry(sql, "CONTACT_CHANGE", "Gone@x.co called"), entry(sql, "CONTACT_CHANGE", "here@x.co called"),
		))
	}
	erasure := entry("1", "ERASURE", "")
	forget := func(account, address string) string {
		return "SELECT forget_in_log(" + account + ", ARRAY['" + address + "'])"
	}
	for what, statements := range map[string][]string{
		"another account's":       {erasure, forget("2", "gone@x.co")},
		"without an erasure":      {forget("1", "gone@x.co")},
		"an address that is here": {erasure, forget("1", "here@x.co")},
	} {
		var refused *pgconn.PgError
		require.ErrorAs(t, run(1, statements...), &refused, what)
		require.Equal(t, "42501", refused.Code, "%s: %v", what, refused)
	}
	require.NoError(t, run(1, entry("1", "ERASURE", ""), forget("1", ""), forget("1", "@x")), "what much holds stays")
	require.Error(t, run(1, forget("1", "gone@x.co")), "an erasure from before")
	require.Equal(t, []string{"Gone@x.co called", "here@x.co called"}, notes(1))

	require.NoError(t, run(1, entry("1", "ERASURE", ""), forget("1", "gone@x.co")))
	require.Equal(t, []string{"", "here@x.co called"}, notes(1))
	require.Equal(t, []string{"Gone@x.co called", "here@x.co called"}, notes(2))
}
