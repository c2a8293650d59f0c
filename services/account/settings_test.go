package account_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

func TestAllWebEventsAreTrackedByDefault(t *testing.T) {
	s := start(t)
	id := s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	tracked := func() []string {
		account, err := s.admin.GetAccount(t.Context(), &accountv1.GetAccountRequest{AccountId: id})
		require.NoError(t, err)
		return account.GetTrackedEventTypes()
	}
	put := func(list *string) {
		_, err := s.accounts.UpdateSettings(p.ctx(t), &accountv1.UpdateSettingsRequest{
			Language: "pl", Timezone: "UTC", WebTrackedEventTypeList: list,
		})
		require.NoError(t, err)
	}
	all := []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
	require.Equal(t, all, tracked())
	put(nil)
	require.Equal(t, all, tracked(), "settings without the list choose nothing")
	put(proto.String("purchase"))
	require.Equal(t, []string{"purchase"}, tracked())
	put(nil)
	require.Equal(t, []string{"purchase"}, tracked())
	put(proto.String(""))
	require.Empty(t, tracked(), "an empty list is a choice")
}

func TestTheNightIsAtTwoByDefault(t *testing.T) {
	s := start(t)
	id := s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	hours := func() [3]int32 {
		settings, err := s.accounts.GetSettings(p.ctx(t), &accountv1.GetSettingsRequest{})
		require.NoError(t, err)
		account, err := s.admin.GetAccount(t.Context(), &accountv1.GetAccountRequest{AccountId: id})
		require.NoError(t, err)
		zones, err := s.admin.ListAccountZones(t.Context(), &accountv1.ListAccountZonesRequest{})
		require.NoError(t, err)
		require.Len(t, zones.GetAccounts(), 1)
		return [3]int32{settings.GetScoringNightHour(), account.GetNightHour(), zones.GetAccounts()[0].GetNightHour()}
	}
	put := func(hour *int32) error {
		_, err := s.accounts.UpdateSettings(p.ctx(t), &accountv1.UpdateSettingsRequest{
			Language: "pl", Timezone: "UTC", ScoringNightHour: hour,
		})
		return err
	}
	require.Equal(t, [3]int32{2, 2, 2}, hours())
	require.NoError(t, put(proto.Int32(23)))
	require.Equal(t, [3]int32{23, 23, 23}, hours())
	require.NoError(t, put(nil))
	require.Equal(t, [3]int32{23, 23, 23}, hours(), "settings without the hour keep it")
	require.NoError(t, put(proto.Int32(0)))
	require.Equal(t, [3]int32{}, hours(), "midnight is an hour too")
	servicetest.Refused(t, put(proto.Int32(24)), codes.InvalidArgument, "REQUEST_INVALID")
	servicetest.Refused(t, put(proto.Int32(-1)), codes.InvalidArgument, "REQUEST_INVALID")
}

func TestSettingsAreReplacedWhole(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	other := s.create(t, "other@example.com")
	p := s.login(t, "anna@example.com")
	put := func(change func(*accountv1.UpdateSettingsRequest)) error {
		request := &accountv1.UpdateSettingsRequest{
			Language: "en", Timezone: "Asia/Kathmandu",
			WebTrackedEventTypeList: proto.String(" Product_View,PAGE_VIEW,,page_view"),
			Billing: &accountv1.Billing{
				CompanyName: "Żółw sp. z o.o.", City: "Łódź", PostCode: "90-001", Street: "Piotrkowska 1", TaxId: "725-000-00-00",
				Country: "PL", Currency: "PLN",
			},
		}
		change(request)
		_, err := s.accounts.UpdateSettings(p.ctx(t), request)
		return err
	}
	require.NoError(t, put(func(*accountv1.UpdateSettingsRequest) {}))
	got, err := s.accounts.GetSettings(p.ctx(t), &accountv1.GetSettingsRequest{})
	require.NoError(t, err)
	require.Equal(t, "page_view,product_view", got.GetWebTrackedEventTypeList())
	require.Equal(t, "Asia/Kathmandu", got.GetTimezone())
	require.Equal(t, "en", got.GetLanguage())
	require.Equal(t, "Żółw sp. z o.o.", got.GetBilling().GetCompanyName())
	require.Equal(t, "PLN", got.GetBilling().GetCurrency())
	for reason, change := range map[string]func(*accountv1.UpdateSettingsRequest){
		"ACCOUNT_EVENT_TYPE_UNKNOWN": func(r *accountv1.UpdateSettingsRequest) {
			r.WebTrackedEventTypeList = proto.String("page_view,like")
		},
		"ACCOUNT_TIMEZONE_UNKNOWN": func(r *accountv1.UpdateSettingsRequest) { r.Timezone = "Local" },
		"REQUEST_INVALID":          func(r *accountv1.UpdateSettingsRequest) { r.Billing.Country = "Polska" },
	} {
		servicetest.Refused(t, put(change), codes.InvalidArgument, reason)
	}
	require.NoError(t, put(func(r *accountv1.UpdateSettingsRequest) {
		r.Billing, r.WebTrackedEventTypeList = nil, proto.String("")
	}))
	got, err = s.accounts.GetSettings(p.ctx(t), &accountv1.GetSettingsRequest{})
	require.NoError(t, err)
	require.Empty(t, got.GetBilling().GetCompanyName())
	require.Empty(t, got.GetWebTrackedEventTypeList())

	_, err = s.accounts.ChangeLanguage(p.ctx(t), &accountv1.ChangeLanguageRequest{Language: "pl"})
	require.NoError(t, err)
	me, err := s.accounts.GetMe(p.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(t, "pl", me.GetLanguage())
	require.Equal(t, "Asia/Kathmandu", me.GetTimeZone())
	untouched, err := s.admin.GetAccount(t.Context(), &accountv1.GetAccountRequest{AccountId: other})
	require.NoError(t, err)
	require.Equal(t, "Europe/Warsaw", untouched.GetTimezone())
}

func TestLanguagesAndTimezonesArePublic(t *testing.T) {
	s := start(t)
	languages, err := s.accounts.ListLanguages(t.Context(), &accountv1.ListLanguagesRequest{})
	require.NoError(t, err)
	require.Equal(t, []string{"pl polski", "en english"}, []string{
		languages.GetItems()[0].GetCode() + " " + languages.GetItems()[0].GetName(),
		languages.GetItems()[1].GetCode() + " " + languages.GetItems()[1].GetName(),
	})
	zones, err := s.accounts.ListTimezones(t.Context(), &accountv1.ListTimezonesRequest{})
	require.NoError(t, err)
	offsets, names := map[string]int32{}, []string{}
	for _, zone := range zones.GetItems() {
		names = append(names, zone.GetName())
		offsets[zone.GetName()] = zone.GetOffsetMinutes()
	}
	require.Greater(t, len(names), 590)
	require.True(t, slices.IsSorted(names))
	require.Equal(t, int32(345), offsets["Asia/Kathmandu"])
	require.Zero(t, offsets["UTC"])
	_, summer := s.Now().In(mustZone(t, "Europe/Warsaw")).Zone()
	require.Equal(t, int32(summer/60), offsets["Europe/Warsaw"])
}

func mustZone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	require.NoError(t, err)
	return zone
}

func withKey(t testing.TB, key string) context.Context {
	t.Helper()
	return metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+key)
}

func TestTheConnectedSystemOpensTheApplication(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	s.create(t, "other@example.com")
	p := s.login(t, "anna@example.com")
	_, err := s.accounts.GetApiKey(p.ctx(t), &accountv1.GetApiKeyRequest{})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_API_KEY_NOT_FOUND")
	made, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(made.GetKey(), made.GetPrefix()+"_"))
	open := func(key string, request *accountv1.CreateExternalLoginRequest) (string, error) {
		res, err := s.sessions.CreateExternalLogin(withKey(t, key), request)
		return res.GetToken(), err
	}
	for _, wrong := range []string{"", "x", made.GetKey() + "x", p.token, made.GetPrefix()} {
		_, err := open(wrong, &accountv1.CreateExternalLoginRequest{})
		servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_API_KEY_INVALID")
	}
	_, err = open(made.GetKey(), &accountv1.CreateExternalLoginRequest{Email: "other@example.com"})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_USER_NOT_FOUND")
	ui := &accountv1.UiConfig{
		SideMenu: []*accountv1.UiMenuItem{{Key: "campaigns", Label: "menu.campaigns", Url: "https://sare.example/campaigns"}},
		Language: "en", ExternalLinks: map[string]string{"/scoring/list": "https://sare.example/login"},
	}
	token, err := open(made.GetKey(), &accountv1.CreateExternalLoginRequest{
		Email: "Anna@example.com", UiConfig: ui, ExternalSystemServerId: "s1", ExternalSystemUserId: "u9",
		Translations: map[string]*accountv1.UiTexts{"pl": {Texts: map[string]string{"menu.campaigns": "Kampanie"}}},
	})
	require.NoError(t, err)

	var header metadata.MD
	got, err := s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{Token: token}, grpc.Header(&header))
	require.NoError(t, err)
	require.Equal(t, "https://sare.example/login", got.GetExternalUiConfig().GetExternalLinks()["/scoring/list"])
	in := &person{s: s, token: got.GetToken(), refresh: refreshOf(t, header)}
	require.NotEqual(t, p.identity(t).Session, in.identity(t).Session)
	again, err := s.continueWith(t, in.refresh)
	require.NoError(t, err)
	require.Equal(t, "menu.campaigns", again.ui.GetSideMenu()[0].GetLabel(), "kept for later tokens")
	_, err = s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{Token: token})
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
	me, err := s.accounts.GetMe(in.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(t, "s1 u9", me.GetExternalSystemServerId()+" "+me.GetExternalSystemUserId())
	texts, err := s.accounts.ListExternalTranslations(in.ctx(t), &accountv1.ListExternalTranslationsRequest{})
	require.NoError(t, err)
	require.Equal(t, "Kampanie", texts.GetLanguages()["pl"].GetTexts()["menu.campaigns"])
	key, err := s.accounts.GetApiKey(p.ctx(t), &accountv1.GetApiKeyRequest{})
	require.NoError(t, err)
	require.Equal(t, made.GetPrefix(), key.GetPrefix())
	require.Zero(t, key.GetLastUsedAt().AsTime().Second())

	old, err := open(made.GetKey(), &accountv1.CreateExternalLoginRequest{})
	require.NoError(t, err, "the first user when none is named; no configuration changes nothing")
	s.Advance(61 * time.Second)
	_, err = s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{Token: old})
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
	deep := &accountv1.UiMenuItem{
		Key: "1", Children: []*accountv1.UiMenuItem{{Key: "2", Children: []*accountv1.UiMenuItem{{Key: "3"}}}},
	}
	_, err = open(made.GetKey(), &accountv1.CreateExternalLoginRequest{
		UiConfig: &accountv1.UiConfig{SideMenu: []*accountv1.UiMenuItem{deep}},
	})
	servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")

	_, err = s.accounts.RevokeApiKey(p.ctx(t), &accountv1.RevokeApiKeyRequest{})
	require.NoError(t, err)
	_, err = open(made.GetKey(), &accountv1.CreateExternalLoginRequest{})
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_API_KEY_INVALID")
	_, err = s.accounts.RevokeApiKey(p.ctx(t), &accountv1.RevokeApiKeyRequest{})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_API_KEY_NOT_FOUND")
}

func TestAMenuLeadsIntoTheApplicationOrToAnHTTPSAddressOnly(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	made, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
	require.NoError(t, err)
	menu := func(url string) error {
		_, err := s.sessions.CreateExternalLogin(withKey(t, made.GetKey()), &accountv1.CreateExternalLoginRequest{
			Email: "anna@example.com", UiConfig: &accountv1.UiConfig{SideMenu: []*accountv1.UiMenuItem{{Key: "k", Url: url}}},
		})
		return err
	}
	for _, url := range []string{"", "/", "/scoring/list", "/a//b", "https://sare.example/a?b#c"} {
		require.NoError(t, menu(url), url)
	}
	for _, url := range []string{
		"//host", "/\\host", "/\\/host", "///host", "https:///host", "https://\\host", "http://host", "javascript:alert(1)",
		"/ a", "/\ta", "https://a b",
	} {
		servicetest.Refused(t, menu(url), codes.InvalidArgument, "REQUEST_INVALID")
	}
}
