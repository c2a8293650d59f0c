package contacts_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

// Whatever is done with a contact at the moment of the erasure, nothing of it is left.
func TestWhoeverIsErasedMeanwhileIsInNoGroupAndHasNoLink(t *testing.T) {
	s := startPublic(t)
	database := s.ensure(t, "001")["001"]
	const people = 20
	s.people(t, "001", people)
	group, deleted := s.group(t, "001", "VIP"), s.group(t, "001", "deleted")
	s.join(t, deleted, 0, 1, 2)
	links := make([]string, people)
	for i := range links {
		links[i] = token(t, s.contact(t, "001", int32(i)).GetEmailUnsubscribeUrl())
	}
	protection := contactsv1.NewDataProtectionServiceClient(s.AsPerson(t, auth.Identity{Account: 1}))
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
	s.whenAsked(2, func() { s.use(deleted) })
	all.Go(func() { may(s.deleteGroup(t, deleted), "GROUP_IN_USE") })
	all.Wait()
	require.Empty(t, s.members(t, database, group))
	require.Empty(t, s.members(t, database, deleted), "the group came back without them")
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Zero(t, s.count(t, "SELECT count(*) FROM contacts"))
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
