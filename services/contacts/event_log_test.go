package contacts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	facts "puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/kit/pgdb"
)

// store opens a second store on the service's database.
func (s *system) store(t testing.TB) *contactpg.Store {
	t.Helper()
	db, err := pgdb.Open(t.Context(), pgdb.Options{
		URL: s.databaseURL(t), Schema: pg.Schema, Migrations: pg.Migrations(),
	})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return contactpg.NewStore(db, nil)
}

func TestTheHistoryOfAConsentHasTimesAndCauses(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,email_consent,sms_consent\n"+
		"A,a@x.co,+48500000001,true,false\nB,b@x.co,,true,true\n"))
	s.load(t, "contacts", "csv", []byte("external_id,email_consent,sms_consent\nA,true,true\nB,true,true\n")) // B stays
	s.load(t, "contacts", "csv", []byte("external_id,email_consent\nA,false\n"))

	store := s.store(t)
	for number, want := range map[int32][]string{
		0: {"-mailing", "+sms", "+mailing"}, 1: {"+mailing", "+sms"},
	} {
		card, err := store.Card(t.Context(), contact.AccountID(s.account), "001", number)
		require.NoError(t, err)
		var got []string
		for _, c := range card.ConsentChanges {
			require.Equal(t, contact.CauseImport, c.Cause)
			require.Equal(t, "user 1", c.Who)
			require.Equal(t, "WWW", c.Detail)
			sign := map[bool]string{true: "+", false: "-"}[c.Given]
			got = append(got, sign+map[facts.Channel]string{facts.Mailing: "mailing", facts.SMS: "sms"}[c.Channel])
		}
		require.Equal(t, want, got)
	}
	_, err := store.Card(t.Context(), contact.AccountID(s.stranger), "001", 0)
	require.ErrorIs(t, err, contact.ErrDatabaseNotFound, "another account's")
}

func TestAContactsPageHasTheNewestConsentChangesAndItsFileHasAll(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email,email_consent\nA,a@x.co,true\n"))
	s.exec(t, "INSERT INTO log_entry_sets SELECT entry_id, database_id, chunk, part, sequence + n, first, last, "+
		"numbers, contact_count, email_count, gsm_count FROM log_entry_sets, generate_series(1, 249) n WHERE part > 0")
	require.Len(t, s.contact(t, "001", 0).GetConsentChanges(), 200)
	card, err := s.store(t).Card(t.Context(), contact.AccountID(s.account), "001", 0)
	require.NoError(t, err)
	require.Len(t, card.ConsentChanges, 250)
}

func TestEntriesCanOnlyBeAdded(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // checks privileges of whole tables
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id\nA\n"))
	admin := s.Admin(t)
	for _, role := range []string{"puls_contacts", "puls_contacts_system"} {
		for _, table := range []string{"log_entries", "log_entry_sets"} {
			for _, right := range []string{"UPDATE", "DELETE", "TRUNCATE"} {
				var has bool
				require.NoError(t, admin.QueryRow(
					t.Context(), "SELECT has_table_privilege($1, $2, $3)", role, table, right,
				).Scan(&has))
				require.False(t, has, "%s may %s %s", role, right, table)
			}
		}
	}
}
