package contacts_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// groups returns the groups of a uid, by name.
func (s *system) groups(t testing.TB, uid string) map[string]*contactsv1.Group {
	t.Helper()
	res, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	byName := map[string]*contactsv1.Group{}
	for _, g := range res.GetUids()[uid].GetItems() {
		byName[g.GetName()] = g
	}
	return byName
}

func (s *system) join(t testing.TB, group int32, numbers ...int32) *contactsv1.AddGroupMembersResponse {
	t.Helper()
	res, err := s.contacts.AddGroupMembers(
		t.Context(), &contactsv1.AddGroupMembersRequest{Id: group, Numbers: numbers},
	)
	require.NoError(t, err)
	return res
}

func (s *system) deleteGroup(t testing.TB, id int32) error {
	t.Helper()
	_, err := s.contacts.DeleteGroup(t.Context(), &contactsv1.DeleteGroupRequest{Id: id})
	return err
}

// uses sets the groups and properties that the account's scorings use.
func (s *system) uses(usage *scoringconfigv1.ListUsageResponse) {
	s.peers.scorings.use(s.account, func() *scoringconfigv1.ListUsageResponse { return usage })
}

// use makes a scoring use a group, from the nth call on.
func (s *system) use(group, nth int32) {
	asked, usage := &atomic.Int32{}, &scoringconfigv1.ListUsageResponse{Groups: []*scoringconfigv1.Usage{{
		Id: group, ScoringId: scoringID, ScoringName: "Newsletter", Channel: typev1.Channel_CHANNEL_MAILING,
	}}}
	s.peers.scorings.use(s.account, func() *scoringconfigv1.ListUsageResponse {
		if asked.Add(1) < nth {
			return nil
		}
		return usage
	})
}

func TestAGroupIsRenamed(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	s.people(t, "001", 3)
	id := s.group(t, "001", "old")
	s.group(t, "001", "taken")
	s.group(t, "002", "elsewhere")
	s.join(t, id, 0, 2)
	s.use(id, 1)
	rename := func(id int32, name string) (*contactsv1.Group, error) {
		res, err := s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: id, Name: name})
		return res.GetGroup(), err
	}
	for range 2 { // the second time to its own name
		group, err := rename(id, " elsewhere ")
		require.NoError(t, err)
		require.Equal(t, "001 elsewhere", group.GetUid()+" "+group.GetName())
		require.Equal(t, []int32{2, 2, 0}, []int32{group.GetContactCount(), group.GetEmailValue(), group.GetSmsValue()})
		require.True(t, group.GetUsedInScoring(), "a used one, too: scorings know groups by their ids")
	}
	require.Equal(t, int32(2), s.groups(t, "001")["elsewhere"].GetContactCount())
	for name, reason := range map[string]string{
		"taken": "GROUP_EXISTS", "a|b": "GROUP_NAME_INVALID", "a\x00b": "REQUEST_INVALID", "a\u202eb": "REQUEST_INVALID",
		"a\ufe00": "REQUEST_INVALID", "a\u034f": "REQUEST_INVALID", "a\U000e0020": "REQUEST_INVALID",
		"\u200b": "REQUEST_INVALID", "": "REQUEST_INVALID",
	} {
		_, err := rename(id, name)
		require.Equal(t, reason, rpc.Reason(err), "%q", name)
	}
	_, err := rename(999, "fine")
	require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(err))
	require.Equal(t, codes.NotFound, status.Code(err))
}

func TestAForeignGroupIsLikeAnUnknownOne(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for range 3 { // ids that the other account does not have
		s.group(t, "001", fmt.Sprint("g", s.count(t, "SELECT count(*) FROM contact_groups")))
	}
	other := contactsv1.NewContactsServiceClient(s.other(t))
	for _, id := range []int32{3, 999} {
		_, err := other.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: id, Name: "mine"})
		require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(err))
		_, err = other.DeleteGroup(t.Context(), &contactsv1.DeleteGroupRequest{Id: id})
		require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(err))
		_, err = other.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{Id: id, Numbers: []int32{0}})
		require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(err))
		_, err = other.RemoveGroupMembers(t.Context(), &contactsv1.RemoveGroupMembersRequest{Id: id, Numbers: []int32{0}})
		require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(err))
	}
	require.Len(t, s.groups(t, "001"), 3)
}

func TestADeletedGroupGoesWithItsMembersAndItsNameIsFree(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // moves the clock
	database := s.ensure(t, "001")["001"]
	s.people(t, "001", 3)
	id, other := s.group(t, "001", "VIP"), s.group(t, "001", "Other")
	s.join(t, id, 0, 1)
	s.join(t, other, 1, 2)
	require.NoError(t, s.deleteGroup(t, id))
	require.Equal(t, "GROUP_NOT_FOUND", rpc.Reason(s.deleteGroup(t, id)))
	require.Len(t, s.groups(t, "001"), 1)
	require.Empty(t, s.members(t, database, id))
	require.Equal(t, []int{1, 2}, s.members(t, database, other), "the members of another group stay")
	card, err := s.contacts.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001", Number: 0})
	require.NoError(t, err)
	require.Empty(t, card.GetContact().GetGroups())
	again := s.group(t, "001", "VIP")
	require.Greater(t, again, id)
	require.Zero(t, s.groups(t, "001")["VIP"].GetContactCount())
	s.Advance(2 * time.Minute)
	require.Eventually(t, func() bool { return s.count(t, "SELECT count(*) FROM removed_groups") == 0 }, time.Minute,
		50*time.Millisecond, "what it was is forgotten")
	require.Empty(t, s.members(t, database, id))
}

func TestADeletedGroupIsNotForgottenWithAnotherAccounts(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // moves the clock
	s.ensure(t, "001")
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err := other.CreateDatabase(t.Context(), &contactsv1.CreateDatabaseRequest{Uid: "001"})
	require.NoError(t, err)
	id := s.group(t, "001", "VIP")
	same, err := other.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "VIP"})
	require.NoError(t, err)
	require.Equal(t, id, same.GetId(), "each account numbers its groups")
	require.NoError(t, s.deleteGroup(t, id))
	s.Advance(55 * time.Second)
	_, err = other.DeleteGroup(t.Context(), &contactsv1.DeleteGroupRequest{Id: id})
	require.NoError(t, err)
	s.Advance(5 * time.Second)
	require.Eventually(t, func() bool {
		return s.count(t, "SELECT count(*) FROM removed_groups") == 0
	}, time.Minute, 50*time.Millisecond)
	require.Equal(t, 1, s.countAll(t, "SELECT count(*) FROM removed_groups"), "a scoring of the other account may use it")
}

func TestAGroupThatAScoringUsesIsNotDeleted(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.people(t, "001", 3)
	id := s.group(t, "001", "VIP")
	s.join(t, id, 0, 1)
	s.use(id, 1)
	err := s.deleteGroup(t, id)
	require.Equal(t, "GROUP_IN_USE", rpc.Reason(err))
	require.Equal(t, codes.FailedPrecondition, status.Code(err))
	require.ErrorContains(t, err, "Newsletter")
	require.Equal(t, []int{0, 1}, s.members(t, database, id))
}

func TestAScoringThatIsSavedWhileItsGroupIsDeletedKeepsIt(t *testing.T) {
	t.Parallel()
	for _, late := range []bool{false, true} {
		t.Run(fmt.Sprint("after the answer: ", late), func(t *testing.T) {
			s := startAlone(t, nil) // moves the clock
			database := s.ensure(t, "001")["001"]
			s.people(t, "001", 3)
			id := s.group(t, "001", "VIP")
			s.join(t, id, 0, 1)
			if late {
				require.NoError(t, s.deleteGroup(t, id))
				taken := s.group(t, "001", "VIP")
				s.use(id, 1)
				s.Advance(2 * time.Minute)
				require.Eventually(t, func() bool { return s.groups(t, "001")[fmt.Sprintf("VIP (%d)", id)] != nil }, time.Minute,
					50*time.Millisecond)
				require.NotEqual(t, taken, id)
				require.Contains(t, s.Logged(), "a deleted group came back")
			} else {
				s.use(id, 2)
				require.Equal(t, "GROUP_IN_USE", rpc.Reason(s.deleteGroup(t, id)))
				require.Equal(t, id, s.groups(t, "001")["VIP"].GetId())
			}
			require.Equal(t, []int{0, 1}, s.members(t, database, id))
			require.Zero(t, s.count(t, "SELECT count(*) FROM removed_groups"))
		})
	}
}

func TestContactsJoinAndLeaveAGroupByNumberAndByAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001", "002")["001"]
	s.load(t, "contacts", "csv", []byte(`uid,external_id,email,gsm
001,A,a@x.co,+48500000001
001,500000001,b@x.co,
001,,c@x.co,
002,B,other@x.co,
`))
	id := s.group(t, "001", "VIP")
	res, err := s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{
		Id: id, Numbers: []int32{2, 2, 3, 2147483647},
		Addresses: []string{" C@X.co", "500 000 001", "other@x.co", "nobody", ""},
	})
	require.NoError(t, err)
	require.Equal(t, []int32{2, 0, 5}, []int32{res.GetAdded(), res.GetAlreadyThere(), res.GetUnknown()})
	require.Equal(t, []int{0, 2}, s.members(t, database, id), "of the forms of an address the one that somebody has")
	res, err = s.contacts.AddGroupMembers(t.Context(), &contactsv1.AddGroupMembersRequest{
		Id: id, Numbers: []int32{2}, Addresses: []string{"500000001"},
	})
	require.NoError(t, err)
	require.Equal(t, []int32{1, 1, 0}, []int32{res.GetAdded(), res.GetAlreadyThere(), res.GetUnknown()})
	require.Equal(t, []int{0, 1, 2}, s.members(t, database, id), "an external id comes first")
	left, err := s.contacts.RemoveGroupMembers(t.Context(), &contactsv1.RemoveGroupMembersRequest{
		Id: id, Numbers: []int32{0, 7}, Addresses: []string{"A", "c@x.co", "other@x.co"},
	})
	require.NoError(t, err)
	require.Equal(t, []int32{2, 2}, []int32{left.GetRemoved(), left.GetNotThere()})
	require.Equal(t, []int{1}, s.members(t, database, id))
	found, _ := s.search(t, &contactsv1.SearchContactsRequest{GroupId: id})
	require.Equal(t, "001/1", found)
}

func TestAGroupTakesAHundredThousandContactsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("loads 100,000 contacts, one file after the other")
	}
	const n = 100_000
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", contactsFile(n))
	id := s.group(t, "001", "many")
	numbers, addresses := make([]int32, n), make([]string, n)
	for i := range numbers {
		numbers[i], addresses[i] = int32(n-1-i), fmt.Sprintf("C%07d", i)
	}
	began := time.Now()
	require.Equal(t, int32(n), s.join(t, id, numbers...).GetAdded())
	t.Logf("by numbers: %v", time.Since(began))
	require.Equal(t, int32(n), s.groups(t, "001")["many"].GetContactCount())
	began = time.Now()
	left, err := s.contacts.RemoveGroupMembers(
		t.Context(), &contactsv1.RemoveGroupMembersRequest{Id: id, Addresses: addresses},
	)
	require.NoError(t, err)
	t.Logf("by addresses: %v", time.Since(began))
	require.Equal(t, int32(n), left.GetRemoved())
	_, err = s.contacts.AddGroupMembers(
		t.Context(), &contactsv1.AddGroupMembersRequest{Id: id, Numbers: append(numbers, 0)},
	)
	require.Equal(t, codes.InvalidArgument, status.Code(err))
}

func TestOneOfFiftyCallersCreatesAGroup(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var made atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "one"})
			if err == nil {
				made.Add(1)
			} else if rpc.Reason(err) != "GROUP_EXISTS" {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, int32(1), made.Load())
}

func TestRenamingDeletingAndFillingAGroupAtOnceLeavesItWholeOrGone(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.people(t, "001", 10)
	for round := range 20 {
		id := s.group(t, "001", fmt.Sprint("before ", round))
		var all sync.WaitGroup
		var deleted, renamed, filled error
		all.Go(func() { deleted = s.deleteGroup(t, id) })
		all.Go(func() {
			_, renamed = s.contacts.RenameGroup(
				t.Context(), &contactsv1.RenameGroupRequest{Id: id, Name: fmt.Sprint("after ", round)},
			)
		})
		all.Go(func() {
			_, filled = s.contacts.AddGroupMembers(
				t.Context(), &contactsv1.AddGroupMembersRequest{Id: id, Numbers: []int32{1, 2, 3}},
			)
		})
		all.Wait()
		require.NoError(t, deleted)
		for _, err := range []error{renamed, filled} {
			require.Contains(t, []string{"", "GROUP_NOT_FOUND"}, rpc.Reason(err), "%v", err)
		}
		require.Empty(t, s.members(t, database, id), "nobody is left in what is not there")
	}
	require.Empty(t, s.groups(t, "001"))
}

func TestNamesOfGroupsDifferByMoreThanLetterCase(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	vip, lodz := s.group(t, "001", "VIP"), s.group(t, "001", "Łódź")
	s.group(t, "002", "vip") // of another uid
	named := func(err error) {
		t.Helper()
		servicetest.Refused(t, err, codes.AlreadyExists, "GROUP_EXISTS")
		require.Equal(t, "name", rpc.FailureOf(err).Fields[0].Name)
	}
	_, err := s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "vip"})
	named(err)
	_, err = s.contacts.CreateGroup(t.Context(), &contactsv1.CreateGroupRequest{Uid: "001", Name: "ŁÓDŹ"})
	named(err)
	_, err = s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: lodz, Name: "vIP"})
	named(err)
	_, err = s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: vip, Name: "Vip"})
	require.NoError(t, err, "its own name in other letters")

	file := "uid,email,groups\n001,a@x.co,vip|łódź|Nowa\n001,b@x.co,nowa|VIP\n"
	require.Equal(t, []string{"Nowa"}, s.load(t, "contacts", "csv", []byte(file)).GetEffects().GetNewGroups())
	groups := s.groups(t, "001")
	require.Len(t, groups, 3)
	require.Equal(t, int32(2), groups["Vip"].GetContactCount())
	require.Equal(t, int32(1), groups["Łódź"].GetContactCount())
	require.Equal(t, int32(2), groups["Nowa"].GetContactCount())
}

func TestTwoSpellingsThatAreThereAlreadyStay(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	first, second := s.group(t, "001", "VIP"), s.group(t, "001", "other")
	s.exec(t, "UPDATE contacts.contact_groups SET name = 'vip' WHERE database_id = $1 AND id = $2", database, second)
	s.load(t, "contacts", "csv", []byte("uid,email,groups\n001,a@x.co,VIP\n001,b@x.co,vip\n001,c@x.co,Vip\n"))
	require.Equal(t, []int{0, 2}, s.members(t, database, first), "a third spelling is the first one's")
	require.Equal(t, []int{1}, s.members(t, database, second))
	for id, name := range map[int32]string{first: "VIP", second: "vip"} {
		_, err := s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: id, Name: name})
		require.NoError(t, err, "to its own name")
		_, err = s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: id, Name: "vIp"})
		require.Equal(t, "GROUP_EXISTS", rpc.Reason(err))
	}
	require.NoError(t, s.deleteGroup(t, second))
	_, err := s.contacts.RenameGroup(t.Context(), &contactsv1.RenameGroupRequest{Id: first, Name: "vip"})
	require.NoError(t, err)
}
