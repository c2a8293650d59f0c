package acceptance

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// failure is the body of every failed response.
type failure struct {
	Error  struct{ Title string }
	Meta   struct{ Class string }
	Fields []struct {
		Field, Class, Message string
		Params                object
	}
	Current object
}

// refused sends a request that must fail, and returns the failure.
func (c *client) refused(status int, method, path, contentType, body string) failure {
	c.t.Helper()
	got, data := c.do(method, path, contentType, strings.NewReader(body))
	require.Equal(c.t, status, got, "%s %s: %s", method, path, data)
	var f failure
	require.NoError(c.t, json.Unmarshal(data, &f), "%s", data)
	require.NotEmpty(c.t, f.Error.Title, "%s", data)
	require.NotEmpty(c.t, f.Meta.Class, "%s", data)
	return f
}

const jsonType = "application/json"

func TestTheAPIRefusesWithTheProductsErrorBody(t *testing.T) {
	p := shared(t)
	c := p.createAccount("errors@example.com", "Europe/Warsaw", "001")
	stranger := &client{t: t, address: p.address}
	scorings := "protected/scoring/scorings"
	missing := scorings + "/0199c0de-0000-7000-8000-000000000000"

	require.Equal(
		t, "ACCOUNT_INVALID_LOGIN",
		stranger.refused(
			401, http.MethodPost, "public/account/users:login", jsonType, `{"email":"errors@example.com","password":"wrong"}`,
		).Meta.Class,
	)
	require.Equal(
		t, "ACCOUNT_INVALID_LOGIN",
		stranger.refused(
			401, http.MethodPost, "public/account/users:login", jsonType, `{"email":"nobody@example.com","password":"wrong"}`,
		).Meta.Class,
	)
	require.Equal(t, "TOKEN_INVALID", stranger.refused(401, http.MethodGet, scorings, "", "").Meta.Class)
	stranger.token = c.token[:len(c.token)-3] + "AAA"
	require.Equal(t, "TOKEN_INVALID", stranger.refused(401, http.MethodGet, scorings, "", "").Meta.Class)
	require.Equal(t, "SCORING_NOT_FOUND", c.refused(404, http.MethodGet, missing, "", "").Meta.Class)
	require.Equal(t, "SCORING_NOT_FOUND", c.refused(404, http.MethodGet, missing+":partitionSummary", "", "").Meta.Class)
	require.Equal(
		t, "SCORING_NOT_FOUND", c.refused(404, http.MethodPost, missing+":exportToCsv", jsonType, `{}`).Meta.Class,
	)
	require.Equal(t, "SCORING_NOT_FOUND", c.refused(404, http.MethodPost, missing+":calculate", jsonType, `{}`).Meta.Class)
	require.Equal(t, "NOT_FOUND", c.refused(404, http.MethodGet, "protected/nothing", "", "").Meta.Class)
	require.Equal(
		t, "CONTENT_TYPE_UNSUPPORTED", c.refused(415, http.MethodPost, scorings, "text/plain", `{"name":"Text"}`).Meta.Class,
	)
	require.Equal(
		t, "REQUEST_INVALID",
		c.refused(400, http.MethodPost, scorings, jsonType, `{"name":"Everybody","accountId":2}`).Meta.Class,
	)
	require.Equal(t, "REQUEST_INVALID", c.refused(400, http.MethodPost, scorings, jsonType, `{"name":`).Meta.Class)
	require.Equal(
		t, "REQUEST_TOO_LARGE",
		c.refused(413, http.MethodPost, scorings, jsonType, `{"name":"`+strings.Repeat("x", 2<<20)+`"}`).Meta.Class,
	)

	short := c.refused(400, http.MethodPost, scorings, jsonType, `{"name":"abc","config":{"daysAgo":15}}`)
	require.Len(t, short.Fields, 2)
	for _, field := range short.Fields {
		switch field.Field {
		case "name":
			require.Equal(t, "TEXT_TOO_SHORT", field.Class)
			require.Equal(t, object{"min": 4.0, "max": 40.0}, field.Params)
		case "config.daysAgo":
			require.Equal(t, "VALUE_NOT_ALLOWED", field.Class)
			require.Equal(t, object{"allowed": []any{14.0, 28.0, 42.0, 63.0, 91.0}}, field.Params)
		default:
			require.Fail(t, "another field is wrong", field.Field)
		}
	}
	group := c.refused(400, http.MethodPost, scorings, jsonType,
		`{"name":"Everybody","config":{"daysAgo":14,"mailing":{"dataSources":[{"uid":"001","includedGroupIds":[999999]}]}}}`)
	require.Equal(t, "SCORING_GROUP_UNKNOWN", group.Meta.Class)
}

func TestEveryAnswerCarriesVersionAndSecurityHeaders(t *testing.T) {
	p := shared(t)
	for _, path := range []string{"/api/protected/scoring/scorings", "/api/nothing", "/healthz", "/api/openapi.json"} {
		res, err := web.Get(p.address + path)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, "test", res.Header.Get("X-App-Version"), path)
		require.Contains(t, res.Header.Get("Content-Security-Policy"), "object-src 'none'", path)
		require.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"), path)
		if strings.HasPrefix(path, "/api/") {
			require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
		}
	}
}

func TestAScoringLivesThroughItsStates(t *testing.T) {
	p := shared(t)
	c := p.createAccount("life@example.com", "UTC", "001")
	path := "protected/scoring/scorings"
	var created struct{ ID string }
	c.call(http.MethodPost, path, object{"name": "Newsletter", "lastDraftStep": 2, "isCreatedByWizard": true}, &created)
	one := path + "/" + created.ID
	require.Equal(
		t, "SCORING_CHANNEL_MISSING",
		c.refused(400, http.MethodPost, one+":setStatus", jsonType, `{"newStatus":2}`).Meta.Class,
	)
	config := object{"daysAgo": 28, "sms": object{
		"weights": object{"ctr": "0.25", "delivery": "0.75"}, "percentile": 0.9,
		"dataSources": []object{{"uid": "001", "includedAll": true}},
	}}
	save := object{"name": "Newsletter i SMS", "status": 1, "config": config, "version": 1}
	c.call(http.MethodPut, one, save, nil)
	body, err := json.Marshal(save)
	require.NoError(t, err)
	require.Equal(t, "SCORING_VERSION_CONFLICT", c.refused(409, http.MethodPut, one, jsonType, string(body)).Meta.Class)
	require.Equal(t, "SCORING_NOT_DRAFT", c.refused(409, http.MethodDelete, one, "", "").Meta.Class)
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	require.Equal(
		t, "SCORING_ACTIVE",
		c.refused(
			409, http.MethodPut, one, jsonType, `{"name":"Newsletter","status":1,"version":3,"config":{"daysAgo":14}}`,
		).Meta.Class,
	)
	c.call(http.MethodPatch, one, object{"name": "Nowa nazwa"}, nil)
	var got object
	c.call(http.MethodGet, one, nil, &got)
	require.Equal(t, "Nowa nazwa", got["name"])
	require.InDelta(t, 2, got["status"], 0)
	require.Nil(t, got["lastGeneratedAt"])
	sms := got["config"].(object)["sms"].(object)
	require.Equal(t, object{"ctr": "0.25", "delivery": "0.75"}, sms["weights"])
	require.Nil(t, got["config"].(object)["mailing"])

	var draft struct{ ID string }
	c.call(http.MethodPost, path, object{"name": "Szkic"}, &draft)
	c.call(http.MethodDelete, path+"/"+draft.ID, nil, nil)
	c.refused(404, http.MethodGet, path+"/"+draft.ID, "", "")
}

func TestIdsOfAnotherAccountAreLikeUnknownOnes(t *testing.T) {
	p := shared(t)
	mine := p.createAccount("mine@example.com", "UTC", "001")
	other := p.createAccount("other@example.com", "UTC", "001")
	var created struct{ ID string }
	mine.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Tajny plan"}, &created)
	file := mine.upload("contacts", "text/csv", strings.NewReader("uid,email,groups\n001,a@example.com,tajna grupa\n"))
	const random = "0199c0de-0000-7000-8000-000000000000"
	for _, call := range []struct{ method, path, body string }{
		{http.MethodGet, "protected/scoring/scorings/{id}", ""},
		{http.MethodPut, "protected/scoring/scorings/{id}", `{"name":"Changed","version":1,"config":{"daysAgo":14}}`},
		{http.MethodPatch, "protected/scoring/scorings/{id}", `{"name":"Changed"}`},
		{http.MethodDelete, "protected/scoring/scorings/{id}", ""},
		{http.MethodPost, "protected/scoring/scorings/{id}:setStatus", `{"newStatus":1}`},
		{http.MethodPost, "protected/scoring/scorings/{id}:calculate", `{}`},
		{http.MethodGet, "protected/scoring/scorings/{id}:progress", ""},
		{http.MethodGet, "protected/scoring/scorings/{id}:generatedDateList", ""},
		{http.MethodGet, "protected/scoring/scorings/{id}:partitionSummary", ""},
		{http.MethodGet, "protected/scoring/scorings/{id}:excludedReasonsSummary", ""},
		{http.MethodPost, "protected/scoring/scorings/{id}:exportToCsv", `{}`},
	} {
		contentType := ""
		if call.body != "" {
			contentType = jsonType
		}
		foreignStatus, foreign := other.do(
			call.method, strings.ReplaceAll(call.path, "{id}", created.ID), contentType, strings.NewReader(call.body),
		)
		randomStatus, unknown := other.do(
			call.method, strings.ReplaceAll(call.path, "{id}", random), contentType, strings.NewReader(call.body),
		)
		require.Equal(t, 404, foreignStatus, "%s %s", call.method, call.path)
		require.Equal(t, randomStatus, foreignStatus)
		require.Equal(t, string(unknown), string(foreign), "%s %s", call.method, call.path)
	}
	for _, path := range []string{"protected/saresystem/imports/{id}", "protected/saresystem/imports/{id}:refused"} {
		_, foreign := other.do(http.MethodGet, strings.ReplaceAll(path, "{id}", file.ID), "", nil)
		status, unknown := other.do(http.MethodGet, strings.ReplaceAll(path, "{id}", random), "", nil)
		require.Equal(t, 404, status)
		require.Equal(t, string(unknown), string(foreign))
	}
	require.Empty(t, other.groups()["001"])
	require.Contains(t, mine.groups()["001"], "tajna grupa")
	var list struct{ Items []object }
	other.call(http.MethodGet, "protected/scoring/scorings", nil, &list)
	require.Empty(t, list.Items)
}
