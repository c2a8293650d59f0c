package contacts_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// benchSize reads a size from the environment, for larger runs: PULS_BENCH_CONTACTS=1000000 PULS_BENCH_ROWS=3000000.
func benchSize(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func contactsFile(n int) []byte {
	text := []byte("uid,external_id,email,gsm,created_at,email_consent,sms_consent,email_blocked,gsm_blocked,groups\n")
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		created := time.Date(2023, 1, 1, 0, 0, r.IntN(1000*86400), 0, time.UTC).Format(time.RFC3339)
		text = fmt.Appendf(text, "001,C%07d,person.%x@example.com,+48%09d,%s,true,%t,false,false,group %d\n",
			i, uint32(i)*2_654_435_761, 500_000_000+i, created, i%3 == 0, r.IntN(5))
	}
	return text
}

func eventsFile(n, contacts int, form string) []byte {
	r := rand.New(rand.NewPCG(2, 2))
	rows := make([]string, n)
	first := time.Now().AddDate(0, 0, -80)
	for i := range rows {
		at := first.Add(time.Duration(i) * 70 * 24 * time.Hour / time.Duration(n)).UTC().Format(time.RFC3339)
		message := fmt.Sprintf("m%d", i/50_000)
		if form == "single" {
			message = fmt.Sprintf("automation-%08d", i)
		}
		rows[i] = fmt.Sprintf("e%d,%s,001,mailing.%s,%s,info,C%07d,,,,\n", i, at,
			[]string{"sent", "delivered", "opened"}[i%3], message, r.IntN(contacts))
	}
	if form == "shuffled" {
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	}
	text := []byte("event_id,occurred_at,uid,type,message_id,category,external_id,email,gsm,visitor_id,domain\n")
	for _, row := range rows {
		text = append(text, row...)
	}
	return text
}

// visitsFile makes events of a website, ten for each visitor. A third of the visitors have an external id.
func visitsFile(n, contacts int) []byte {
	r := rand.New(rand.NewPCG(3, 3))
	text := []byte("event_id,occurred_at,uid,type,external_id,visitor_id,domain\n")
	first := time.Now().AddDate(0, 0, -80)
	for i := range n {
		at := first.Add(time.Duration(i) * 70 * 24 * time.Hour / time.Duration(n)).UTC().Format(time.RFC3339)
		visitor, who := r.IntN(1+n/10), ""
		if visitor%3 == 0 {
			who = fmt.Sprintf("C%07d", visitor%contacts)
		}
		text = fmt.Appendf(text, "w%d,%s,001,web.page_view,%s,visitor-%d,shop.example.com\n", i, at, who, visitor)
	}
	return text
}

// BenchmarkImport imports files through the API of users, from the upload to the end of the import.
func BenchmarkImport(b *testing.B) {
	contacts, rows := benchSize("PULS_BENCH_CONTACTS", 50_000), benchSize("PULS_BENCH_ROWS", 500_000)
	s := start(b)
	s.ensure(b, "001")
	measure := func(name, kind string, body []byte, n int) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				id, err := s.upload(b, kind, body)
				require.NoError(b, err)
				require.Equal(b, int32(n), s.wait(b, id).GetRead())
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
	people := contactsFile(contacts)
	measure("contacts", "contacts", people, contacts)
	measure("contacts again", "contacts", people, contacts)
	for _, form := range []string{"by time", "shuffled", "single"} {
		measure("engagement "+form, "engagement", eventsFile(rows, contacts, form), rows)
	}
	measure("visits", "engagement", visitsFile(rows, contacts), rows)
	id := s.ensure(b)["001"]
	for _, channel := range []typev1.Channel{typev1.Channel_CHANNEL_MAILING, typev1.Channel_CHANNEL_WEB} {
		b.Run("recipients "+channel.String(), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(float64(len(s.recipients(b, id, channel))), "recipients")
			}
		})
		b.Run("audience "+channel.String(), func(b *testing.B) {
			for b.Loop() {
				_, err := s.chunks(b, &contactsv1.StreamAudienceRequest{
					AccountId: s.account, Channel: channel, DatabaseIds: []int32{id}, GroupIds: []int32{1, 2, 3}, GeneratedDay: 19800,
				})
				require.NoError(b, err)
			}
		})
	}
}
