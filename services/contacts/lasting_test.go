package contacts_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
)

// by returns a user of the account with an e-mail address.
func (s *system) by(email string) auth.Identity {
	return auth.Identity{User: 1, Account: s.account, Email: email}
}

// S3: lasting access names its maker and, once its proof was renewed, the user that renewed it.
func TestLastingAccessNamesItsMaker(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "002")
	set := func(who string, req *contactsv1.SetMailProviderRequest) string {
		client := contactsv1.NewMailProviderServiceClient(s.AsPerson(t, s.by(who)))
		res, err := client.SetMailProvider(t.Context(), req)
		require.NoError(t, err)
		return res.GetProvider().GetMadeBy()
	}
	for _, c := range []struct {
		first, other, proof *contactsv1.SetMailProviderRequest
	}{
		{
			&contactsv1.SetMailProviderRequest{Provider: "postmark", Uid: "001"},
			&contactsv1.SetMailProviderRequest{Provider: "postmark", Uid: "002"},
			&contactsv1.SetMailProviderRequest{Provider: "postmark", RenewPassword: true, Uid: "001"},
		},
		{
			&contactsv1.SetMailProviderRequest{Provider: "mailgun", Key: mailgunKey, Uid: "001"},
			&contactsv1.SetMailProviderRequest{Provider: "mailgun", Uid: "002", RenewPassword: true},
			&contactsv1.SetMailProviderRequest{Provider: "mailgun", Key: mailgunKey, Uid: "001"},
		},
		{
			&contactsv1.SetMailProviderRequest{Provider: "ses", Topic: topic, Uid: "001"},
			&contactsv1.SetMailProviderRequest{Provider: "ses", Topic: topic, Uid: "002"},
			&contactsv1.SetMailProviderRequest{Provider: "ses", Topic: topic + "-2", Uid: "001"},
		},
	} {
		require.Equal(t, "anna@example.com", set("anna@example.com", c.first))
		require.Equal(t, "anna@example.com", set("jan@example.com", c.other), "the proof is still Anna's")
		s.exec(t, "UPDATE contacts.mail_providers SET made_by = '' WHERE provider = $1", c.first.GetProvider())
		require.Empty(t, set("jan@example.com", c.other), "made before makers were kept")
		require.Equal(t, "jan@example.com", set("jan@example.com", c.proof))
	}

	tracking := contactsv1.NewTrackingServiceClient(s.AsPerson(t, s.by("anna@example.com")))
	_, err := tracking.CreateWebTrackingAccount(
		t.Context(), &contactsv1.CreateWebTrackingAccountRequest{Uid: "001", Domain: "a.example.com"},
	)
	require.NoError(t, err)
	_, err = tracking.CreateWebTrackingAccount(
		t.Context(), &contactsv1.CreateWebTrackingAccountRequest{Uid: "001", Domain: "b.example.com"},
	)
	require.NoError(t, err)
	s.load(t, "engagement", "csv", []byte("event_id,type,occurred_at,visitor_id,domain\n"+
		"e1,web.page_view,2026-10-01T10:00:00Z,v1,b.example.com\ne2,web.page_view,2026-10-01T10:00:00Z,v1,c.example.com\n"))
	makers := map[string]string{}
	for _, w := range s.standing(t) {
		makers[w.GetDomain()] = w.GetMadeBy()
	}
	require.Equal(t, map[string]string{
		"a.example.com": "anna@example.com", "b.example.com": "anna@example.com", "c.example.com": "user 1",
	}, makers, "a file that names a website adds it for who sent the file, and takes none over")
}

// S10: an account ends its links. Links of other accounts and newer links still work.
func TestAnAccountEndsItsOneClickLinks(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,email_consent\na@x.co,true\n"))
	other := contactsv1.NewContactsServiceClient(s.other(t))
	_, err := s.audience.EnsureDatabases(
		t.Context(), &contactsv1.EnsureDatabasesRequest{AccountId: s.stranger, Uids: []string{"001"}},
	)
	require.NoError(t, err)
	theirs, err := other.AddContact(t.Context(), &contactsv1.AddContactRequest{Uid: "001", Email: "b@x.co"})
	require.NoError(t, err)
	links := contactsv1.NewOneClickServiceClient(s.AsPerson(t, s.by("anna@example.com")))
	state := func() *contactsv1.GetOneClickLinksResponse {
		res, err := links.GetOneClickLinks(t.Context(), &contactsv1.GetOneClickLinksRequest{})
		require.NoError(t, err)
		require.True(t, res.GetAvailable())
		return res
	}
	require.Nil(t, state().GetEndedAt())
	require.Empty(t, state().GetHolders())

	made := []string{token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl())}
	works := func(token string) error {
		_, err := s.intake(t).GetUnsubscription(t.Context(), &contactsv1.GetUnsubscriptionRequest{Token: token})
		return err
	}
	for ended := range 3 {
		require.Contains(t, string(s.export(t, "001", ",")), made[ended], "a download has the links of today")
		require.Equal(t, "user 1", state().GetHolders()[0].GetWho())
		_, err := links.EndOneClickLinks(t.Context(), &contactsv1.EndOneClickLinksRequest{})
		require.NoError(t, err)
		require.Equal(t, "anna@example.com", state().GetEndedBy())
		require.WithinDuration(t, s.Now(), state().GetEndedAt().AsTime(), time.Minute)
		require.Empty(t, state().GetHolders(), "nobody has links that work")
		made = append(made, token(t, s.contact(t, "001", 0).GetEmailUnsubscribeUrl()))
		for _, old := range made[:ended+1] {
			servicetest.Refused(t, works(old), codes.NotFound, "UNSUBSCRIBE_LINK_UNKNOWN")
			_, err := s.intake(t).Unsubscribe(t.Context(), &contactsv1.UnsubscribeRequest{Token: old})
			servicetest.Refused(t, err, codes.NotFound, "UNSUBSCRIBE_LINK_UNKNOWN")
		}
		require.NoError(t, works(made[ended+1]))
		require.NoError(t, works(token(t, theirs.GetContact().GetEmailUnsubscribeUrl())), "another account's")
	}
	require.Equal(t, 3, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'LINKS_ENDED' AND who = 'anna@example.com'"))
}

// S3: a card shows no links to visiting users and API keys.
func TestLinksOfAContactAreShownToTheAccountsOwnPeople(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,email_consent\na@x.co,true\n"))
	for name, c := range map[string]struct {
		id    auth.Identity
		shown bool
	}{
		"own person":  {auth.Identity{User: 1, Account: s.account}, true},
		"guest":       {auth.Identity{User: 1, Account: s.account, Home: 2, Link: 1}, false},
		"super admin": {auth.Identity{User: 1, Account: s.account, Home: 2, Roles: []string{"super-admin"}}, false},
		"API key":     {auth.Identity{User: 1, Account: s.account, Key: "puls_123456"}, false},
	} {
		client := contactsv1.NewContactsServiceClient(s.AsPerson(t, c.id))
		res, err := client.GetContact(t.Context(), &contactsv1.GetContactRequest{Uid: "001"})
		require.NoError(t, err)
		require.Equal(t, c.shown, res.GetContact().GetEmailUnsubscribeUrl() != "", name)
	}
}
