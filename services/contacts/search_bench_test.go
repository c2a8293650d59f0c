package contacts_test

import (
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// BenchmarkSearch searches for addresses and reads pages of contacts, without scores and with those of a result, and
// adds the contacts of two bands to a group. The metric times is the ratio of the median to that of the first case,
// p99-ms is over the pages of a case.
func BenchmarkSearch(b *testing.B) {
	n := benchSize("PULS_BENCH_CONTACTS", 50_000)
	s := start(b)
	databases := s.ensure(b, "001")
	require.Equal(b, int32(n), s.load(b, "contacts", "csv", contactsFile(n)).GetKept())
	for _, day := range []int{2, 10} {
		cells := make([]byte, n)
		for i := range cells {
			cells[i] = byte((i*7 + day*i%13) % 101)
		}
		s.result(scoringID, typev1.Channel_CHANNEL_MAILING, day, databases, map[string][]byte{"001": cells})
	}
	var plain time.Duration
	for _, c := range []struct {
		name string
		req  *contactsv1.SearchContactsRequest
	}{
		{"a page", &contactsv1.SearchContactsRequest{Page: 50}},
		{"with groups", &contactsv1.SearchContactsRequest{Page: 50, WithGroups: true}},
		{"by score with groups", &contactsv1.SearchContactsRequest{
			Page: 50, ScoringId: scoringID, Sort: "-score", WithGroups: true,
		}},
		{"an address", &contactsv1.SearchContactsRequest{Query: "person.0@example.com"}},
		{"a phone", &contactsv1.SearchContactsRequest{Query: "500 007 777"}},
		{"the beginning of many", &contactsv1.SearchContactsRequest{Query: "person"}},
		{"nobody", &contactsv1.SearchContactsRequest{Query: "zzz"}},
		{"with scores", &contactsv1.SearchContactsRequest{Page: 50, ScoringId: scoringID}},
		{"by score", &contactsv1.SearchContactsRequest{Page: 50, ScoringId: scoringID, Sort: "-score"}},
		{"a band by change", &contactsv1.SearchContactsRequest{
			Page: 50, ScoringId: scoringID, Sort: "-change", Bands: []int32{3}, Consent: "given",
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				_, err := s.contacts.SearchContacts(b.Context(), c.req)
				require.NoError(b, err)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			median := took[len(took)/2]
			if plain == 0 {
				plain = median
			}
			b.ReportMetric(float64(median)/float64(plain), "times")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	b.Run("a band to a group", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			group := s.group(b, "001", rand.Text())
			b.StartTimer()
			added, err := s.contacts.AddGroupMembers(b.Context(), &contactsv1.AddGroupMembersRequest{
				Id: group, Search: &contactsv1.SearchContactsRequest{ScoringId: scoringID, Bands: []int32{3, 4}},
			})
			require.NoError(b, err)
			b.ReportMetric(float64(added.GetAdded()), "contacts")
		}
	})
}
