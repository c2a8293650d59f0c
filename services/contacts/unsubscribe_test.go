package contacts_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// consenting returns the numbers of the contacts of a database that consent to a channel.
func (s *system) consenting(t testing.TB, database int32, channel typev1.Channel) []int {
	t.Helper()
	got, err := s.chunks(t, &contactsv1.StreamAudienceRequest{
		AccountId: s.account, Channel: channel, GeneratedDay: 20759, DatabaseIds: []int32{database},
	})
	require.NoError(t, err)
	require.Len(t, got, 1)
	return members(t, got[0].GetConsenting())
}

const unsubscribeHeader = "occurred_at,type,message_id,external_id,email,gsm\n"

func unsubscribe(channel, external, email, gsm string) string {
	return fmt.Sprintf("2026-11-01T10:00:00Z,%s.unsubscribed,m,%s,%s,%s\n", channel, external, email, gsm)
}

func TestAnUnsubscriptionWithdrawsTheConsentOfItsChannelAndNoImportRevivesIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	people := []byte("external_id,email,gsm,email_consent,sms_consent\n" +
		"A,a@x.co,+48500000001,true,true\nB,b@x.co,+48500000002,true,true\nC,c@x.co,+48500000003,true,true\n")
	s.load(t, "contacts", "csv", people)
	events := []byte(unsubscribeHeader + unsubscribe("mailing", "", "A@x.co", "") + unsubscribe("sms", "B", "", ""))
	for range 2 { // a repeated file changes nothing
		require.Equal(t, [3]int32{2, 2, 0}, counts(s.load(t, "engagement", "csv", events)))
		require.Equal(t, []int{1, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
		require.Equal(t, []int{0, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_SMS))
	}
	for range 5 {
		require.Equal(t, [3]int32{3, 3, 0}, counts(s.load(t, "contacts", "csv", people)))
		require.Equal(t, []int{1, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
		require.Equal(t, []int{0, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_SMS))
	}
	// The address stays suppressed when another contact gets it.
	s.load(t, "contacts", "csv", []byte("external_id,email,email_consent\nA,new@x.co,true\nD,a@x.co,true\n"))
	require.Equal(t, []int{0, 1, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
	require.Equal(
		t, 2, s.contactsWhere(t, "NOT email_consent OR NOT sms_consent AND external_id <> 'D'"),
	)
}

// Each row counts in one figure: its contact loses a consent, had none, does not exist yet, or the row is refused.
func TestTheFiguresOfUnsubscriptionsAddUpToTheRows(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email,email_consent\nA,a@x.co,1\nB,b@x.co,\nC,c@x.co,1\n"))
	// a twice, b without a consent, c by both addresses, two addresses without a contact, a header, and no valid address.
	file := []byte("email,external_id\na@x.co,\nA@X.co,\nb@x.co,\nc@x.co,C\nnew@x.co,\nother@x.co,\nemail,external_id\nx,\n")
	draft := s.draft(t, "unsubscribes", file)
	for name, done := range map[string]*contactsv1.Import{
		"check": s.check(t, draft, nil), "import": s.load(t, "unsubscribes", "csv", file),
	} {
		effects, kept, refused := done.GetEffects(), done.GetKept(), done.GetRefused()
		if check := done.GetCheck(); check != nil {
			effects, kept, refused = check.GetEffects(), check.GetKept(), check.GetRefused()
		}
		require.Equal(t, []int32{0, 2, 2}, counted(effects), name)
		require.Equal(t, []int32{6, 2}, []int32{kept, refused}, name)
		require.EqualValues(t, 2, kept-effects.GetChangedCount()-effects.GetUnchangedCount(), name)
	}
}

func TestAnUnsubscriptionThatComesBeforeItsContactHoldsForIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	events := []byte(
		unsubscribeHeader + unsubscribe("mailing", "", "a@x.co", "") + unsubscribe("sms", "", "", "500 000 001"),
	)
	require.Equal(t, [3]int32{2, 0, 2}, counts(s.load(t, "engagement", "csv", events))) // no contact
	s.load(
		t, "contacts", "csv", []byte("email,gsm,email_consent,sms_consent\na@x.co,+48500000001,true,true\nb@x.co,,true,\n"),
	)
	require.Equal(t, []int{1}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
	require.Empty(t, s.consenting(t, id, typev1.Channel_CHANNEL_SMS))
	require.Equal(t, [3]int32{2, 2, 0}, counts(s.load(t, "engagement", "csv", events)))
}

func TestAnUnsubscribedContactWithoutAnAddressOfTheChannelIsRemembered(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001", "042")["001"]
	s.load(t, "contacts", "csv", []byte("uid,external_id,email_consent\n001,A,true\n042,A,true\n"))
	s.load(t, "engagement", "csv", []byte(unsubscribeHeader+unsubscribe("mailing", "A", "", "")))
	s.load(
		t, "contacts", "csv",
		[]byte("uid,external_id,email,email_consent,sms_consent\n001,A,a@x.co,true,true\n042,A,a@x.co,true,true\n"),
	)
	require.Empty(t, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, []int{0}, s.consenting(t, id, typev1.Channel_CHANNEL_SMS), "the other channel is untouched")
	require.Equal(t, []int{0}, s.consenting(t, s.ensure(t)["042"], typev1.Channel_CHANNEL_MAILING), "so is another uid")
}

func TestOfAnUnsubscribedContactWithoutAnAddressOfTheChannelOneAddressIsRemembered(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("external_id,email,sms_consent\nA,a@x.co,true\n"))
	s.load(t, "engagement", "csv", []byte(unsubscribeHeader+unsubscribe("sms", "A", "", "")))
	require.Empty(t, s.consenting(t, id, typev1.Channel_CHANNEL_SMS))
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,sms_consent\n"+
		"A,new@x.co,+48500000001,true\nB,a@x.co,+48500000002,true\n"))
	require.Equal(t, []int{1}, s.consenting(t, id, typev1.Channel_CHANNEL_SMS), "its e-mail address is not listed")
}

func TestUnsubscriptionsOfManyAreFoundAmongAll(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	const n = 25_000 // more than are held in memory while a file is read
	people := contactsFile(n)
	s.load(t, "contacts", "csv", people)
	events := []byte(unsubscribeHeader)
	for i := range n - 1 {
		events = append(events, unsubscribe("mailing", fmt.Sprintf("C%07d", i), "", "")...)
	}
	require.Equal(t, [3]int32{n - 1, n - 1, 0}, counts(s.load(t, "engagement", "csv", events)))
	s.load(t, "contacts", "csv", people)
	require.Equal(t, []int{n - 1}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
}
