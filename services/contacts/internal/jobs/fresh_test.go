package jobs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/pgdb"
)

// guessing sets Fresh for all steps of account 1, and for no others.
type guessing struct{ *stores }

func (g guessing) ApplyContacts(ctx context.Context, step importing.ContactsStep) (contact.Effects, error) {
	step.Fresh = step.Account == 1
	return g.stores.ApplyContacts(ctx, step)
}

// contactsOf returns all data of an account's database, as texts.
func contactsOf(t *testing.T, db *pgdb.DB, account int) (state []string) {
	t.Helper()
	err := db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), `
			SELECT c.number || ' ' || (to_jsonb(c) - 'database_id')::text FROM contacts c
			JOIN databases d ON d.id = c.database_id AND d.account_id = $1
			UNION ALL
			SELECT b.chunk || ' ' || b.kind || ' ' || coalesce(g.name, b.ref::text) || ' ' || encode(b.bits, 'hex')
			FROM audience_bits b JOIN databases d ON d.id = b.database_id AND d.account_id = $1
			LEFT JOIN contact_groups g ON b.kind = 9 AND g.account_id = $1 AND g.id = b.ref ORDER BY 1`, account)
		if err != nil {
			return err
		}
		state, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	require.NoError(t, err)
	return state
}

func TestAStepThatTakesItsRowsForNewOnesDoesTheSame(t *testing.T) {
	store, db := open(t)
	for account := range contact.AccountID(2) {
		require.NoError(t, store.EnsureDatabases(t.Context(), account+1, []string{(account + 1).OwnUID()}))
	}
	r := rand.New(rand.NewPCG(7, 7))
	// An address is one of a few of this file only, or one that all files share.
	address := func(form string, file int) string {
		switch r.IntN(5) {
		case 0, 1:
			return ""
		case 2:
			return fmt.Sprintf(form, r.IntN(50))
		default:
			return fmt.Sprintf(form, 1000+3*file+r.IntN(3))
		}
	}
	ways := map[string]int{}
	for round := range 4 {
		imports := map[importing.ID]contact.AccountID{}
		for file := range 15 {
			body := []byte("external_id,email,gsm,email_consent,groups\n")
			for range 1 + r.IntN(5) {
				at := 15*round + file
				body = fmt.Appendf(body, "%s,%s,%s,%t,g%d\n", address("C%d", at), address("c%d@example.com", at),
					address("5000%05d", at), r.IntN(2) == 0, r.IntN(4))
			}
			for account := range contact.AccountID(2) {
				id := put(t, store, account+1, table.KindContacts, byte(15*round+file), body)
				imports[id] = account + 1
			}
		}
		ended := work(t, guessing{store}, store, db, 1, imports)
		for id, account := range imports {
			if account == 1 {
				id2 := importing.ID{2, id[1]}
				require.Equal(t, ended[id2].Effects, ended[id].Effects)
				require.Equal(t, ended[id2].First, ended[id].First)
				if e := ended[id].Effects; e.New > 0 {
					ways[fmt.Sprint(e.Changed+e.Unchanged > 0)]++
				}
			}
		}
	}
	require.Greater(t, ways["true"], 5, "files that meet somebody")
	require.Greater(t, ways["false"], 5, "files that meet nobody")
	require.Equal(t, contactsOf(t, db, 2), contactsOf(t, db, 1))
}
