package contacts_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
)

// former is a service with stored addresses in their former forms.
type former struct {
	*system
	key      [sha256.Size]byte
	database int32
}

func startFormer(t *testing.T, people string) *former {
	t.Helper()
	const secret = "a secret of erased addresses, long enough"
	s := startAlone(t, conf.Values{"PULS_ERASURE_SECRET": secret})
	f := &former{system: s, key: sha256.Sum256([]byte("puls erased addresses\x00" + secret))}
	f.database = s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte(people))
	return f
}

// alone does work while the service is stopped, so that the service's own steps do not interfere.
func (f *former) alone(t *testing.T, work func()) {
	t.Helper()
	f.Stop()
	work()
	f.System = f.Replica(t)
	f.connect(t)
}

// keeps stores a former form of a contact's address.
func (f *former) keeps(t *testing.T, number int32, column, address string) {
	t.Helper()
	f.execAll(t, "UPDATE contacts.contact_addresses SET "+column+" = $1 WHERE number = $2", address, number)
}

func (f *former) unsubscribed(t *testing.T, address string) {
	t.Helper()
	digest := sha256.Sum256([]byte(address))
	f.execAll(t, "INSERT INTO contacts.suppressed_addresses (database_id, kind, digest, reason) VALUES ($1, 1, $2, 1)", f.database, digest[:])
}

func (f *former) erased(t *testing.T, address string) {
	t.Helper()
	mac := hmac.New(sha256.New, f.key[:])
	fmt.Fprintf(mac, "%d\x00%s", f.account, address)
	id := sha256.Sum256(f.key[:])
	f.execAll(t, "INSERT INTO contacts.erased_addresses (account_id, digest, key_id, erased_at) VALUES ($3, $1, $2, now())",
		mac.Sum(nil), id[:8], f.account)
}

// spell does all steps, at the given time, and returns their number.
func (f *former) spell(t *testing.T, at time.Time) (steps int) {
	t.Helper()
	app := f.app(t, at)
	for {
		more, err := app.SpellAddresses(t.Context())
		require.NoError(t, err)
		if !more {
			return steps
		}
		steps++
	}
}

// app is a separate App on the service's database, at the given time.
func (f *former) app(t *testing.T, at time.Time) *contact.App {
	t.Helper()
	db, err := pgdb.Open(t.Context(), pgdb.Options{
		URL: f.databaseURL(t), Schema: pg.Schema, Migrations: pg.Migrations(),
	})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return &contact.App{SpellStore: contactpg.NewStore(db, f.key[:]), Now: func() time.Time { return at }}
}

func TestStoredAddressesGetTheirOneSpelling(t *testing.T) {
	t.Parallel()
	var people strings.Builder
	people.WriteString("external_id,email,email_consent,sms_consent\n")
	for i := range 10 {
		fmt.Fprintf(&people, "C%d,p%d@example.com,true,true\n", i, i)
	}
	s := startFormer(t, people.String())
	s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email\n"+
		"1,2026-10-01T10:00:00Z,web.page_view,v0,p0@example.com\n2,2026-10-01T10:00:00Z,web.page_view,v5,p5@example.com\n"))
	now := s.Now()
	s.alone(t, func() {
		s.execAll(t, "UPDATE contacts.visitor_claims SET address = 'jan@münchen.test' WHERE address = 'p0@example.com'")
		s.execAll(t, "UPDATE contacts.visitor_claims SET address = E'gone\\u200b@example.com' WHERE address = 'p5@example.com'")
		s.keeps(t, 0, "email", "jan@münchen.test")
		s.keeps(t, 1, "email", "ola@xn--mnchen-3ya.test")
		s.keeps(t, 2, "email", "ola@münchen.test")
		s.keeps(t, 3, "email", "ｐ３@example.com") // its normalised form is suppressed
		s.unsubscribed(t, "p3@example.com")
		s.keeps(t, 4, "email", "z\u0307o\u0301łw@example.com") // its former form is suppressed
		s.unsubscribed(t, "z\u0307o\u0301łw@example.com")
		s.keeps(t, 5, "email", "gone\u200b@example.com") // its normalised form is erased
		s.erased(t, "gone@example.com")
		s.keeps(t, 6, "external_id", "C\u200b66")
		s.keeps(t, 7, "email", "twice@ｅxample.com") // the same mailbox as the next one, neither normalised
		s.keeps(t, 8, "email", "TWICE@ｅxample.com")
		s.execAll(t, "DELETE FROM contacts.spelled_databases")
		require.Positive(t, s.spell(t, now))
		require.Zero(t, s.spell(t, now.Add(time.Hour)), "a database is looked at once")
	})

	kept := func(number int32) *contactsv1.Contact {
		res, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: number})
		require.NoError(t, err)
		return res.GetContact()
	}
	for number, want := range []string{
		"jan@xn--mnchen-3ya.test", "ola@xn--mnchen-3ya.test", "ola@münchen.test", "p3@example.com", "żółw@example.com",
		"gone\u200b@example.com", "p6@example.com", "twice@example.com", "TWICE@ｅxample.com", "p9@example.com",
	} {
		require.Equal(t, want, kept(int32(number)).GetEmail())
	}
	require.Equal(t, "C66", kept(6).GetExternalId())
	require.Equal(t, []int{0, 1, 2, 6, 7, 8, 9}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, []int{0, 1, 2, 3, 4, 6, 7, 8, 9}, s.consenting(t, s.database, typev1.Channel_CHANNEL_SMS))
	require.Equal(t, "SPELLING", kept(3).GetConsentChanges()[0].GetSource())
	for one, other := range map[int32]int32{1: 2, 2: 1, 7: 8, 8: 7} {
		same := kept(one).GetSameAddresses()
		require.Len(t, same, 1, one)
		require.Equal(t, other, same[0].GetNumber())
		require.Equal(t, "email", same[0].GetKind())
	}
	require.Empty(t, kept(0).GetSameAddresses())
	s.requireAsKept(t, s.database)
	log, _ := s.entries(t)
	require.Equal(t, []string{`ADDRESS_SPELLING ""  6 6 0 [001]`, `SAME_ADDRESS ""  4 4 0 [001]`}, log[len(log)-2:])
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM visitor_claims"), "what was erased is not kept")
	require.Len(t, kept(0).GetVisitors(), 1)

	// A file finds the contacts by any form of their addresses, and creates none.
	done := s.load(t, "contacts", "csv", []byte("email,email_consent\nJAN@München.test,true\nOla@MÜNCHEN.test,true\nŻÓŁW@example.com,true\n"))
	require.Equal(t, [3]int32{3, 3, 0}, counts(done))
	require.Equal(t, 10, s.count(t, "SELECT count(*) FROM contact_addresses"))
	require.NotContains(t, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING), 4)
	// Twins are one mailbox: both lose the consent, and both are erased as one person.
	s.load(t, "unsubscribes", "csv", []byte("email\nola@münchen.test\n"))
	require.Equal(t, []int{0, 6, 7, 8, 9}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING))
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	erased, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: "ola@münchen.test"})
	require.NoError(t, err)
	require.Len(t, erased.GetItems(), 2)
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM address_twins"))

	// A process of the previous version, which still ran, stored another former form. Earlier findings are not logged
	// again.
	s.keeps(t, 9, "email", "late@münchen.test")
	log, _ = s.entries(t)
	require.Positive(t, s.spell(t, now.Add(25*time.Hour)))
	require.Equal(t, "late@xn--mnchen-3ya.test", kept(9).GetEmail())
	require.Zero(t, s.spell(t, now.Add(1000*time.Hour)))
	again, _ := s.entries(t)
	require.Equal(t, append(log, `ADDRESS_SPELLING ""  1 1 0 [001]`), again)
}

// Twins lose their consent together when either of them unsubscribes by its external id.
func TestATwinThatUnsubscribesTakesTheOtherAlong(t *testing.T) {
	t.Parallel()
	var people strings.Builder
	people.WriteString("external_id,email,email_consent\n")
	for i := range 5 {
		fmt.Fprintf(&people, "C%d,p%d@example.com,true\n", i, i)
	}
	s := startFormer(t, people.String())
	s.alone(t, func() {
		s.keeps(t, 0, "email", "ola@xn--mnchen-3ya.test")
		s.keeps(t, 1, "email", "ola@münchen.test")
		s.keeps(t, 2, "email", "jan@xn--mnchen-3ya.test")
		s.keeps(t, 3, "email", "jan@münchen.test")
		s.execAll(t, "DELETE FROM contacts.spelled_databases")
		require.Positive(t, s.spell(t, s.Now()))
	})
	require.Equal(t, []int{0, 1, 2, 3, 4}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING))
	s.load(t, "unsubscribes", "csv", []byte("external_id\nC1\nC2\n"))
	require.Equal(t, []int{4}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING))
}

// After a restart between two steps the next process continues, and a step that was rolled back is repeated.
func TestSpellingGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	s := startFormer(t, "email\np0@example.com\np1@example.com\np2@example.com\n")
	now := s.Now()
	half := []string{" p0@xn--mnchen-3ya.test ", " P0@xn--mnchen-3ya.test\u200b ", " p2@münchen.test "}
	whole := append(half[:2:2], " p2@xn--mnchen-3ya.test ")
	s.alone(t, func() {
		s.keeps(t, 0, "email", "p0@münchen.test")
		s.keeps(t, 1, "email", "P0@xn--mnchen-3ya.test\u200b")
		s.keeps(t, 2, "email", "p2@münchen.test")
		s.execAll(t, "UPDATE contacts.contact_addresses SET number = 150000 WHERE number = 2") // in the third step
		s.execAll(t, "UPDATE contacts.databases SET next_number = 150001")
		s.execAll(t, "DELETE FROM contacts.spelled_databases")
		more, err := s.app(t, now).SpellAddresses(t.Context())
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, half, s.asKept(t, s.database), "a step looks at 65,536 numbers")
		require.Equal(t, 2, s.spell(t, now))
		require.Equal(t, whole, s.asKept(t, s.database))
	})
	before, _ := s.entries(t)
	s.alone(t, func() {
		s.execAll(t, "DELETE FROM contacts.spelled_databases")
		require.Equal(t, 3, s.spell(t, now))
		require.Equal(t, whole, s.asKept(t, s.database))
	})
	after, _ := s.entries(t)
	require.Equal(t, before, after)
}

// Addresses that were erased or unsubscribed before addresses were normalised stay so in their former forms.
func TestEntriesOfFormerSpellingsStillCount(t *testing.T) {
	t.Parallel()
	s := startFormer(t, "external_id\nC1\n")
	s.erased(t, "jan@münchen.test")
	s.erased(t, "ｐ２@example.com")
	s.unsubscribed(t, "ola@münchen.test")
	s.unsubscribed(t, "z\u0307@example.com")
	done := s.load(t, "contacts", "csv", []byte("email,email_consent\nJan@München.test,true\njan@xn--mnchen-3ya.test,true\n"+
		"Ｐ２@example.com,true\nola@MÜNCHEN.test,true\nZ\u0307@example.com,true\np2@example.com,true\n"))
	require.Equal(t, [3]int32{6, 3, 3}, counts(done))
	require.Equal(t, "ERASED_ADDRESS", done.GetReasons()[0].GetReason())
	require.Equal(t, []int{3}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING), "p2 was another address")
	for _, address := range []string{"jan@MÜNCHEN.test", "ｐ２@example.com"} {
		_, err := s.contacts.AddContact(t.Context(), &contactsv1.AddContactRequest{Uid: "001", Email: address})
		require.Error(t, err)
	}
	// A consent given by hand with a note removes all forms of the address from the suppression list.
	consent, note := true, "phone call"
	_, err := s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{
		Uid: "001", Number: 1, EmailConsent: &consent, ConsentNote: note,
	})
	require.NoError(t, err)
	s.load(t, "contacts", "csv", []byte("email,email_consent\nola@münchen.test,true\n"))
	require.Equal(t, []int{1, 3}, s.consenting(t, s.database, typev1.Channel_CHANNEL_MAILING))
}
