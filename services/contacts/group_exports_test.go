package contacts_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// result adds a result of a day of November to the engine, with cells by uid.
func (s *system) result(
	scoring string, channel typev1.Channel, day int, databases map[string]int32, cells map[string][]byte,
) {
	announced := s.calculated(scoring, channel, day, 1, 0, 0)
	s.peers.engine.mu.Lock()
	defer s.peers.engine.mu.Unlock()
	of := stored{s.account, scoring, announced.GetGeneratedDate()}
	announced.Databases, s.peers.engine.results[of] = nil, nil
	for uid, some := range cells {
		judged := &scoringenginev1.DatabaseResult{DatabaseId: databases[uid], Uid: uid}
		announced.Databases = append(announced.Databases, judged)
		for chunk := 0; chunk<<16 < len(some); chunk++ {
			s.peers.engine.results[of] = append(s.peers.engine.results[of], &scoringenginev1.StreamScoresResponse{
				DatabaseId: databases[uid], Chunk: uint32(chunk), Cells: some[chunk<<16 : min(len(some), (chunk+1)<<16)],
			})
		}
	}
	s.peers.engine.announced = append(s.peers.engine.announced, announced)
}

// people creates contacts of a uid; their numbers are 0 to n-1.
func (s *system) people(t testing.TB, uid string, n int) {
	t.Helper()
	rows := []byte("uid,email,email_consent\n")
	for i := range n {
		rows = fmt.Appendf(rows, "%s,c%d@x.co,true\n", uid, i)
	}
	require.Equal(t, int32(n), s.load(t, "contacts", "csv", rows).GetKept())
}

// inGroup returns the bitmaps of a group, by chunk, as streamed to the engine: of contacts or, for web, of visitors.
func (s *system) inGroup(t testing.TB, channel typev1.Channel, database, group int32) map[uint32][]byte {
	t.Helper()
	stream, err := s.audience.StreamAudience(t.Context(), &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: channel, DatabaseIds: []int32{database}, GroupIds: []int32{group},
	})
	require.NoError(t, err)
	bits := map[uint32][]byte{}
	for chunk, err := stream.Recv(); err == nil; chunk, err = stream.Recv() {
		for _, g := range chunk.GetGroups() {
			bits[chunk.GetChunk()] = g.GetBits()
		}
	}
	return bits
}

// members returns the numbers of a group's contacts.
func (s *system) members(t testing.TB, database, group int32) []int {
	t.Helper()
	var numbers []int
	for chunk, bits := range s.inGroup(t, typev1.Channel_CHANNEL_MAILING, database, group) {
		for i, b := range bits {
			for bit := range 8 {
				if b>>bit&1 != 0 {
					numbers = append(numbers, int(chunk)<<16|i<<3|bit)
				}
			}
		}
	}
	slices.Sort(numbers)
	return numbers
}

func (s *system) group(t testing.TB, uid, name string) int32 {
	t.Helper()
	res, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: uid, Name: name})
	require.NoError(t, err)
	return res.GetId()
}

func band(low, high, group int32, name string) *contactsv1.BandTarget {
	return &contactsv1.BandTarget{ScoringMin: low, ScoringMax: high, GroupId: group, NewGroupName: name}
}

// items formats the items of a receipt.
func items(e *contactsv1.GroupExport) []string {
	var list []string
	for _, i := range e.GetItems() {
		list = append(list, fmt.Sprintf("%s %s %d-%d%s new=%t +%d =%d -%d", i.GetUid(), i.GetGroupName(), i.GetScoringMin(),
			i.GetScoringMax(), i.GetReason(), i.GetCreated(), i.GetAdded(), i.GetAlreadyThere(), i.GetRemoved()))
	}
	return list
}

func TestBandsAreAddedToGroupsAndTakenOut(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001", "002")
	s.people(t, "001", 6)
	s.people(t, "002", 2)
	kept := s.group(t, "001", "kept")
	s.load(t, "contacts", "csv", []byte("email,groups\nc4@x.co,kept\n"))
	// Number 6 of 001 has no contact. The result of the day before would put all contacts into the first band.
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 1, databases, map[string][]byte{"001": {1, 1, 1, 1, 1, 1}})
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{
		"001": {90, 20, 201, 81, 50, 60, 100}, "002": {255, 95},
	})
	targets := []*contactsv1.BandTarget{
		band(81, 100, 0, "  Best   of all "), band(41, 60, kept, ""), band(0, 9, 0, "nobody"),
	}
	res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{Id: scoringID, Targets: targets})
	require.NoError(t, err)
	receipt := res.GetExport()
	require.Equal(t, []string{
		"001 Best of all 81-100 new=true +2 =0 -0", "002 Best of all 81-100 new=true +1 =0 -0", "001 kept 41-60 new=false +1 =1 -0",
	}, items(receipt))
	require.Equal(t, "mailing 2026-11-02", receipt.GetScoringType()+" "+receipt.GetGeneratedDate())
	require.Equal(t, int32(1), receipt.GetErased())
	best, other := receipt.GetItems()[0].GetGroupId(), receipt.GetItems()[1].GetGroupId()
	require.Equal(t, []int{0, 3}, s.members(t, databases["001"], best))
	require.Equal(t, []int{1}, s.members(t, databases["002"], other))
	require.Equal(t, []int{4, 5}, s.members(t, databases["001"], kept))
	card, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: 3})
	require.NoError(t, err)
	require.Equal(t, "Best of all", card.GetContact().GetGroups()[0].GetName())

	// The second export adds to one of the groups of the first.
	again := &contactsv1.ExportToGroupsRequest{
		Id: scoringID, Uids: []string{"001"}, Targets: []*contactsv1.BandTarget{band(20, 100, best, "")},
	}
	second, err := s.exports.ExportToGroups(t.Context(), again)
	require.NoError(t, err)
	require.Equal(t, []string{"001 Best of all 20-100 new=false +3 =2 -0"}, items(second.GetExport()))

	undone, err := s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: receipt.GetId()})
	require.NoError(t, err)
	require.Equal(t, []string{
		"001 Best of all 81-100 new=true +2 =0 -2", "002 Best of all 81-100 new=true +1 =0 -1", "001 kept 41-60 new=false +1 =1 -1",
	}, items(undone.GetExport()))
	require.Equal(t, []int{1, 4, 5}, s.members(t, databases["001"], best), "whom the second export added stays")
	require.Equal(t, []int{4}, s.members(t, databases["001"], kept))
	_, err = s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: receipt.GetId()})
	servicetest.Refused(t, err, codes.FailedPrecondition, "EXPORT_UNDONE")
	current, ok := rpc.FailureOf(err).Current.(*contactsv1.GroupExport)
	require.True(t, ok)
	require.True(t, proto.Equal(undone.GetExport(), current), "%s\n%s", undone.GetExport(), current)

	list, err := s.exports.ListGroupExports(t.Context(), &contactsv1.ListGroupExportsRequest{Id: scoringID})
	require.NoError(t, err)
	require.Len(t, list.GetItems(), 2)
	require.True(t, proto.Equal(second.GetExport(), list.GetItems()[0]), "%s\n%s", second.GetExport(), list.GetItems()[0])
	one, err := s.exports.GetGroupExport(t.Context(), &contactsv1.GetGroupExportRequest{Id: receipt.GetId()})
	require.NoError(t, err)
	require.Equal(t, items(undone.GetExport()), items(one.GetExport()))
}

func TestExcludedContactsAreExportedByReason(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.people(t, "001", 6)
	s.result(scoringID, typev1.Channel_CHANNEL_SMS, 2, databases, map[string][]byte{"001": {204, 201, 204, 203, 7, 202}})
	res, err := s.exports.ExportExcludedToGroups(t.Context(), &contactsv1.ExportExcludedToGroupsRequest{
		Id: scoringID,
		Targets: []*contactsv1.ReasonTarget{
			{Reason: "NO_GSM", NewGroupName: "ask"},
			{Reason: "NO_CONSENT", NewGroupName: "ask"},
			{Reason: "NO_SENDING", NewGroupName: "write"},
		},
	})
	require.NoError(t, err)
	require.Equal(t, []string{
		"001 ask 0-0NO_GSM new=true +2 =0 -0", "001 ask 0-0NO_CONSENT new=true +1 =0 -0",
		"001 write 0-0NO_SENDING new=true +1 =0 -0",
	}, items(res.GetExport()))
	ask := res.GetExport().GetItems()[0].GetGroupId()
	require.Equal(t, ask, res.GetExport().GetItems()[1].GetGroupId(), "targets of one name share its group")
	require.Equal(t, []int{0, 1, 2}, s.members(t, databases["001"], ask))
	_, err = s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: res.GetExport().GetId()})
	require.NoError(t, err)
	require.Empty(t, s.members(t, databases["001"], ask))
}

func TestAContactIsInTheBandOfItsBestVisitor(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.people(t, "001", 3)
	done := s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email,domain\n"+
		"1,2026-10-01T10:00:00Z,web.page_view,v1,c1@x.co,x.co\n2,2026-10-01T10:00:00Z,web.page_view,v2,c1@x.co,x.co\n"+
		"3,2026-10-01T10:00:00Z,web.page_view,v3,,x.co\n4,2026-10-01T10:00:00Z,web.page_view,v4,,x.co\n"))
	require.Equal(t, "done", done.GetState())
	const known = 128
	cells := map[string][]byte{"001": {known | 30, known | 70, 35, 90}}
	s.result(scoringID, typev1.Channel_CHANNEL_WEB, 2, databases, cells)
	res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
		Id: scoringID, Targets: []*contactsv1.BandTarget{band(21, 40, 0, "low"), band(61, 80, 0, "high")},
	})
	require.NoError(t, err)
	require.Equal(t, []string{"001 high 61-80 new=true +1 =0 -0"}, items(res.GetExport()))
	require.Equal(t, int32(1), res.GetExport().GetNotContacts())
	require.Equal(t, "web", res.GetExport().GetScoringType())
	high := res.GetExport().GetItems()[0].GetGroupId()
	require.Equal(t, []int{1}, s.members(t, databases["001"], high))
	for filter, want := range map[string]struct {
		items       []string
		notContacts int32
	}{
		"":        {[]string{"001 high 0-100 new=false +0 =1 -0"}, 2},
		"known":   {[]string{"001 high 0-100 new=false +0 =1 -0"}, 0},
		"unknown": {[]string{"001 high 0-100 new=false +0 =0 -0"}, 2},
	} {
		res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
			Id: scoringID, Targets: []*contactsv1.BandTarget{band(0, 100, high, "")}, UserFilter: filter,
		})
		require.NoError(t, err)
		require.Equal(t, want.items, items(res.GetExport()), filter)
		require.Equal(t, want.notContacts, res.GetExport().GetNotContacts(), filter)
	}
}

func TestAGroupThatIsGoneIsLeftOutOfTheUndoing(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.people(t, "001", 3)
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{"001": {1, 50, 1}})
	res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
		Id: scoringID, Targets: []*contactsv1.BandTarget{band(0, 20, 0, "gone"), band(41, 60, 0, "here")},
	})
	require.NoError(t, err)
	gone, here := res.GetExport().GetItems()[0].GetGroupId(), res.GetExport().GetItems()[1].GetGroupId()
	s.exec(t, "DELETE FROM contacts.contact_groups WHERE id = $1", gone)
	s.exec(t, "DELETE FROM contacts.audience_bits WHERE kind = 9 AND ref = $1", gone)
	undone, err := s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: res.GetExport().GetId()})
	require.NoError(t, err)
	require.Equal(t, []string{
		"001 gone 0-20 new=true +2 =0 -0", "001 here 41-60 new=true +1 =0 -1",
	}, items(undone.GetExport()))
	require.Empty(t, s.members(t, databases["001"], here))
}

func TestAGroupIsTheSameHoweverItWasFilled(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.people(t, "001", 5)
	s.load(t, "contacts", "csv", []byte("email,groups\nc1@x.co,imported\nc4@x.co,imported\n"))
	s.load(t, "engagement", "csv", []byte("event_id,occurred_at,type,visitor_id,email,domain\n"+
		"1,2026-10-01T10:00:00Z,web.page_view,v1,c1@x.co,x.co\n2,2026-10-01T10:00:00Z,web.page_view,v2,c2@x.co,x.co\n"))
	cells := map[string][]byte{"001": {10, 90, 10, 10, 90}}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, cells)
	_, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
		Id: scoringID, Targets: []*contactsv1.BandTarget{band(81, 100, 0, "exported")},
	})
	require.NoError(t, err)
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	exported, imported := groups.GetUids()["001"].GetItems()[0], groups.GetUids()["001"].GetItems()[1]
	require.Equal(t, []int32{2, 2}, []int32{exported.GetEmailValue(), imported.GetEmailValue()})
	for _, channel := range []typev1.Channel{typev1.Channel_CHANNEL_MAILING, typev1.Channel_CHANNEL_WEB} {
		want := s.inGroup(t, channel, databases["001"], imported.GetId())
		require.NotEmpty(t, want)
		require.Equal(t, want, s.inGroup(t, channel, databases["001"], exported.GetId()))
	}
}

func TestTheNewestReceiptsOfAScoringAreKept(t *testing.T) {
	t.Parallel()
	s := start(t)
	databases := s.ensure(t, "001")
	s.people(t, "001", 1)
	const other = "0199d8a2-0000-7000-8000-00000000000b"
	for _, scoring := range []string{other, scoringID} {
		s.result(scoring, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{"001": {1}})
	}
	group := s.group(t, "001", "g")
	export := func(scoring string) string {
		res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
			Id: scoring, Targets: []*contactsv1.BandTarget{band(0, 20, group, "")},
		})
		require.NoError(t, err)
		return res.GetExport().GetId()
	}
	kept, first := export(other), export(scoringID)
	second := export(scoringID)
	for range 49 {
		export(scoringID)
	}
	get := func(id string) error {
		_, err := s.exports.GetGroupExport(t.Context(), &contactsv1.GetGroupExportRequest{Id: id})
		return err
	}
	require.NoError(t, get(kept))
	require.NoError(t, get(second))
	servicetest.Refused(t, get(first), codes.NotFound, "EXPORT_NOT_FOUND")
	list, err := s.exports.ListGroupExports(t.Context(), &contactsv1.ListGroupExportsRequest{Id: scoringID})
	require.NoError(t, err)
	require.Len(t, list.GetItems(), 50)
	require.Equal(t, second, list.GetItems()[49].GetId())
}
