package acceptance

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

// addressed matches names of fields that hold an address of a contact, or a row of a file of them.
var addressed = regexp.MustCompile(`^(email|gsm|external_id|visitor_id|cells|examples)$`)

// addressless lists calls whose responses look as if they contained data of contacts, with the reasons why they do not.
var addressless = map[string]string{
	"puls.account.v1.AccountService.GetMe":                 "the user's own",
	"puls.account.v1.AccountService.ListUsers":             "users of the account",
	"puls.contacts.v1.DataProtectionService.DownloadEntry": "an entry and its counts",
	"puls.contacts.v1.ImportService.GetSampleFile":         "made up",
	"puls.reports.v1.SendingService.ExportSendings":        "counts by day",
	"puls.reports.v1.SendingService.ExportSentMessages":    "counts by message",
}

// carriesContacts reports whether a response may hold an address of a contact, a file, or a score by its number.
func carriesContacts(message protoreflect.MessageDescriptor, depth int) bool {
	if name := message.FullName(); name == "google.api.HttpBody" || name == "puls.reports.v1.Change" {
		return true
	}
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		if field.Kind() == protoreflect.StringKind && addressed.MatchString(string(field.Name())) {
			return true
		}
		inner := field.Message()
		if field.IsMap() {
			inner = field.MapValue().Message()
		}
		if inner != nil && depth < 6 && carriesContacts(inner, depth+1) {
			return true
		}
	}
	return false
}

// S12: the contract of every call that returns addresses of contacts, or stored data of one contact, declares it.
func TestEveryCallThatReadsPersonsSaysSo(t *testing.T) {
	marked := 0
	rpcs(func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) {
		call, name := rpc.CallOf(method), string(method.FullName())
		if rule == nil || call.GetAccess() != typev1.Access_ACCESS_PERSON {
			require.False(t, call.GetReadsPersons(), "%s is no person's", name)
			return
		}
		ofOne := rule.GetGet() != "" && method.Input().Fields().ByName("number") != nil
		carries := ofOne || carriesContacts(method.Output(), 0)
		if addressless[name] != "" {
			require.True(t, carries, "%s needs no reason", name)
			carries = false
		}
		require.Equal(t, carries, call.GetReadsPersons(), "%s: reads_persons in its contract", name)
		if carries {
			marked++
		}
	})
	require.Greater(t, marked, 12)
}

// S12: reads of contacts by guests and super admins are in the audit log, with the contact or list and without an
// address. Repeated reads of the same make one entry, each download makes one. Reads by the account's own users make
// none.
func TestReadsOfPersonalDataByGuestsAreLogged(t *testing.T) {
	p := startProgram(t)
	admin, host := p.accountAdmin(), newTenant(p, "host", "033")
	guest, super := newPerson(p, "guest"), newPerson(p, "super")
	_, err := admin.LinkClient(
		t.Context(), &accountv1.LinkClientRequest{AccountId: guest.account, ClientAccountId: host.account},
	)
	require.NoError(t, err)
	_, err = admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: super.email})
	require.NoError(t, err)
	super.browser = p.session(super.email, testPassword)
	audited := func(email string) map[string]int {
		res, err := admin.ListAudit(t.Context(), &accountv1.ListAuditRequest{AccountId: host.account, Limit: 1000})
		require.NoError(t, err)
		acts := map[string]int{}
		for _, e := range res.GetItems() {
			require.NotContains(t, e.GetAct(), host.canary+"-", "an address is in the audit log")
			if e.GetEmail() == email && e.GetAct() != "enter" {
				require.Equal(t, host.account, e.GetAccountId())
				acts[e.GetAct()]++
			}
		}
		return acts
	}
	address, list := host.canary+"-7@example.com", "protected/saresystem/contacts:search"
	asks := []struct{ method, path, body string }{
		{http.MethodPost, list, `{"uid":"033","query":"` + address + `"}`},
		{http.MethodPost, list, `{"uid":"033","pageSize":11}`},
		{http.MethodPost, list, `{"uid":"033","pageSize":11,"page":2}`},
		{http.MethodPost, list, `{"uid":"033","pageSize":11,"page":3}`},
		{http.MethodGet, "protected/saresystem/contacts/033/3", ""},
		{
			http.MethodGet, "protected/saresystem/contacts/033/3:scores?scoringType=mailing&scoringId=" + host.scoring, "",
		},
		{http.MethodPost, "protected/saresystem/contacts:exportToCsv", `{"uid":"033"}`},
		{http.MethodPost, "protected/data-protection/persons:find", `{"address":"` + address + `"}`},
		{http.MethodPost, "protected/data-protection/persons:export", `{"address":"` + address + `"}`},
		{http.MethodGet, "protected/saresystem/imports/" + host.importID + ":refused", ""},
		{
			http.MethodPost, "protected/scoring/scorings/" + host.scoring + ":exportToCsv",
			`{"scoringType":"mailing","uids":["033"]}`,
		},
	}
	for _, visitor := range []*person{guest, super} {
		visitor.enter(http.StatusOK, host.account)
		for _, by := range []*client{visitor.client, visitor.client, host.client} {
			for _, ask := range asks {
				status, answer := by.do(ask.method, ask.path, jsonType, strings.NewReader(ask.body))
				require.Equal(t, http.StatusOK, status, "%s: %s", ask.path, answer)
			}
		}
		require.Equal(t, map[string]int{
			"read 033/7: POST /api/protected/saresystem/contacts:search uid=033":                  1,
			"read 30 contacts: POST /api/protected/saresystem/contacts:search uid=033":            1,
			"read 033/3: GET /api/protected/saresystem/contacts/033/3":                            1,
			"read GET /api/protected/saresystem/contacts/033/3:scores":                            1,
			"read POST /api/protected/saresystem/contacts:exportToCsv uid=033":                    2,
			"read 001/7, 033/7: POST /api/protected/data-protection/persons:find":                 1,
			"read POST /api/protected/data-protection/persons:export":                             2,
			"read GET /api/protected/saresystem/imports/" + host.importID + ":refused":            2,
			"read POST /api/protected/scoring/scorings/" + host.scoring + ":exportToCsv uids=033": 2,
		}, audited(visitor.email))
	}
	for act := range audited(host.email) {
		require.False(t, strings.HasPrefix(act, "read "), "%s: what own people read is their own business", act)
	}
}
