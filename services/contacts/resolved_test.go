package contacts_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

// asClaimed returns the known visitors of a database and their contacts, derived from claims and addresses.
const asClaimed = `SELECT DISTINCT ON (m.visitor) m.visitor, m.number
	FROM (
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 0 AND c.database_id = m.database_id AND c.external_id = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 1 AND c.database_id = m.database_id AND c.email = m.address
			WHERE m.database_id = $1
		UNION ALL
		SELECT m.visitor, m.occurred_at, m.event_id, m.kind, m.address, c.number FROM visitor_claims m
			JOIN contact_addresses c ON m.kind = 2 AND c.database_id = m.database_id AND c.gsm = m.address
			WHERE m.database_id = $1
	) m
	ORDER BY m.visitor, m.occurred_at DESC, m.event_id COLLATE "C" DESC, m.kind, m.address`

// requireAsClaimed compares the known visitors and group members that are streamed to the engine with those derived
// from the claims, and returns the number of known visitors.
func (s *system) requireAsClaimed(t testing.TB, admin *pgxpool.Pool, database int32, groups ...int32) (known int) {
	t.Helper()
	kept := keptBits(t, admin)
	rows, err := admin.Query(t.Context(), asClaimed, database)
	require.NoError(t, err)
	want := map[int32][]int{}
	var visitor, contact int32
	_, err = pgx.ForEachRow(rows, []any{&visitor, &contact}, func() error {
		want[0] = append(want[0], int(visitor))
		for _, group := range groups {
			if in := kept[[2]int32{9, group}]; in != nil && in.Contains(uint32(contact)) {
				want[group] = append(want[group], int(visitor))
			}
		}
		return nil
	})
	require.NoError(t, err)
	chunks, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: []int32{database}, GroupIds: groups,
	})
	require.NoError(t, err)
	got := map[int32][]int{}
	for _, chunk := range chunks {
		first := int(chunk.GetChunk()) << 16
		add := func(of int32, words []byte) {
			for _, visitor := range members(t, words) {
				got[of] = append(got[of], first+visitor)
			}
		}
		add(0, chunk.GetKnown())
		for _, g := range chunk.GetGroups() {
			add(g.GetGroupId(), g.GetBits())
		}
	}
	if fmt.Sprint(want) != fmt.Sprint(got) {
		t.Fatalf("of database %d are known\n%v in the place of\n%v", database, got, want)
	}
	return len(want[0])
}

// requireNoneGone requires that no stored visitor resolves to a contact that no longer exists.
func requireNoneGone(t testing.TB, admin *pgxpool.Pool) (kept int) {
	t.Helper()
	rows, err := admin.Query(t.Context(), "SELECT database_id, number FROM contact_addresses")
	require.NoError(t, err)
	there, database, number := map[[2]int32]bool{}, int32(0), int32(0)
	_, err = pgx.ForEachRow(rows, []any{&database, &number}, func() error {
		there[[2]int32{database, number}] = true
		return nil
	})
	require.NoError(t, err)
	rows, err = admin.Query(t.Context(), "SELECT database_id, body FROM resolved_visitors")
	require.NoError(t, err)
	var body []byte
	_, err = pgx.ForEachRow(rows, []any{&database, &body}, func() error {
		visitors := roaring.New()
		size, err := visitors.FromBuffer(body)
		require.NoError(t, err)
		for contacts := body[size:]; len(contacts) > 0; contacts = contacts[4:] {
			number = int32(binary.LittleEndian.Uint32(contacts))
			require.True(t, there[[2]int32{database, number}], "contact %d of database %d is gone", number, database)
			kept++
		}
		return nil
	})
	require.NoError(t, err)
	return kept
}

// visited is a worker that changes contacts and visitors through all APIs, concurrently with others.
type visited struct {
	s          *system
	protection contactsv1.DataProtectionServiceClient
	r          *rand.Rand
	name       string
	ids        []int32
	groups     []int32
	events     int
}

// addresses returns an external id, an e-mail address and a phone number, some of them empty.
func (v *visited) addresses() (external, email, gsm string) {
	for external+email+gsm == "" {
		if v.r.IntN(2) == 0 {
			external = fmt.Sprint("X", v.r.IntN(15))
		}
		if v.r.IntN(2) == 0 {
			email = fmt.Sprintf("p%d@x.co", v.r.IntN(15))
		}
		if v.r.IntN(2) == 0 {
			gsm = fmt.Sprintf("+485000000%02d", v.r.IntN(15))
		}
	}
	return external, email, gsm
}

func (v *visited) uid() string { return fmt.Sprintf("00%d", 1+v.r.IntN(len(v.ids))) }

func (v *visited) importContacts(t testing.TB) {
	t.Helper()
	file := "uid,external_id,email,gsm,groups\n"
	for range 6 {
		external, email, gsm := v.addresses()
		file += strings.Join([]string{v.uid(), external, email, gsm, fmt.Sprint("group ", v.r.IntN(2))}, ",") + "\n"
	}
	if v.r.IntN(2) == 0 {
		v.s.begin(t, v.s.draft(t, "contacts", []byte(file)), nil)
		return
	}
	v.s.load(t, "contacts", "csv", []byte(file))
}

func (v *visited) importVisits(t testing.TB) {
	t.Helper()
	file := "event_id,occurred_at,uid,type,external_id,email,gsm,visitor_id\n"
	for range 8 {
		v.events++
		external, email, gsm := "", "", ""
		switch v.r.IntN(4) { // a row names a contact by one address, as events of a page do
		case 0:
			external = fmt.Sprint("X", v.r.IntN(15))
		case 1:
			email = fmt.Sprintf("p%d@x.co", v.r.IntN(15))
		case 2:
			gsm = fmt.Sprintf("+485000000%02d", v.r.IntN(15))
		}
		file += fmt.Sprintf("%x-%s-%d,2026-10-01T10:00:%02dZ,%s,web.page_view,%s,%s,%s,v%d\n",
			v.r.IntN(256), v.name, v.events, v.r.IntN(60), v.uid(), external, email, gsm, v.r.IntN(25))
	}
	v.s.load(t, "engagement", "csv", []byte(file))
}

// byHand changes or adds a contact; other contacts may have the addresses.
func (v *visited) byHand(t testing.TB) {
	t.Helper()
	external, email, gsm := v.addresses()
	var err error
	if v.r.IntN(3) == 0 {
		_, err = v.s.contacts.AddContact(t.Context(), &contactsv1.AddContactRequest{
			Uid: v.uid(), ExternalId: external, Email: email, Gsm: gsm,
		})
	} else {
		_, err = v.s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{
			Uid: v.uid(), Number: int32(v.r.IntN(20)), ExternalId: &external, Email: &email, Gsm: &gsm,
		})
	}
	v.may(t, err)
}

func (v *visited) erase(t testing.TB) {
	t.Helper()
	if v.r.IntN(2) == 0 {
		return // erased addresses stay refused
	}
	_, err := v.protection.ErasePerson(
		t.Context(), &contactsv1.ErasePersonRequest{Address: fmt.Sprintf("p%d@x.co", v.r.IntN(15))},
	)
	v.may(t, err)
}

func (v *visited) read(t testing.TB) {
	t.Helper()
	_, err := v.s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: v.s.account, Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: v.ids, GroupIds: v.groups,
	})
	require.NoError(t, err)
}

// may fails the test unless the error is a refusal, such as that of an address that another contact has.
func (v *visited) may(t testing.TB, err error) {
	t.Helper()
	if err != nil && rpc.Reason(err) == "" {
		t.Errorf("%v", err)
	}
}

// TestVisitorsAreResolvedByTheirClaims changes contacts and visitors through all APIs, concurrently:
// PULS_TEST_ROUNDS=100 for a long run.
func TestVisitorsAreResolvedByTheirClaims(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // counts rows of whole tables
	ids := s.ensure(t, "001", "002")
	admin, all := s.Admin(t), []int32{ids["001"], ids["002"]}
	var groups []int32
	for i := range 2 {
		groups = append(groups, s.group(t, "001", fmt.Sprint("group ", i)))
	}
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	sides := make([]*visited, 3)
	for i := range sides {
		sides[i] = &visited{
			s: s, protection: protection, r: rand.New(rand.NewPCG(17, uint64(i))), name: fmt.Sprint(i), ids: all, groups: groups,
		}
		sides[i].importVisits(t)
		sides[i].importContacts(t)
	}
	known, kept := 0, 0
	for range benchSize("PULS_TEST_ROUNDS", 10) {
		var running sync.WaitGroup
		for _, v := range sides {
			running.Go(func() {
				for range 2 {
					[]func(testing.TB){
						v.importContacts, v.importVisits, v.importVisits, v.byHand, v.byHand, v.byHand, v.erase, v.read,
					}[v.r.IntN(8)](t)
				}
			})
		}
		running.Wait()
		kept += requireNoneGone(t, admin)
		known += s.requireAsClaimed(t, admin, ids["001"], groups...)
		known += s.requireAsClaimed(t, admin, ids["002"])
	}
	require.Greater(t, known, 50)
	require.Greater(t, kept, 20)
}

// BenchmarkAudienceOfVisitors reads the known ones of 500,000 visitors, a fifth of which have claims: the first time,
// when all are resolved, again, and after changes. It also reports how many times as long a query of the claims takes.
// The sizes are PULS_BENCH_VISITORS and PULS_BENCH_CLAIMS.
func BenchmarkAudienceOfVisitors(b *testing.B) {
	visitors, claims := benchSize("PULS_BENCH_VISITORS", 500_000), benchSize("PULS_BENCH_CLAIMS", 100_000)
	s := start(b)
	id, admin := s.ensure(b, "001")["001"], s.Admin(b)
	group := s.group(b, "001", "group 0")
	exec := func(statement string, values ...any) {
		_, err := admin.Exec(b.Context(), statement, values...)
		require.NoError(b, err)
	}
	exec(`INSERT INTO contact_addresses (database_id, number, external_id, email, gsm)
		SELECT $1, i, 'C' || i, 'person.' || md5(i::text) || '@example.com', '+48' || 500000000 + i
		FROM generate_series(0, $2 - 1) i`, id, claims)
	exec(`INSERT INTO visitor_claims (database_id, visitor, kind, address, occurred_at, event_id)
		SELECT $1, i * ($2::int / $3::int), i % 2,
			CASE i % 2 WHEN 0 THEN 'C' || n ELSE 'person.' || md5(n::text) || '@example.com' END,
			now() - i * interval '1 second', 'e' || i
		FROM generate_series(0, $3 - 1) i, LATERAL (SELECT i * 7919::bigint % $3 AS n) c`, id, visitors, claims)
	exec("UPDATE databases SET next_number = $2, next_visitor = $3 WHERE id = $1", id, claims, visitors)
	exec("ANALYZE visitor_claims, contact_addresses")
	numbers := make([]int32, 10_000)
	for i := range numbers {
		numbers[i] = int32(i * (claims / len(numbers)))
	}
	s.join(b, group, numbers...)
	audience := func() float64 {
		began := time.Now()
		_, err := s.chunks(b, &contactsv1.StreamAudienceRequest{
			AccountId: s.account, Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: []int32{id}, GroupIds: []int32{group},
		})
		require.NoError(b, err)
		return time.Since(began).Seconds()
	}
	for b.Loop() {
		exec("DELETE FROM resolved_databases")
		first := audience()
		again := min(audience(), audience(), audience())
		exec(`UPDATE visitor_claims SET occurred_at = now() WHERE database_id = $1 AND visitor % 50 = 0`, id)
		exec(`UPDATE contact_addresses SET gsm = NULL WHERE database_id = $1 AND number % 100 = 0`, id)
		exec(`DELETE FROM visitor_claims WHERE database_id = $1 AND visitor % 500 = 0`, id)
		changed := audience()
		began := time.Now()
		known := s.requireAsClaimed(b, admin, id, group)
		b.Logf("%d known, compared in %s", known, time.Since(began))
		began = time.Now()
		exec("SELECT count(*) FROM (" + fmt.Sprintf(strings.ReplaceAll(asClaimed, "$1", "%[1]d"), id) + ") c")
		plain := time.Since(began).Seconds()
		for name, took := range map[string]float64{"first": first, "again": again, "changed": changed} {
			b.ReportMetric(took, name+"-s")
			b.ReportMetric(plain/took, name+"-times-faster")
		}
		b.ReportMetric(plain, "claims-s")
	}
}
