package contacts_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/local/servicetest"
)

// pages returns page views of count visitors, numbered from first on. The prefix makes the ids of the events unique.
func (s *system) pages(prefix string, first, count int) []object {
	all := make([]object, count)
	for i := range all {
		visitor := fmt.Sprint("v", first+i)
		all[i] = object{
			"type": "page", "messageId": prefix + visitor, "anonymousId": visitor,
			"timestamp": s.Now().Format(time.RFC3339Nano),
		}
	}
	return all
}

// takes sends messages of a website, and waits until they are read.
func (s *system) takes(t testing.TB, key string, messages ...object) {
	t.Helper()
	for len(messages) > 0 {
		part := messages[:min(2500, len(messages))]
		s.batch(t, key, s.Now(), "", part...)
		messages = messages[len(part):]
	}
	s.settle(t)
}

// analyzed returns the number of visitors of a database that a calculation gets.
func (s *system) analyzed(t testing.TB, database int32) (n int) {
	t.Helper()
	chunks, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: typev1.Channel_CHANNEL_WEB, DatabaseIds: []int32{database},
	})
	require.NoError(t, err)
	for _, chunk := range chunks {
		n += len(members(t, chunk.GetMembers()))
	}
	return n
}

// removeWebsite removes a website, and waits until its visitors are removed if they go with it.
func (s *system) removeWebsite(t testing.TB, key, visitors string) {
	t.Helper()
	tracking := contactsv1.NewTrackingServiceClient(s.AsPerson(t, s.by("owner@puls.example")))
	_, err := tracking.DeleteWebTrackingAccount(
		t.Context(), &contactsv1.DeleteWebTrackingAccountRequest{SiClientId: key, Visitors: visitors},
	)
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		return s.count(t, `SELECT count(*) FROM visitor_removals r JOIN databases d ON d.id = r.database_id
			WHERE r.next_visitor < d.next_visitor`) == 0
	}, 5*time.Minute, 20*time.Millisecond)
}

// A website's key is public: any client can send new visitors.
func TestAWebsiteBringsSoManyNewVisitorsAnHour(t *testing.T) {
	t.Parallel()
	s := startAlone(t, conf.Values{"PULS_LIMIT_INTAKE_VISITORS": "100"})
	database := s.ensure(t, "001")["001"]
	shop, blog := s.website(t, "001", "shop.example.com"), s.website(t, "001", "blog.example.com")
	of := func(key string) *contactsv1.WebTrackingAccount {
		for _, website := range s.standing(t) {
			if website.GetSiClientId() == key {
				return website
			}
		}
		t.Fatalf("no website %s", key)
		return nil
	}
	s.Advance(time.Until(s.Now().Truncate(time.Hour).Add(time.Hour + time.Minute))) // one minute into an hour
	s.takes(t, shop, s.pages("a", 0, 90)...)
	require.Zero(t, of(shop).GetLeftOutCount())
	s.takes(t, shop, s.pages("b", 80, 50)...) // ten are known, ten are accepted, thirty left out
	require.EqualValues(t, 30, of(shop).GetLeftOutCount())
	require.EqualValues(t, 30, of(shop).GetRefusedCount())
	require.EqualValues(t, 100, of(shop).GetHourlyVisitorLimit())
	require.Equal(t, 100, s.analyzed(t, database))
	require.Len(t, s.facts(t), 110)

	s.takes(t, shop, s.pages("c", 0, 100)...) // events of existing visitors still count
	require.Len(t, s.facts(t), 210)
	s.takes(t, shop, append(s.pages("d", 500, 2), s.pages("e", 500, 2)...)...)
	require.EqualValues(t, 34, of(shop).GetLeftOutCount(), "every event of theirs is counted as left out")
	s.takes(t, blog, s.pages("f", 200, 101)...) // each website has its own limit
	require.EqualValues(t, 1, of(blog).GetLeftOutCount())
	require.Equal(t, 200, s.analyzed(t, database))

	s.Advance(time.Hour)
	s.takes(t, shop, s.pages("g", 500, 101)...)
	require.Equal(t, 300, s.analyzed(t, database))
	require.EqualValues(t, 35, of(shop).GetLeftOutCount())
	s.load(t, "engagement", "csv", engagementOfVisitors(300))
	require.Equal(t, 600, s.analyzed(t, database), "files are not bounded so")
}

// engagementOfVisitors is a file of page views, each of another visitor.
func engagementOfVisitors(n int) []byte {
	text := []byte("event_id,occurred_at,type,visitor_id,email\n")
	for i := range n {
		text = fmt.Appendf(text, "f%d,2026-10-01T10:00:00Z,web.page_view,f%d,f%d@example.com\n", i, i, i)
	}
	return text
}

func TestAWebsiteTakesItsVisitorsAlong(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // moves the clock
	ids := s.ensure(t, "001", "042")
	database := ids["001"]
	s.load(t, "contacts", "csv", []byte("external_id\nA\nB\nC\n"))
	shop, blog := s.website(t, "001", "shop.example.com"), s.website(t, "001", "blog.example.com")
	other := s.website(t, "042", "other.example.com")
	is := func(visitor, user string) object {
		return object{
			"type": "identify", "messageId": visitor + user, "anonymousId": visitor, "userId": user,
			"timestamp": s.Now().Format(time.RFC3339Nano),
		}
	}
	s.takes(t, shop, append(s.pages("a", 0, 10), is("v0", "A"), is("v1", "B"))...)
	s.takes(t, blog, append(s.pages("b", 5, 10), is("v12", "C"))...) // five visited the shop first
	s.takes(t, other, s.pages("c", 0, 3)...)
	s.load(t, "engagement", "csv", engagementOfVisitors(4))
	admin := s.Admin(t)
	require.Equal(t, 19, s.analyzed(t, database))
	require.Equal(t, 3, s.requireAsClaimed(t, admin, database))

	tracking := contactsv1.NewTrackingServiceClient(s.person(t))
	_, err := tracking.DeleteWebTrackingAccount(
		t.Context(), &contactsv1.DeleteWebTrackingAccountRequest{SiClientId: shop, Visitors: "all"},
	)
	require.Equal(t, codes.InvalidArgument, status.Code(err))
	stranger := contactsv1.NewTrackingServiceClient(s.other(t))
	_, err = stranger.DeleteWebTrackingAccount(
		t.Context(), &contactsv1.DeleteWebTrackingAccountRequest{SiClientId: shop, Visitors: "remove"},
	)
	servicetest.Refused(t, err, codes.NotFound, "TRACKING_NOT_FOUND")
	require.Equal(t, 19, s.analyzed(t, database))

	s.removeWebsite(t, shop, "remove")
	require.Equal(t, 9, s.analyzed(t, database), "those of the other website and of the file stay")
	require.Equal(t, 1, s.requireAsClaimed(t, admin, database))
	require.Equal(t, 3, s.analyzed(t, ids["042"]))
	require.Equal(t, 9, s.count(t, fmt.Sprint("SELECT count(*) FROM visitors WHERE database_id = ", database)))
	found, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: 0})
	require.NoError(t, err)
	require.Empty(t, found.GetContact().GetVisitors())
	log, _ := s.entries(t)
	require.Contains(t, log[len(log)-1], "VISITOR_REMOVAL")

	s.takes(t, blog, s.pages("d", 0, 1)...) // returns as a new visitor
	require.Equal(t, 10, s.analyzed(t, database))
	s.removeWebsite(t, blog, "")
	require.Equal(t, 10, s.analyzed(t, database), "they stay unless they are to go")
	// Events on their way may add visitors for a minute; then the removal ends.
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM visitor_removals"))
	s.Advance(2 * time.Minute)
	require.Eventually(t, func() bool {
		return s.count(t, "SELECT count(*) FROM visitor_removals") == 0
	}, time.Minute, 20*time.Millisecond)

	// Visitors from before websites were stored have none: they count as those of the only website.
	s.exec(t, "UPDATE contacts.visitors SET website = NULL WHERE database_id = $1", ids["042"])
	s.removeWebsite(t, other, "remove")
	require.Zero(t, s.analyzed(t, ids["042"]))
}

// TestVisitorsOfAWebsiteComeAndGo measures the cost of adding and removing PULS_VISITORS visitors; docs/capacity.md has
// the figures for 500,000.
func TestVisitorsOfAWebsiteComeAndGo(t *testing.T) {
	n := benchSize("PULS_VISITORS", 20_000)
	s := startAlone(t, conf.Values{"PULS_LIMIT_INTAKE_VISITORS": fmt.Sprint(n)})
	database := s.ensure(t, "001")["001"]
	shop, blog := s.website(t, "001", "shop.example.com"), s.website(t, "001", "blog.example.com")
	s.takes(t, blog, s.pages("b", n, 1000)...)
	size := func() int {
		return s.count(t, `SELECT pg_total_relation_size('visitors') + pg_total_relation_size('visitor_claims')
			+ pg_total_relation_size('removed_visitors')`)
	}
	before, began := size(), time.Now()
	s.takes(t, shop, s.pages("a", 0, n)...)
	made := time.Since(began)
	require.Equal(t, n+1000, s.analyzed(t, database))
	full := size()
	began = time.Now()
	s.removeWebsite(t, shop, "remove")
	removed := time.Since(began)
	require.Equal(t, 1000, s.analyzed(t, database))
	t.Logf("%d visitors made in %v (%d bytes), removed in %v (%d bytes after)", n, made.Round(time.Millisecond),
		full-before, removed.Round(time.Millisecond), size()-before)
}
