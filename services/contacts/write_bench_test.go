package contacts_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

// wholeContacts returns a file of contacts with most fields. Another round has other values of both properties, another
// second group and the opposite consent to SMS.
func wholeContacts(n, round int) []byte {
	text := []byte("external_id,email,gsm,email_consent,sms_consent,groups,property:city,property:points\n")
	for i := range n {
		text = fmt.Appendf(text, "C%07d,person.%x@example.com,+48%09d,true,%t,customers|group %d,City %d,%d\n",
			i, uint32(i)*2_654_435_761, 500_000_000+i, (i+round)%2 == 0, (i+round)%5, (i+round)%1000, i+round)
	}
	return text
}

// BenchmarkChangeGroups adds contacts to a group: by a file with their addresses, and by their numbers.
func BenchmarkChangeGroups(b *testing.B) {
	n := benchSize("PULS_BENCH_MEMBERS", 10_000)
	s := start(b)
	s.ensure(b, "001")
	people, file, numbers := []byte("email\n"), []byte("email,groups\n"), make([]int32, n)
	for i := range n {
		people = fmt.Appendf(people, "person.%x@example.com\n", uint32(i)*2_654_435_761)
		file = fmt.Appendf(file, "person.%x@example.com,vip\n", uint32(i)*2_654_435_761)
		numbers[i] = int32(i)
	}
	require.EqualValues(b, n, s.load(b, "contacts", "csv", people).GetKept())
	group := s.group(b, "001", "numbers")
	for b.Loop() {
		began := time.Now()
		require.EqualValues(b, n, s.load(b, "contacts", "csv", file).GetKept())
		b.ReportMetric(time.Since(began).Seconds(), "file-s")
		began = time.Now()
		res, err := s.contacts.AddGroupMembers(
			b.Context(), &contactsv1.AddGroupMembersRequest{Id: group, Numbers: numbers},
		)
		require.NoError(b, err)
		require.EqualValues(b, n, res.GetAdded()+res.GetAlreadyThere())
		b.ReportMetric(time.Since(began).Seconds(), "numbers-s")
	}
}

// reference is a table with one row for all data of a contact.
const reference = `CREATE TABLE reference (
	database_id integer, number integer, external_id text COLLATE "C", email text COLLATE "C", gsm text COLLATE "C",
	email_consent boolean, sms_consent boolean, properties jsonb, PRIMARY KEY (database_id, number),
	UNIQUE (database_id, external_id), UNIQUE (database_id, email), UNIQUE (database_id, gsm)) WITH (fillfactor = 50)`

// BenchmarkWriteContacts imports a file of new contacts and another that changes all of them. It also reports how many
// times as long each took as a COPY into a plain table, and as one UPDATE of that table.
func BenchmarkWriteContacts(b *testing.B) {
	n := benchSize("PULS_BENCH_CONTACTS", 50_000)
	s := start(b)
	s.ensure(b, "001")
	for _, p := range []*contactsv1.AddPropertyRequest{{Name: "city", Type: "Text"}, {Name: "points", Type: "Number"}} {
		p.Uid = "001"
		_, err := s.contacts.AddProperty(b.Context(), p)
		require.NoError(b, err)
	}
	admin := s.Admin(b)
	exec := func(statement string) time.Duration {
		began := time.Now()
		_, err := admin.Exec(b.Context(), statement)
		require.NoError(b, err)
		return time.Since(began)
	}
	exec(reference)
	for b.Loop() {
		for round, name := range []string{"new", "changed"} {
			file := wholeContacts(n, round)
			began := time.Now()
			id, err := s.upload(b, "contacts", file)
			require.NoError(b, err)
			kept := s.wait(b, id).GetKept()
			took := time.Since(began)
			require.EqualValues(b, n, kept)
			b.ReportMetric(float64(n)/took.Seconds(), name+"-rows/s")
			plain := time.Duration(0)
			if round == 0 {
				plain = copyContacts(b, admin, n)
			} else {
				plain = exec("UPDATE reference SET sms_consent = NOT sms_consent, properties = jsonb_set(properties, '{1}', '\"x\"')")
			}
			b.ReportMetric(took.Seconds()/plain.Seconds(), name+"-x")
		}
	}
}

func copyContacts(b *testing.B, admin *pgxpool.Pool, n int) time.Duration {
	b.Helper()
	began := time.Now()
	columns := []string{
		"database_id", "number", "external_id", "email", "gsm", "email_consent", "sms_consent", "properties",
	}
	i := -1
	_, err := admin.CopyFrom(b.Context(), pgx.Identifier{"reference"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		if i++; i == n {
			return nil, nil
		}
		return []any{
			int32(1), int32(i), fmt.Sprintf("C%07d", i), fmt.Sprintf("person.%x@example.com", uint32(i)*2_654_435_761),
			fmt.Sprintf("+48%09d", 500_000_000+i), true, i%2 == 0,
			fmt.Sprintf(`{"1": "City %d", "2": "%d"}`, i%1000, i),
		}, nil
	}))
	require.NoError(b, err)
	return time.Since(began)
}
