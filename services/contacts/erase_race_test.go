package contacts_test

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
)

// Changes of a contact concurrent with its erasure leave no data of it.
func TestContactsErasedMeanwhileAreInNoGroupAndHaveNoLink(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	const people = 20
	s.people(t, "001", people)
	group, deleted := s.group(t, "001", "VIP"), s.group(t, "001", "deleted")
	s.join(t, deleted, 0, 1, 2)
	links := make([]string, people)
	for i := range links {
		links[i] = token(t, s.contact(t, "001", int32(i)).GetEmailUnsubscribeUrl())
	}
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	intake := s.intake(t)
	var all sync.WaitGroup
	may := func(err error, reasons ...string) {
		if err != nil {
			for _, reason := range reasons {
				if rpc.Reason(err) == reason {
					return
				}
			}
			t.Errorf("%v", err)
		}
	}
	for i := range int32(people) {
		all.Go(func() {
			_, err := protection.ErasePerson(
				t.Context(), &contactsv1.ErasePersonRequest{Address: fmt.Sprintf("c%d@x.co", i)},
			)
			may(err)
		})
		all.Go(func() {
			_, err := s.contacts.AddGroupMembers(
				t.Context(), &contactsv1.AddGroupMembersRequest{Id: group, Numbers: []int32{i}},
			)
			may(err)
		})
		all.Go(func() {
			_, err := s.contacts.UpdateContact(t.Context(), &contactsv1.UpdateContactRequest{
				Uid: "001", Number: i, EmailConsent: proto.Bool(true), ConsentNote: "form", AddGroupIds: []int32{group},
			})
			may(err, "CONTACT_NOT_FOUND")
		})
		all.Go(func() {
			_, err := intake.Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: links[i]})
			may(err, "UNSUBSCRIBE_LINK_UNKNOWN")
		})
	}
	s.use(deleted, 2)
	all.Go(func() { may(s.deleteGroup(t, deleted), "GROUP_IN_USE") })
	all.Wait()
	require.Empty(t, s.members(t, database, group))
	require.Empty(t, s.members(t, database, deleted), "the group came back without them")
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Zero(t, s.contactsWhere(t, "true"))
	for _, link := range links {
		_, err := intake.GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: link})
		require.Equal(t, "UNSUBSCRIBE_LINK_UNKNOWN", rpc.Reason(err))
	}
	added, err := s.contacts.AddContact(t.Context(), &contactsv1.AddContactRequest{Uid: "001", Email: "c0@x.co"})
	require.Equal(t, "CONTACT_ERASED email", rpc.Reason(err)+" "+fieldsOf(err), "%v", added)
	res, err := s.contacts.ListDatabases(t.Context(), &contactsv1.ListDatabasesRequest{})
	require.NoError(t, err)
	require.Zero(t, res.GetItems()[0].GetContactCount())
	require.Equal(t, int32(people), s.add(t, &contactsv1.AddContactRequest{Uid: "001", Email: "new@x.co"}).GetNumber())
}

// Imports of every kind refuse erased addresses, and a dry run reports that before.
func TestRowsThatNameErasedAddressesAreRefusedByChecksToo(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.people(t, "001", 2)
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	_, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: "c0@x.co"})
	require.NoError(t, err)
	for kind, body := range map[string]string{
		"contacts":     "email,external_id\nc0@x.co,\nc1@x.co,\nnew@x.co,\n",
		"unsubscribes": "email,external_id\nc0@x.co,K1\nc1@x.co,\nnew@x.co,\n",
		"engagement": "event_id,occurred_at,type,email,message_id\n1,2026-11-01T10:00:00Z,mailing.unsubscribed,c0@x.co,m\n" +
			"2,2026-11-01T10:00:00Z,mailing.sent,c1@x.co,m\n3,2026-11-01T10:00:00Z,mailing.sent,c1@x.co,m\n",
	} {
		id := s.draft(t, kind, []byte(body))
		checked := s.check(t, id, nil)
		require.Equal(t, []int32{3, 2, 1}, []int32{
			checked.GetCheck().GetRead(), checked.GetCheck().GetKept(), checked.GetCheck().GetRefused(),
		}, kind)
		done := s.begin(t, id, nil)
		require.Equal(t, [3]int32{3, 2, 1}, counts(done), kind)
		for _, i := range []*contactsv1.Import{checked, done} {
			require.Len(t, i.GetReasons(), 1, kind)
			require.Equal(t, "ERASED_ADDRESS", i.GetReasons()[0].GetReason(), kind)
			require.EqualValues(t, 2, i.GetReasons()[0].GetFirstLine(), kind)
			require.Empty(t, i.GetReasons()[0].GetValue(), kind)
		}
	}
	digest := sha256.Sum256([]byte("c0@x.co"))
	require.Zero(t, s.count(t, fmt.Sprintf(`SELECT count(*) FROM suppressed_addresses WHERE digest = '\x%x'`, digest)))
}

// queued waits until at least so many statements of the database wait for a lock.
func (s *system) queued(t testing.TB, statements int) {
	t.Helper()
	require.Eventually(t, func() bool {
		return s.count(t, "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid) "+
			"WHERE NOT granted AND datname = current_database()") >= statements
	}, 20*time.Second, 10*time.Millisecond)
}

func TestAnUnsubscriptionBehindAnErasureListsNoErasedAddress(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // counts the waiting statements of its database
	s.ensure(t, "001")
	s.people(t, "001", 1)
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	held, err := s.Admin(t).Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), "SELECT id FROM databases FOR NO KEY UPDATE")
	require.NoError(t, err)
	erased := make(chan error, 1)
	go func() {
		_, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: "c0@x.co"})
		erased <- err
	}()
	s.queued(t, 1)
	id, err := s.upload(t, "unsubscribes", []byte("email\nc0@x.co\n"))
	require.NoError(t, err)
	s.queued(t, 2)
	require.NoError(t, held.Commit(t.Context()))
	require.NoError(t, <-erased)
	require.Equal(t, [3]int32{1, 0, 1}, counts(s.wait(t, id)))
	require.Zero(t, s.count(t, "SELECT count(*) FROM suppressed_addresses"))
}

func TestScoresWaitForChangesOfTheirContacts(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // counts the waiting statements of its database
	written := servicetest.Events[*contactsv1.ScoresWritten](t, s.System)
	database := s.ensure(t, "001")["001"]
	property := s.property(t, "001", "score")
	s.people(t, "001", 1)
	held, err := s.Admin(t).Begin(t.Context())
	require.NoError(t, err)
	_, err = held.Exec(t.Context(), "SELECT id FROM databases FOR NO KEY UPDATE")
	require.NoError(t, err)
	s.Publish(t, s.calculated(scoringID, typev1.Channel_CHANNEL_MAILING, 2, 1, database, property, 90))
	s.queued(t, 1)
	require.NoError(t, held.Commit(t.Context()))
	require.Equal(t, int32(1), servicetest.Next(t, written).GetReceipts()[0].GetWrittenCount())
}
