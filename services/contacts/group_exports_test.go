package contacts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// result makes the engine have one of a day of November: cells by uid.
func (s *system) result(
	scoring string, channel typev1.Channel, day int, databases map[string]int32, cells map[string][]byte,
) {
	announced := s.calculated(scoring, channel, day, 1, 0, 0)
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	announced.Databases, s.engine.results[scoring] = nil, nil
	for uid, some := range cells {
		judged := &scoringenginev1.DatabaseResult{DatabaseId: databases[uid], Uid: uid}
		announced.Databases = append(announced.Databases, judged)
		for chunk := 0; chunk<<16 < len(some); chunk++ {
			s.engine.results[scoring] = append(s.engine.results[scoring], &scoringenginev1.StreamScoresResponse{
				DatabaseId: databases[uid], Chunk: uint32(chunk), Cells: some[chunk<<16 : min(len(some), (chunk+1)<<16)],
			})
		}
	}
	s.engine.announced = append(s.engine.announced, announced)
}

// people makes contacts of a uid; their numbers are 0 to n-1.
func (s *system) people(t testing.TB, uid string, n int) {
	t.Helper()
	rows := []byte("uid,email,email_consent\n")
	for i := range n {
		rows = fmt.Appendf(rows, "%s,c%d@x.co,true\n", uid, i)
	}
	require.Equal(t, int32(n), s.load(t, "contacts", "csv", rows).GetKept())
}

// members returns the numbers of a group as the engine gets them.
func (s *system) members(t testing.TB, database, group int32) []int {
	t.Helper()
	stream, err := s.audience.StreamAudience(t.Context(), &contactsv1.StreamAudienceRequest{
		AccountId: 1, Channel: typev1.Channel_CHANNEL_MAILING, DatabaseIds: []int32{database}, GroupIds: []int32{group},
	})
	require.NoError(t, err)
	var numbers []int
	for chunk, err := stream.Recv(); err == nil; chunk, err = stream.Recv() {
		for _, g := range chunk.GetGroups() {
			for i, b := range g.GetBits() {
				for bit := range 8 {
					if b>>bit&1 != 0 {
						numbers = append(numbers, int(chunk.GetChunk())<<16|i<<3|bit)
					}
				}
			}
		}
	}
	return numbers
}

func (s *system) group(t testing.TB, uid, name string) int32 {
	t.Helper()
	res, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: uid, Name: name})
	require.NoError(t, err)
	return res.GetId()
}

// exec changes the tables past the API, as the system role.
func (s *system) exec(t testing.TB, statement string, values ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.databaseURL(t))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "SET ROLE puls_contacts_system")
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), statement, values...)
	require.NoError(t, err)
}

func band(low, high, group int32, name string) *contactsv1.BandTarget {
	return &contactsv1.BandTarget{ScoringMin: low, ScoringMax: high, GroupId: group, NewGroupName: name}
}

// items are those of a receipt, in short.
func items(e *contactsv1.GroupExport) []string {
	var list []string
	for _, i := range e.GetItems() {
		list = append(list, fmt.Sprintf("%s %s %d-%d%s new=%t +%d =%d -%d", i.GetUid(), i.GetGroupName(), i.GetScoringMin(),
			i.GetScoringMax(), i.GetReason(), i.GetCreated(), i.GetAdded(), i.GetAlreadyThere(), i.GetRemoved()))
	}
	return list
}

func TestBandsAreAddedToGroupsAndTakenOut(t *testing.T) {
	s := start(t)
	databases := s.ensure(t, "001", "002")
	s.people(t, "001", 6)
	s.people(t, "002", 2)
	kept := s.group(t, "001", "kept")
	s.load(t, "contacts", "csv", []byte("email,groups\nc4@x.co,kept\n"))
	// Number 6 of 001 is nobody; the result of the day before would put everybody into the first band.
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

	// The groups are there now; number 0 leaves one, and number 1 is added by hand.
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
	require.Equal(t, undone.GetExport().GetUndoneAt().AsTime().Unix(), current.GetUndoneAt().AsTime().Unix())

	list, err := s.exports.ListGroupExports(t.Context(), &contactsv1.ListGroupExportsRequest{Id: scoringID})
	require.NoError(t, err)
	require.Len(t, list.GetItems(), 2)
	require.Equal(t, items(second.GetExport()), items(list.GetItems()[0]))
	require.Nil(t, list.GetItems()[0].GetUndoneAt())
	one, err := s.exports.GetGroupExport(t.Context(), &contactsv1.GetGroupExportRequest{Id: receipt.GetId()})
	require.NoError(t, err)
	require.Equal(t, items(undone.GetExport()), items(one.GetExport()))
}

func TestWhoWasLeftOutIsAddedByReason(t *testing.T) {
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
	require.Equal(t, []int{1}, s.members(t, databases["001"], res.GetExport().GetItems()[0].GetGroupId()))
}

// Random exports, their undoing and files in between, some at once, leave what sets of numbers say.
func TestExportsAreLikeSets(t *testing.T) {
	s := start(t)
	databases := s.ensure(t, "001")
	const people = 70_000 // two chunks
	s.people(t, "001", people)
	random := rand.New(rand.NewPCG(5, 5))
	cells := make([]byte, people)
	for i := range cells {
		cells[i] = byte(random.IntN(101))
	}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, map[string][]byte{"001": cells})
	groups := []int32{s.group(t, "001", "a"), s.group(t, "001", "b")}
	sets := [2]map[int]bool{{}, {}}
	type done struct {
		id    string
		group int
		added []int
	}
	var exports []done
	for range 30 {
		switch which := random.IntN(2); {
		case len(exports) > 0 && random.IntN(3) == 0:
			at := random.IntN(len(exports))
			export := exports[at]
			exports = slices.Delete(exports, at, at+1)
			res, err := s.exports.UndoGroupExport(t.Context(), &contactsv1.UndoGroupExportRequest{Id: export.id})
			require.NoError(t, err)
			require.Equal(t, int32(len(export.added)), res.GetExport().GetItems()[0].GetRemoved())
			for _, number := range export.added {
				delete(sets[export.group], number)
			}
		default:
			low := int32(random.IntN(90))
			high := low + int32(random.IntN(10))
			res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
				Id: scoringID, Targets: []*contactsv1.BandTarget{band(low, high, groups[which], "")},
			})
			require.NoError(t, err)
			export := done{id: res.GetExport().GetId(), group: which}
			for number, cell := range cells {
				if int32(cell) >= low && int32(cell) <= high && !sets[which][number] {
					sets[which][number] = true
					export.added = append(export.added, number)
				}
			}
			require.Equal(t, int32(len(export.added)), res.GetExport().GetItems()[0].GetAdded())
			exports = append(exports, export)
		}
		for which, group := range groups {
			require.Len(t, s.members(t, databases["001"], group), len(sets[which]))
		}
	}
	for which, group := range groups {
		for _, number := range s.members(t, databases["001"], group) {
			require.True(t, sets[which][number])
		}
	}
}

func TestAGroupThatIsGoneIsLeftOutOfTheUndoing(t *testing.T) {
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

func TestTheNewestReceiptsOfAScoringAreKept(t *testing.T) {
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

// Files lock one database after the other, exports all at once: neither waits for what the other holds.
func TestExportsAndFilesAtOnceBothEnd(t *testing.T) {
	s := start(t)
	databases := s.ensure(t, "001", "002", "003")
	cells := map[string][]byte{}
	for uid := range databases {
		s.people(t, uid, 100)
		cells[uid] = make([]byte, 100)
	}
	s.result(scoringID, typev1.Channel_CHANNEL_MAILING, 2, databases, cells)
	failed := make(chan error, 3)
	for worker := range cap(failed) {
		go func() {
			for i := range 20 {
				name := fmt.Sprintf("export %d %d", worker, i)
				res, err := s.exports.ExportToGroups(t.Context(), &contactsv1.ExportToGroupsRequest{
					Id: scoringID, Targets: []*contactsv1.BandTarget{band(0, 20, 0, name)},
				})
				if err == nil && i%2 == 0 {
					req := &contactsv1.UndoGroupExportRequest{Id: res.GetExport().GetId()}
					_, err = s.exports.UndoGroupExport(t.Context(), req)
				}
				if err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for i := range 20 {
		rows := []byte("uid,email,groups\n")
		for n := range 100 {
			for _, uid := range []string{"003", "001", "002"} {
				rows = fmt.Appendf(rows, "%s,c%d@x.co,file %d|f%d\n", uid, n, i, n%7)
			}
		}
		require.Equal(t, int32(300), s.load(t, "contacts", "csv", rows).GetKept())
	}
	for range cap(failed) {
		require.NoError(t, <-failed)
	}
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	for uid, list := range groups.GetUids() {
		for _, g := range list.GetItems() {
			want := int32(100)
			var worker, round int
			if n, _ := fmt.Sscanf(g.GetName(), "export %d %d", &worker, &round); n == 2 && round%2 == 0 {
				want = 0
			}
			if !strings.HasPrefix(g.GetName(), "f") || strings.HasPrefix(g.GetName(), "file") {
				require.Equal(t, want, g.GetEmailValue(), "%s %s", uid, g.GetName())
			}
		}
		require.Len(t, list.GetItems(), 60+20+7)
	}
}
