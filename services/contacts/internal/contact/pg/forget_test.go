package pg

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/pg"
	"puls.app/services/local/pgtest"
)

// logged is a store whose event log has notes with addresses.
type logged struct {
	*Store
	t *testing.T
}

// run runs statements in one transaction of an account, as the service's own role.
func (l logged) run(ctx context.Context, account int32, statements ...string) error {
	return l.DB.InAccount(ctx, account, func(tx pgx.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// notes returns the notes of an account's entries, without erasures.
func (l logged) notes(account int32) (notes []string) {
	l.t.Helper()
	require.NoError(l.t, l.DB.InAccount(l.t.Context(), account, func(tx pgx.Tx) error {
		rows, err := tx.Query(l.t.Context(), "SELECT note FROM log_entries WHERE kind <> 'ERASURE' ORDER BY note")
		require.NoError(l.t, err)
		notes, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	}))
	return notes
}

func entryOf(account int32, kind, note string) string {
	return fmt.Sprintf(`INSERT INTO log_entries (id, account_id, occurred_at, kind, source, who, cause, note)
		VALUES ('%s', %d, now(), '%s', '', 'anna', '', '%s')`, uuid.NewString(), account, kind, note)
}

func forgetting(account int32, address string) string {
	return fmt.Sprintf("SELECT forget_in_log(%d, ARRAY['%s'])", account, address)
}

// erasure returns the statements that an erasure runs before forget_in_log.
func erasure(account int32) []string {
	return []string{entryOf(account, "ERASURE", ""), fmt.Sprintf(
		`INSERT INTO erased_addresses (account_id, digest, key_id, erased_at) VALUES (%d, '\x01', '\x02', now())
		ON CONFLICT DO NOTHING`, account,
	)}
}

// startLogged returns a store in which two accounts have the same contact and the same notes.
func startLogged(t *testing.T) logged {
	t.Helper()
	l := logged{NewStore(pgtest.Schema(t, pg.Schema, pg.Migrations()), nil), t}
	for _, account := range []int32{1, 2} {
		require.NoError(t, l.run(
			t.Context(), account, fmt.Sprintf("INSERT INTO databases (account_id, uid) VALUES (%d, '001')", account),
			`INSERT INTO contact_addresses (database_id, number, email, gsm, external_id)
			SELECT id, 0, 'here@x.co', '+48600000001', 'id@x.co' FROM databases`,
			entryOf(account, "CONTACT_CHANGE", "Gone@x.co called"), entryOf(account, "CONTACT_CHANGE", "here@x.co called"),
			entryOf(account, "CONTACT_CHANGE", "id@x.co called"), entryOf(account, "CONTACT_CHANGE", "+48600000001 called"),
		))
	}
	return l
}

var allNotes = []string{"+48600000001 called", "Gone@x.co called", "here@x.co called", "id@x.co called"}

// S14: the service's own role cannot remove texts from the event log of another account, or without an erasure in the
// same transaction.
func TestTheEventLogForgetsForAnErasureOnly(t *testing.T) {
	l := startLogged(t)
	require.NoError(t, l.run(t.Context(), 1, erasure(1)...))
	for name, statements := range map[string][]string{
		"another account's":               append(erasure(1), forgetting(2, "gone@x.co")),
		"after the erasure's transaction": {forgetting(1, "gone@x.co")},
		"beside an entry of another kind": {entryOf(1, "HAND_OUT", ""), forgetting(1, "gone@x.co")},
		"as the system role": append(
			erasure(1), "SET LOCAL ROLE puls_contacts_system", forgetting(1, "gone@x.co"),
		),
	} {
		var refused *pgconn.PgError
		require.ErrorAs(t, l.run(t.Context(), 1, statements...), &refused, name)
		require.Equal(t, "42501", refused.Code, "%s: %v", name, refused)
	}
	require.Equal(t, allNotes, l.notes(1))
	require.Equal(t, allNotes, l.notes(2))
}

// S14: the event log does not forget an address that a contact still has, or a text that is no address. It also forgets
// when the erasure runs in a subtransaction, as it does with an idempotency key.
func TestTheEventLogForgetsErasedAddressesOnly(t *testing.T) {
	l := startLogged(t)
	erase := func(ctx context.Context, addresses ...string) error {
		statements := erasure(1)
		for _, address := range addresses {
			statements = append(statements, forgetting(1, address))
		}
		return l.run(ctx, 1, statements...)
	}
	require.NoError(t, erase(t.Context(), "here@x.co", "id@x.co", "+48600000001", "", "@x", "called", "o c"))
	require.Equal(t, allNotes, l.notes(1))

	_, err := l.DB.Once(t.Context(), 1, "key", []byte{1}, func(ctx context.Context) ([]byte, error) {
		return []byte{}, erase(ctx, "gone@x.co")
	})
	require.NoError(t, err)
	require.Equal(t, []string{"", "+48600000001 called", "here@x.co called", "id@x.co called"}, l.notes(1))
	require.Equal(t, allNotes, l.notes(2))
}
