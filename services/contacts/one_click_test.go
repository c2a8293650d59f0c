package contacts_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/rpc"
)

func (s *system) intake(t testing.TB) contactsv1.IntakeServiceClient {
	t.Helper()
	return contactsv1.NewIntakeServiceClient(s.AsService(t))
}

// token returns the token of a link.
func token(t testing.TB, url string) string {
	t.Helper()
	_, token, found := strings.Cut(url, "https://puls.example/api/public/unsubscribe/")
	require.True(t, found, url)
	return token
}

func TestAOneClickLinkUnsubscribesAndNoFileUndoesThat(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	people := []byte("external_id,email,gsm,email_consent,sms_consent\n" +
		"A,a@x.co,+48500000001,true,true\nB,b@x.co,,true,true\nC,,,true,true\n")
	s.load(t, "contacts", "csv", people)
	a, b, c := s.contact(t, "001", 0), s.contact(t, "001", 1), s.contact(t, "001", 2)
	require.Empty(t, b.GetSmsUnsubscribeUrl()+c.GetEmailUnsubscribeUrl()+c.GetSmsUnsubscribeUrl())
	email, sms := token(t, a.GetEmailUnsubscribeUrl()), token(t, a.GetSmsUnsubscribeUrl())
	require.NotEqual(t, token(t, b.GetEmailUnsubscribeUrl()), email)
	require.Equal(t, email, token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl()), "a link stays what it is")
	intake := s.intake(t)
	look := func(token string) *contactsv1.GetUnsubscriptionResponse {
		res, err := intake.GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: token})
		require.NoError(t, err)
		return res
	}
	for range 3 { // as a link scanner of mails does
		require.True(t, proto.Equal(&contactsv1.GetUnsubscriptionResponse{ScoringType: "sms"}, look(sms)))
	}
	require.Equal(t, []int{0, 1, 2}, s.consenting(t, database, typev1.Channel_CHANNEL_SMS))
	for range 2 {
		res, err := intake.Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: email})
		require.NoError(t, err)
		require.Equal(t, "mailing", res.GetScoringType())
		require.True(t, look(email).GetWithdrawn())
		require.False(t, look(sms).GetWithdrawn())
		s.load(t, "contacts", "csv", people)
		require.Equal(t, []int{1, 2}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
		require.Equal(t, []int{0, 1, 2}, s.consenting(t, database, typev1.Channel_CHANNEL_SMS))
	}
	require.Equal(t, "-mailing ONE_CLICK  ", history(s.contact(t, "001", 0))[0])
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'UNSUBSCRIBE_EVENT' AND who = ''"))
	// A consent that is given again by hand can be withdrawn again.
	s.update(t, &contactsv1.UpdateContactRequest{Uid: "001", EmailConsent: proto.Bool(true), ConsentNote: "called us"})
	require.False(t, look(email).GetWithdrawn())
	_, err := intake.Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: email})
	require.NoError(t, err)
	require.Equal(t, []int{1, 2}, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
}

func TestAnAddressWithoutConsentIsListedByItsLinkAllTheSame(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("email\na@x.co\n"))
	link := &contactsv1.UnsubscribeRequest{Token: token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl())}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := s.intake(t).Unsubscribe(t.Context(), link); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.load(t, "contacts", "csv", []byte("email,email_consent\na@x.co,true\n"))
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'UNSUBSCRIBE_EVENT'"))
}

func TestAForgedLinkIsUnknown(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email\na@x.co\n"))
	good := token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl())
	last := map[byte]string{'A': "B"}[good[20]]
	if last == "" {
		last = "A"
	}
	for what, bad := range map[string]string{
		"nothing": "", "nonsense": "nonsense", "cut off": good[:len(good)-2], "longer": good + "AA",
		"another sign": good[:20] + last + good[21:], "of nobody": "AAAAAQAAAAEBAAAAAAAAAAAAAAAAAAAAAA",
	} {
		for range 2 {
			_, err := s.intake(t).GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: bad})
			require.Equal(t, "UNSUBSCRIBE_LINK_UNKNOWN", rpc.Reason(err), what)
			_, err = s.intake(t).Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: bad})
			require.Equal(t, "UNSUBSCRIBE_LINK_UNKNOWN", rpc.Reason(err), what)
		}
	}
	_, err := s.intake(t).GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: good})
	require.NoError(t, err)
	s.exec(t, "DELETE FROM contacts.contacts")
	_, err = s.intake(t).Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: good})
	require.Equal(t, "UNSUBSCRIBE_LINK_UNKNOWN", rpc.Reason(err), "whoever is gone")
}

func TestALinkOutlivesTheSecretThatItWasMadeWith(t *testing.T) {
	t.Parallel()
	old, fresh := strings.Repeat("o", 32), strings.Repeat("f", 32)
	links := map[string]string{}
	for _, secrets := range []string{old, fresh + "," + old, fresh} {
		s := startAlone(t, conf.Values{
			"PULS_PUBLIC_URL": "https://puls.example", "PULS_UNSUBSCRIBE_SECRET": secrets,
		})
		s.ensure(t, "001")
		s.load(t, "contacts", "csv", []byte("email\na@x.co\n"))
		links[secrets] = token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl())
		_, err := s.intake(t).GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: links[old]})
		if secrets == fresh {
			require.Equal(t, "UNSUBSCRIBE_LINK_UNKNOWN", rpc.Reason(err), "the old secret is left out")
			continue
		}
		require.NoError(t, err, secrets)
	}
	require.Equal(t, links[fresh], links[fresh+","+old], "the first secret makes new links")
	require.NotEqual(t, links[fresh], links[old])
}
