package contacts_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

// scores returns the found contacts with their scores, or reasons, and changes.
func (s *system) scores(t testing.TB, req *contactsv1.SearchContactsRequest) string {
	t.Helper()
	req.ScoringId = scoringID
	res, err := s.contacts.SearchContacts(t.Context(), req)
	require.NoError(t, err)
	var list []string
	for _, c := range res.GetItems() {
		text := fmt.Sprintf("%s/%d:%s", c.GetUid(), c.GetNumber(), c.GetReason())
		if c.GetScore() != nil {
			text += fmt.Sprint(c.GetScore().GetValue())
		}
		if c.GetChange() != nil {
			text += fmt.Sprintf("%+d", c.GetChange().GetValue())
		}
		list = append(list, text)
	}
	return fmt.Sprintf("%d of %d: %s", len(list), res.GetTotal(), strings.Join(list, " "))
}

// scoredPeople creates contacts of three uids, and results of days 2, 9 and 10.
func scoredPeople(t *testing.T) *system {
	t.Helper()
	s := start(t)
	databases := s.ensure(t, "001", "002", "003")
	s.people(t, "001", 6)
	s.people(t, "002", 3)
	s.people(t, "003", 1)
	s.load(t, "contacts", "csv", []byte("uid,email,email_consent,groups\n001,c2@x.co,false,\n001,c0@x.co,,vip\n001,c4@x.co,,vip\n"))
	// Number 6 of 001 has no contact.
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{
		"001": {80, 30, 5, 203, 50, 60, 100}, "002": {40, 41},
	})
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 9, databases, map[string][]byte{"001": {1, 1, 1, 1, 1, 1}})
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 10, databases, map[string][]byte{
		"001": {90, 20, 201, 81, 50, 60, 100}, "002": {255, 95},
	})
	return s
}

func TestContactsAreFoundByTheirScores(t *testing.T) {
	t.Parallel()
	s := scoredPeople(t)
	all := "001/0:90+10 001/1:20-10 001/2:NO_CONSENT 001/3:81 001/4:50+0 001/5:60+0 002/0: 002/1:95+54 002/2: 003/0:"
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	group := groups.GetUids()["001"].GetItems()[0]
	for _, c := range []struct {
		req  *contactsv1.SearchContactsRequest
		want string
	}{
		{&contactsv1.SearchContactsRequest{}, "10 of 10: " + all},
		{&contactsv1.SearchContactsRequest{ScoringType: "mailing", GeneratedDate: "2026-11-10"}, "10 of 10: " + all},
		{&contactsv1.SearchContactsRequest{Uid: "002"}, "3 of 3: 002/0: 002/1:95+54 002/2:"},
		{&contactsv1.SearchContactsRequest{Uid: "003"}, "1 of 1: 003/0:"},
		{
			&contactsv1.SearchContactsRequest{Sort: "-score"},
			"10 of 10: 002/1:95+54 001/0:90+10 001/3:81 001/5:60+0 001/4:50+0 001/1:20-10 001/2:NO_CONSENT 002/0: 002/2: 003/0:",
		},
		{
			&contactsv1.SearchContactsRequest{Sort: "score", PageSize: 3, Page: 2},
			"3 of 10: 001/3:81 001/0:90+10 002/1:95+54",
		},
		{&contactsv1.SearchContactsRequest{Sort: "score", PageSize: 4, Page: 3}, "2 of 10: 002/2: 003/0:"},
		{&contactsv1.SearchContactsRequest{Sort: "score", PageSize: 4, Page: 4}, "0 of 10: "},
		{
			&contactsv1.SearchContactsRequest{Sort: "-change", PageSize: 6},
			"6 of 10: 002/1:95+54 001/0:90+10 001/4:50+0 001/5:60+0 001/1:20-10 001/2:NO_CONSENT",
		},
		{&contactsv1.SearchContactsRequest{Sort: "change", PageSize: 2}, "2 of 10: 001/1:20-10 001/4:50+0"},
		{&contactsv1.SearchContactsRequest{Bands: []int32{4}, Sort: "-score"}, "3 of 3: 002/1:95+54 001/0:90+10 001/3:81"},
		{&contactsv1.SearchContactsRequest{Bands: []int32{0, 2}}, "3 of 3: 001/1:20-10 001/4:50+0 001/5:60+0"},
		{&contactsv1.SearchContactsRequest{WithoutScore: true}, "4 of 4: 001/2:NO_CONSENT 002/0: 002/2: 003/0:"},
		{
			&contactsv1.SearchContactsRequest{Bands: []int32{0}, WithoutScore: true, Uid: "001"},
			"2 of 2: 001/1:20-10 001/2:NO_CONSENT",
		},
		{&contactsv1.SearchContactsRequest{Consent: "none"}, "1 of 1: 001/2:NO_CONSENT"},
		{&contactsv1.SearchContactsRequest{Consent: "given", Uid: "001", Bands: []int32{0}}, "1 of 1: 001/1:20-10"},
		{&contactsv1.SearchContactsRequest{GroupId: group.GetId(), Sort: "score"}, "2 of 2: 001/4:50+0 001/0:90+10"},
		{&contactsv1.SearchContactsRequest{Query: "c1@"}, "2 of 2: 001/1:20-10 002/1:95+54"},
		{&contactsv1.SearchContactsRequest{GeneratedDate: "2026-11-02", Uid: "002"}, "3 of 3: 002/0:40 002/1:41 002/2:"},
	} {
		require.Equal(t, c.want, s.scores(t, c.req), c.req)
	}
	res, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{ScoringId: scoringID})
	require.NoError(t, err)
	require.Equal(t, "mailing 2026-11-10 2026-11-02",
		res.GetScoringType()+" "+res.GetGeneratedDate()+" "+res.GetComparedDate(), "a result of the day before is too young")
}

func TestAConditionByScoresNeedsAResult(t *testing.T) {
	t.Parallel()
	s := scoredPeople(t)
	unknown := "0199d8a2-0000-7000-8000-00000000000b"
	for _, c := range []struct {
		req    *contactsv1.SearchContactsRequest
		code   codes.Code
		reason string
	}{
		{&contactsv1.SearchContactsRequest{Bands: []int32{4}}, codes.InvalidArgument, "REQUEST_INVALID"},
		{&contactsv1.SearchContactsRequest{Sort: "-score"}, codes.InvalidArgument, "REQUEST_INVALID"},
		{&contactsv1.SearchContactsRequest{WithoutScore: true}, codes.InvalidArgument, "REQUEST_INVALID"},
		{&contactsv1.SearchContactsRequest{ScoringId: scoringID, Sort: "name"}, codes.InvalidArgument, "REQUEST_INVALID"},
		{
			&contactsv1.SearchContactsRequest{ScoringId: scoringID, Bands: []int32{5}}, codes.InvalidArgument,
			"REQUEST_INVALID",
		},
		{&contactsv1.SearchContactsRequest{ScoringId: "x"}, codes.InvalidArgument, "REQUEST_INVALID"},
		{&contactsv1.SearchContactsRequest{ScoringId: unknown}, codes.NotFound, "REPORT_NOT_FOUND"},
		{&contactsv1.SearchContactsRequest{ScoringId: scoringID, ScoringType: "sms"}, codes.NotFound, "REPORT_NOT_FOUND"},
		{
			&contactsv1.SearchContactsRequest{ScoringId: scoringID, GeneratedDate: "2026-11-03"}, codes.NotFound,
			"REPORT_NOT_FOUND",
		},
		{
			&contactsv1.SearchContactsRequest{ScoringId: scoringID, GeneratedDate: "2026-02-30"}, codes.InvalidArgument,
			"DATE_INVALID",
		},
		{&contactsv1.SearchContactsRequest{ScoringId: scoringID, Uid: "777"}, codes.NotFound, "DATABASE_NOT_FOUND"},
		{&contactsv1.SearchContactsRequest{ScoringId: scoringID, GroupId: 99}, codes.NotFound, "GROUP_NOT_FOUND"},
	} {
		_, err := s.contacts.SearchContacts(t.Context(), c.req)
		servicetest.Refused(t, err, c.code, c.reason)
	}
	// The condition on consents needs no scores. Another account cannot see the result.
	found, _ := s.search(t, &contactsv1.SearchContactsRequest{Consent: "none"})
	require.Equal(t, "001/2", found)
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err := other.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{ScoringId: scoringID})
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
}

func TestAllThatASearchFindsJoinAGroup(t *testing.T) {
	t.Parallel()
	s := scoredPeople(t)
	group := s.group(t, "001", "engaged")
	database := s.ensure(t, "001")["001"]
	best := &contactsv1.SearchContactsRequest{ScoringId: scoringID, Bands: []int32{2, 4}, PageSize: 1}
	added, err := s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{
		Id: group, Numbers: []int32{1}, Search: best,
	})
	require.NoError(t, err)
	require.Equal(t, int32(5), added.GetAdded())
	require.Equal(t, []int{0, 1, 3, 4, 5}, s.members(t, database, group))
	within := &contactsv1.SearchContactsRequest{ScoringId: scoringID, Bands: []int32{2}, GroupId: group}
	removed, err := s.contacts.RemoveGroupMembers(t.Context(), &contactsv1.RemoveGroupMembersRequest{
		Id: group, Search: within,
	})
	require.NoError(t, err)
	require.Equal(t, int32(2), removed.GetRemoved())
	require.Equal(t, []int{0, 1, 3}, s.members(t, database, group))
	_, err = s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{Id: 99, Search: best})
	servicetest.Refused(t, err, codes.NotFound, "GROUP_NOT_FOUND")
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err = other.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{Id: group, Search: best})
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
}

func TestAllThatASearchFindsAreInAFile(t *testing.T) {
	t.Parallel()
	s := scoredPeople(t)
	file := s.exportSome(t, &contactsv1.ExportContactsRequest{Uid: "001", Search: &contactsv1.SearchContactsRequest{
		ScoringId: scoringID, Bands: []int32{4}, WithoutScore: true, PageSize: 1,
	}})
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	require.NoError(t, err)
	var list []string
	for _, row := range rows {
		list = append(list, strings.Join(append([]string{row[2]}, row[len(row)-2:]...), " "))
	}
	require.Equal(t, []string{"email score excluded_reason", "c0@x.co 90 ", "c2@x.co  NO_CONSENT", "c3@x.co 81 "}, list)

	// The event log has only these contacts, and an import ignores the columns.
	entries, err := contactsv1.NewDataProtectionServiceClient(s.person(t)).ListEntries(
		t.Context(), &contactsv1.ListEntriesRequest{},
	)
	require.NoError(t, err)
	require.Equal(t, int32(3), entries.GetItems()[0].GetEmailCount())
	again := s.load(t, "contacts", "csv", file)
	require.Equal(t, "done 3 0", fmt.Sprint(again.GetState(), " ", again.GetKept(), " ", again.GetRefused()))

	wrong, err := s.contacts.ExportContacts(t.Context(), &contactsv1.ExportContactsRequest{
		Uid: "001", Search: &contactsv1.SearchContactsRequest{Uid: "002"},
	})
	require.NoError(t, err)
	_, err = wrong.Recv()
	servicetest.Refused(t, err, codes.NotFound, "DATABASE_NOT_FOUND")

	plain := s.exportSome(t, &contactsv1.ExportContactsRequest{Uid: "001", Search: &contactsv1.SearchContactsRequest{Query: "c1"}})
	require.NotContains(t, string(plain), "score")
	require.Equal(t, 2, bytes.Count(plain, []byte("\n")))
}

func TestContactsAreFoundByTheirLastActivity(t *testing.T) {
	t.Parallel()
	s := scoredPeople(t)
	databases := s.ensure(t, "001", "002")
	today := s.Now().UTC()
	day := func(ago int) string { return today.AddDate(0, 0, -ago).Format(time.DateOnly) }
	s.peers.engine.did([]did{
		{typev1.Channel_CHANNEL_MAILING, databases["001"], 0, day(3), 3},
		{typev1.Channel_CHANNEL_MAILING, databases["001"], 4, day(40), 2},
		{typev1.Channel_CHANNEL_MAILING, databases["001"], 5, day(100), 2},
		{typev1.Channel_CHANNEL_MAILING, databases["002"], 1, day(1), 2},
		{typev1.Channel_CHANNEL_SMS, databases["001"], 1, day(2), 3},
	}...)
	did := func(req *contactsv1.SearchContactsRequest) string {
		req.WithActivity = true
		res, err := s.contacts.SearchContacts(t.Context(), req)
		require.NoError(t, err)
		var list []string
		for _, c := range res.GetItems() {
			list = append(list, fmt.Sprintf("%s/%d:%s %s", c.GetUid(), c.GetNumber(), c.GetLastActivity(), c.GetLastActivityType()))
		}
		return strings.Join(list, ", ")
	}
	opened, clicked := " opened", " clicked"
	require.Equal(t, "001/0:"+day(3)+clicked+", 001/3: , 001/4:"+day(40)+opened+", 001/5: ",
		did(&contactsv1.SearchContactsRequest{ScoringId: scoringID, Bands: []int32{2, 4}, Uid: "001", Consent: "given"}),
		"what is older than 91 days is not shown, nor what was done on another channel")
	require.Equal(t, "002/1:"+day(1)+opened+", 001/0:"+day(3)+clicked,
		did(&contactsv1.SearchContactsRequest{ScoringId: scoringID, ActiveSince: day(3), Sort: "-score"}))
	require.Equal(t, "001/1:"+day(2)+clicked,
		did(&contactsv1.SearchContactsRequest{ScoringType: "sms", ActiveSince: day(30)}), "no scoring is needed for it")
	found, total := s.search(t, &contactsv1.SearchContactsRequest{ActiveSince: day(100), PageSize: 2})
	require.Equal(t, "001/0 001/4 4", fmt.Sprint(found, " ", total))
	require.Empty(t, did(&contactsv1.SearchContactsRequest{ActiveSince: day(0)}))

	group := s.group(t, "001", "active")
	added, err := s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{
		Id: group, Search: &contactsv1.SearchContactsRequest{ActiveSince: day(50)},
	})
	require.NoError(t, err)
	require.Equal(t, int32(2), added.GetAdded())

	_, err = s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{ActiveSince: "2026-02-30"})
	servicetest.Refused(t, err, codes.InvalidArgument, "DATE_INVALID")
}

func TestAContactHasTheBestScoreAndTheLastEventOfItsVisitors(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,external_id\na@x.co,A\nb@x.co,B\n"))
	s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email,domain\n"+
		"1,2026-11-01T10:00:00Z,web.page_view,v0,b@x.co,x.co\n2,2026-11-01T10:00:00Z,web.page_view,v1,b@x.co,x.co\n"+
		"3,2026-11-01T10:00:00Z,web.page_view,v2,,x.co\n"))
	s.result(scoringID, typev1.Channel_CHANNEL_WEB, 10, databases, map[string][]byte{"001": {128 | 40, 128 | 70, 99}})
	day := s.Now().UTC().AddDate(0, 0, -4).Format(time.DateOnly)
	s.peers.engine.did([]did{
		{typev1.Channel_CHANNEL_WEB, databases["001"], 0, s.Now().UTC().AddDate(0, 0, -9).Format(time.DateOnly), 4},
		{typev1.Channel_CHANNEL_WEB, databases["001"], 1, day, 1},
	}...)
	require.Equal(t, "2 of 2: 001/1:70 001/0:", s.scores(t, &contactsv1.SearchContactsRequest{Sort: "-score"}))
	res, err := s.contacts.SearchContacts(t.Context(), &contactsv1.SearchContactsRequest{
		ScoringId: scoringID, WithActivity: true, Bands: []int32{3},
	})
	require.NoError(t, err)
	require.Equal(t, day+" product_view", res.GetItems()[0].GetLastActivity()+" "+res.GetItems()[0].GetLastActivityType())
}
