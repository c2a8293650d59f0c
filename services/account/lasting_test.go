package account_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// menus returns a login with menus of a connected system.
func menus() *accountv1.CreateExternalLoginRequest {
	return &accountv1.CreateExternalLoginRequest{
		UiConfig: &accountv1.UiConfig{
			SideMenu:      []*accountv1.UiMenuItem{{Key: "home", Url: "https://shop.example.com"}},
			ExternalLinks: map[string]string{"/": "https://shop.example.com/login"},
		},
		Translations: map[string]*accountv1.UiTexts{"pl": {Texts: map[string]string{"home": "Sklep"}}},
	}
}

// sees reports whether a person gets the menus of the session's account, and their texts.
func (p *person) sees(t testing.TB) (menu, texts bool) {
	t.Helper()
	res, err := p.s.accounts.ListExternalTranslations(p.ctx(t), &accountv1.ListExternalTranslationsRequest{})
	require.NoError(t, err)
	return p.ui != nil, len(res.GetLanguages()) > 0
}

// S11: only the customer's own users get the links of the customer's system.
func TestMenusOfAConnectedSystemAreForTheAccountsOwnPeople(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.create(t, "admin@example.com")
	s.link(t, agency, client)
	s.grant(t, "admin@example.com")
	key := s.connect(t, s.login(t, "client@example.com"))
	key.open(t, menus())
	for _, own := range []*person{s.login(t, "client@example.com"), key.enter(t, "")} {
		menu, texts := own.sees(t)
		require.True(t, menu)
		require.True(t, texts)
	}
	for _, email := range []string{"agency@example.com", "admin@example.com"} {
		visitor := s.login(t, email)
		require.NoError(t, visitor.enter(t, fmt.Sprint(client)))
		menu, texts := visitor.sees(t)
		require.False(t, menu, email)
		require.False(t, texts, email)
		continued, err := s.continueWith(t, visitor.refresh)
		require.NoError(t, err)
		menu, _ = continued.sees(t)
		require.False(t, menu, "%s, after a refresh", email)
	}
}

// S3: the menus that a key brought end with it, however it ends.
func TestMenusEndWithTheKeyThatTheyCameBy(t *testing.T) {
	s := start(t)
	for name, end := range map[string]func(p *person){
		"revoked": func(p *person) {
			_, err := s.accounts.RevokeApiKey(p.ctx(t), &accountv1.RevokeApiKeyRequest{})
			require.NoError(t, err)
		},
		"made-anew": func(p *person) { s.connect(t, p) },
		"reset": func(p *person) {
			email := "reset@example.com"
			s.requestReset(t, email)
			require.NoError(t, s.reset(t, s.mails.link(t, email, 1), "Another-Horse-10"))
		},
	} {
		email := name + "@example.com"
		s.create(t, email)
		owner := s.login(t, email)
		key := s.connect(t, owner)
		described := func() *accountv1.GetApiKeyResponse {
			res, err := s.accounts.GetApiKey(owner.ctx(t), &accountv1.GetApiKeyRequest{})
			require.NoError(t, err)
			return res
		}
		require.False(t, described().GetHasUi())
		key.open(t, menus())
		require.True(t, described().GetHasUi())
		require.NotNil(t, described().GetUiSetAt())
		end(owner)
		again, err := s.tryLogin(t, email, password, "")
		if err != nil {
			again, err = s.tryLogin(t, email, "Another-Horse-10", "")
		}
		require.NoError(t, err, name)
		menu, texts := again.sees(t)
		require.False(t, menu, name)
		require.False(t, texts, name)
	}
}

// S3: an attacker may have known the password before a reset, so the account is asked to review the user's lasting
// access.
func TestAPasswordThatIsResetIsToldToTheAccount(t *testing.T) {
	s := start(t)
	account := s.create(t, "anna@example.com")
	for n := range 2 {
		s.requestReset(t, "anna@example.com")
		next := fmt.Sprintf("Another-Horse-1%d", n)
		require.NoError(t, s.reset(t, s.mails.link(t, "anna@example.com", n+1), next))
		anna, err := s.tryLogin(t, "anna@example.com", next, "")
		require.NoError(t, err)
		res, err := s.notifications.ListNotifications(anna.ctx(t), &accountv1.ListNotificationsRequest{})
		require.NoError(t, err)
		require.Len(t, res.GetItems(), n+1, "each reset is told")
		require.Equal(t, accountv1.NotificationKind_NOTIFICATION_KIND_PASSWORD_RESET, res.GetItems()[0].GetKind())
		require.Equal(t, "anna@example.com", res.GetItems()[0].GetSubjectId())
		require.Equal(t, fmt.Sprintf("anna@example.com %d→%d password set by a link", account, account), s.audit(t)[0])
	}
}
