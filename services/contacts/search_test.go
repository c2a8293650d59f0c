package contacts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/local/servicetest"
)

// search returns the found contacts of a page by uid and number, and the total.
func (s *system) search(t testing.TB, req *contactsv1.SearchContactsRequest) (found string, total int32) {
	t.Helper()
	res, err := s.contacts.SearchContacts(t.Context(), req)
	require.NoError(t, err)
	var list []string
	for _, c := range res.GetItems() {
		list = append(list, fmt.Sprintf("%s/%d", c.GetUid(), c.GetNumber()))
	}
	return strings.Join(list, " "), res.GetTotal()
}

func TestContactsAreFoundByAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002", "003")
	s.load(t, "contacts", "csv", []byte(`uid,external_id,email,gsm,email_consent,groups
002,A-1,jan@x.co,+48500000001,true,vip
001,a-1,Jan@X.co,500 000 002,,
001,A-12,janina@x.co,,,vip
001,50%,100%_off@x.co,,,
001,500000001,ŻÓŁW@x.co,,,
002,x,jan+a@x.co,,,
`))
	for query, want := range map[string]string{
		"jan@x.co":         "001/0 002/0",
		" JAN@x.CO ":       "001/0 002/0",
		"500-000-001":      "002/0",
		"0048 500 000 001": "002/0",
		"500000001":        "001/3 002/0", // an external id and a phone number
		"A-1":              "002/0",
		"a-1":              "001/0",
		"A-":               "001/1 002/0",
		"jan":              "001/0 001/1 002/0 002/1",
		"jani":             "001/1",
		"100%":             "001/2",
		"50%":              "001/2",
		"żó":               "001/3",
		"%":                "",
		"_":                "",
		"nobody@x.co":      "",
		"+48":              "",
		`a'; --`:           "",
		"":                 "001/0 001/1 001/2 001/3 002/0 002/1",
	} {
		found, total := s.search(t, &contactsv1.SearchContactsRequest{Query: query})
		require.Equal(t, want, found, query)
		require.Equal(t, int32(len(strings.Fields(want))), total, query)
	}
	found, _ := s.search(t, &contactsv1.SearchContactsRequest{Query: "jan", Uid: "002"})
	require.Equal(t, "002/0 002/1", found)
	res, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{Query: "janina@x.co"})
	require.NoError(t, err)
	one := res.GetItems()[0]
	require.Equal(t, "A-12 janina@x.co", one.GetExternalId()+" "+one.GetEmail())
	require.False(t, one.GetEmailConsent())

	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	vip := groups.GetUids()["001"].GetItems()[0].GetId()
	for query, want := range map[string]string{"": "001/1", "jan": "001/1", "jan@x.co": "", "A-12": "001/1", "zzz": ""} {
		found, total := s.search(t, &contactsv1.SearchContactsRequest{Query: query, GroupId: vip})
		require.Equal(t, want, found, query)
		require.Equal(t, int32(len(strings.Fields(want))), total)
	}
	for reason, req := range map[string]*contactsv1.SearchContactsRequest{
		"DATABASE_NOT_FOUND": {Uid: "777"}, "GROUP_NOT_FOUND": {GroupId: 777},
	} {
		_, err := s.contacts.SearchContacts(t.Context(), req)
		servicetest.Refused(t, err, codes.NotFound, reason)
	}
	_, err = s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{Uid: "002", GroupId: vip})
	servicetest.Refused(t, err, codes.NotFound, "GROUP_NOT_FOUND")
	for _, query := range []string{"a\x00b", "a\nb", strings.Repeat("x", 321)} {
		_, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{Query: query})
		servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
	}
}

func TestFoundContactsComePageByPage(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	s.people(t, "001", 70_000) // two chunks
	s.people(t, "002", 250)
	group := s.group(t, "002", "some")
	s.load(t, "contacts", "csv", []byte("uid,email,groups\n002,c0@x.co,some\n002,c249@x.co,some\n"))
	for _, c := range []struct {
		req   *contactsv1.SearchContactsRequest
		first string
		count int
		total int32
	}{
		{&contactsv1.SearchContactsRequest{}, "001/0", 100, 70_250},
		{&contactsv1.SearchContactsRequest{Page: 656}, "001/65500", 100, 70_250},
		{&contactsv1.SearchContactsRequest{Page: 351, PageSize: 200}, "002/0", 200, 70_250},
		{&contactsv1.SearchContactsRequest{Page: 3, PageSize: 100, Uid: "002"}, "002/200", 50, 250},
		{&contactsv1.SearchContactsRequest{Page: 4, PageSize: 100, Uid: "002"}, "", 0, 250},
		{&contactsv1.SearchContactsRequest{Page: 1_000_000, PageSize: 200}, "", 0, 70_250},
		{&contactsv1.SearchContactsRequest{Page: 2, PageSize: 1, GroupId: group}, "002/249", 1, 2},
		{&contactsv1.SearchContactsRequest{Query: "c2"}, "001/20", 100, 10_000},
		{&contactsv1.SearchContactsRequest{Query: "c24", Uid: "002", PageSize: 5, Page: 2}, "002/244", 5, 11},
	} {
		found, total := s.search(t, c.req)
		list := strings.Fields(found)
		require.Equal(t, c.total, total, c.req)
		require.Len(t, list, c.count, c.req)
		if c.count > 0 {
			require.Equal(t, c.first, list[0], c.req)
		}
	}
}

func TestAContactHasTheVisitorsThatItIs(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.people(t, "001", 2)
	rows := []byte("event_id,occurred_at,type,visitor_id,email,domain\n")
	for v := range 102 {
		rows = fmt.Appendf(rows, "%d,2026-10-01T10:00:00Z,web.page_view,v%d,c0@x.co,x.co\n", v, v)
	}
	// A later claim wins unless it names no contact.
	rows = append(rows, "x,2026-10-02T10:00:00Z,web.page_view,v1,c1@x.co,x.co\n"+
		"y,2026-10-03T10:00:00Z,web.page_view,v2,nobody@x.co,x.co\n"...)
	require.Equal(t, "done", s.load(t, "engagement", "csv", rows).GetState())
	visitors := func(number int32) []*contactsv1.ContactVisitor {
		res, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: number})
		require.NoError(t, err)
		return res.GetContact().GetVisitors()
	}
	first := visitors(0)
	require.Len(t, first, 100)
	names := map[string]bool{}
	for i, v := range first {
		names[v.GetVisitorId()] = true
		require.True(t, i == 0 || first[i-1].GetNumber() < v.GetNumber())
	}
	require.True(t, names["v2"])
	require.False(t, names["v1"])
	require.Len(t, visitors(1), 1)
	require.Equal(t, "v1", visitors(1)[0].GetVisitorId())
}

func TestContactsThatAreFoundNameTheirGroups(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	s.load(t, "contacts", "csv", []byte("uid,email,groups\n001,a@x.co,VIP|Klub|Nowi|Stali\n042,b@x.co,VIP\n001,c@x.co,\n"))
	for _, with := range []bool{true, false} {
		found, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{WithGroups: with})
		require.NoError(t, err)
		said := map[string]string{}
		for _, c := range found.GetItems() {
			said[c.GetEmail()] = fmt.Sprint(c.GetGroups(), c.GetGroupCount())
		}
		want := map[string]string{"a@x.co": "[Klub Nowi Stali] 4", "b@x.co": "[VIP] 1", "c@x.co": "[] 0"}
		if !with {
			want = map[string]string{"a@x.co": "[] 0", "b@x.co": "[] 0", "c@x.co": "[] 0"}
		}
		require.Equal(t, want, said)
	}
}
