package contacts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

// Each way of losing a consent publishes the contacts with the cause. An erasure publishes them too; a call without
// effect publishes nothing.
func TestDeparturesArePublished(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	s.ensure(t, "001")
	events := servicetest.Events[*contactsv1.ContactsLeft](t, s.System)
	next := func() string {
		e := servicetest.Next(t, events)
		require.Equal(t, []any{s.account, "001"}, []any{e.GetAccountId(), e.GetUid()})
		require.NotContains(t, e.String(), "@")
		require.NotEmpty(t, e.GetEventId())
		require.NotZero(t, e.GetLeftAt().AsTime())
		return fmt.Sprint(e.GetChannel(), " ", e.GetCause(), " ", e.GetNumbers())
	}
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,email_consent,sms_consent\n"+
		"A,a@x.co,+48500000001,true,true\nB,b@x.co,,true,true\nC,c@x.co,,false,true\nD,d@x.co,+48500000004,true,true\n"))

	s.load(t, "engagement", "csv", []byte(unsubscribeHeader+unsubscribe("mailing", "A", "", "")+
		unsubscribe("mailing", "C", "", ""))) // C had no consent
	require.Equal(t, "CHANNEL_MAILING EVENT [0]", next())
	s.load(t, "unsubscribes", "csv", []byte("external_id\nA\nB\n"))
	require.Equal(t, "CHANNEL_MAILING UNSUBSCRIBE_IMPORT [1]", next())
	require.Equal(t, "CHANNEL_SMS UNSUBSCRIBE_IMPORT [0 1]", next())
	link := token(t, s.contact(t, "001", 3).GetEmailUnsubscribeUrl())
	for range 2 {
		_, err := s.intake(t).Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: link})
		require.NoError(t, err)
	}
	require.Equal(t, "CHANNEL_MAILING ONE_CLICK [3]", next())
	s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", Number: 3, SmsConsent: proto.Bool(false)})
	require.Equal(t, "CHANNEL_SMS PERSON [3]", next())
	s.update(t, &contactsv1.UpdateContactRequest{
		Uid: "001", Number: 3, EmailConsent: proto.Bool(true), ConsentNote: "asked for it",
	})
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	_, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: "d@x.co"})
	require.NoError(t, err)
	require.Equal(t, "CHANNEL_UNSPECIFIED  [3]", next())
	require.Empty(t, events)
	require.Zero(t, s.count(t, "SELECT count(*) FROM departures"))
}

// A file with many unsubscriptions is published in events of bounded size, each contact once.
func TestManyDeparturesArePublishedInParts(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // reads events
	s.ensure(t, "001")
	const people = 4000
	contacts, left := "email,email_consent\n", "email\n"
	for n := range people {
		contacts += fmt.Sprintf("c%d@x.co,true\n", n)
		left += fmt.Sprintf("c%d@x.co\n", n)
	}
	s.load(t, "contacts", "csv", []byte(contacts))
	events := servicetest.Events[*contactsv1.ContactsLeft](t, s.System)
	s.load(t, "unsubscribes", "csv", []byte(left))
	told, ids := map[int32]bool{}, map[string]bool{}
	for len(told) < people {
		e := servicetest.Next(t, events)
		require.Equal(t, typev1.Channel_CHANNEL_MAILING, e.GetChannel())
		require.LessOrEqual(t, len(e.GetNumbers()), 1500)
		require.IsIncreasing(t, e.GetNumbers())
		require.False(t, ids[e.GetEventId()])
		ids[e.GetEventId()] = true
		for _, number := range e.GetNumbers() {
			require.False(t, told[number])
			told[number] = true
		}
	}
	t.Logf("%d contacts in %d events", people, len(ids))
}
