package acceptance

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// wrong returns the defects of a request that must fail with 400: class by field.
func (c *client) wrong(method, path, body string) map[string]string {
	c.t.Helper()
	contentType := jsonType
	if body == "" {
		contentType = ""
	}
	classes := map[string]string{}
	for _, field := range c.refused(http.StatusBadRequest, method, path, contentType, body).Fields {
		classes[field.Field] = field.Class
	}
	return classes
}

func TestAMemberThatIsUnknownOrOfAnotherTypeIsNamedByItsPath(t *testing.T) {
	p := shared(t)
	c := p.createAccount("strict@example.com", "UTC", "001")
	const scorings = "protected/scoring/scorings"
	for body, want := range map[string]map[string]string{
		`{"name":"Everybody","accountId":2}`: {"accountId": "FIELD_UNKNOWN"},
		`{"name":5}`:                         {"name": "VALUE_INVALID"},
		`{"name":"Everybody","lastDraftStep":"x","config":{"daysAgo":14.5,"mailing":{"wieghts":{}}}}`: {
			"lastDraftStep": "VALUE_INVALID", "config.daysAgo": "VALUE_INVALID", "config.mailing.wieghts": "FIELD_UNKNOWN",
		},
		`{"name":"Everybody","lastDraftStep":99999999999}`: {
			"lastDraftStep": "VALUE_OUT_OF_RANGE",
		},
		`{"name":"Everybody","isCreatedByWizard":1}`: {
			"isCreatedByWizard": "VALUE_INVALID",
		},
		`{"name":"Every\ud800body"}`: {
			"name": "TEXT_MALFORMED",
		},
		"{\"name\":\"Every\xffbody\"}": {
			"name": "TEXT_MALFORMED",
		},
		`{"name":"Everybody","config":{"daysAgo":14,"mailing":{"dataSources":{"uid":"001"}}}}`: {
			"config.mailing.dataSources": "VALUE_INVALID",
		},
		`{"name":"Everybody","config":{"daysAgo":14,"mailing":{"dataSources":[{"uid":"001","uids":[]}]}}}`: {
			"config.mailing.dataSources[0].uids": "FIELD_UNKNOWN",
		},
		`{"name":"Every\u202ebody"}`: {
			"name": "TEXT_HAS_CONTROL_CHARACTERS",
		},
		`{"name":"      "}`: {
			"name": "TEXT_BLANK",
		},
		`{"name":""}`: {
			"name": "VALUE_REQUIRED",
		},
		`[]`: {
			"body": "VALUE_INVALID",
		},
	} {
		got := c.wrong(http.MethodPost, scorings, body)
		for field, class := range want {
			require.Equal(t, class, got[field], "%s: %v", body, got)
		}
	}
	require.Equal(
		t, map[string]string{"clientId": "VALUE_INVALID"},
		c.wrong(http.MethodPost, "public/account/users/me:login", `{"clientId":true}`),
	)
	for _, trailing := range []string{`{"name":"Everybody"}x`, `{"name":"Everybody"}{}`, `{"name":"Everybody"} "more"`} {
		require.Equal(
			t, "REQUEST_INVALID", c.refused(http.StatusBadRequest, http.MethodPost, scorings, jsonType, trailing).Meta.Class,
			trailing,
		)
	}
	c.call(http.MethodPost, scorings, json.RawMessage("{\"name\":\"Everybody\"}\n\t "), nil)
	var list struct{ Items []object }
	c.call(http.MethodGet, scorings, nil, &list)
	require.Len(t, list.Items, 1)
}

func TestAParameterThatNoCallHasIsNamed(t *testing.T) {
	p := shared(t)
	c := p.createAccount("parameters@example.com", "UTC", "001")
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Everybody"}, &created)
	one := "protected/scoring/scorings/" + created.ID
	for path, want := range map[string]map[string]string{
		"protected/scoring/scorings?sort=name": {"sort": "FIELD_UNKNOWN"},
		one + ":partitionSummary?scoringtype=mailing&uid=001": {
			"scoringtype": "FIELD_UNKNOWN", "uid": "FIELD_UNKNOWN",
		},
		one + ":partitionSummary?scoringType=mailing&scoringType=sms": {"scoringType": "VALUE_INVALID"},
		one + "?id=x": {"id": "FIELD_UNKNOWN"},
		one + ":partitionSummary?generatedDate=2026-13-01": {"generatedDate": "TEXT_MALFORMED"},
		one + ":partitionSummary?uids=x":                   {"uids[0]": "TEXT_MALFORMED"},
		one + ":partitionSummary?scoringType=email":        {"scoringType": "VALUE_NOT_ALLOWED"},
		"protected/account/users/me?%ff=1":                 {"?": "FIELD_UNKNOWN"},
	} {
		require.Equal(t, want, c.wrong(http.MethodGet, path, ""), path)
	}
	require.Equal(
		t, map[string]string{"force": "FIELD_UNKNOWN"},
		c.wrong(http.MethodPost, one+":setStatus?force=true", `{"newStatus":1}`),
	)
}

func TestAPathWithoutTheMethodSaysWhichItTakesAndAnUnknownVerbIsNotFound(t *testing.T) {
	p := shared(t)
	c := p.createAccount("paths@example.com", "UTC", "001")
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Everybody"}, &created)
	one := "protected/scoring/scorings/" + created.ID
	for _, call := range []struct{ method, path, allow string }{
		{http.MethodDelete, "protected/account/users/me", "GET"},
		{http.MethodPost, one, "DELETE, GET, PATCH, PUT"},
		{http.MethodGet, one + ":setStatus", "POST"},
		{http.MethodGet, "protected/saresystem/contacts:import", "POST"},
		{http.MethodPost, "public/system/feature-flags", "GET"},
	} {
		res := c.send(call.method, call.path, "")
		require.Equal(t, http.StatusMethodNotAllowed, res.status, "%s %s: %s", call.method, call.path, res.body)
		require.Equal(t, call.allow, res.header.Get("Allow"))
		require.Equal(t, "METHOD_NOT_ALLOWED", res.class(t))
	}
	for _, path := range []string{
		one + ":nothing", one + ":", one + ":setStatus:nothing", "protected/scoring/scorings:nothing", "protected/nothing",
		one + "/nothing",
	} {
		require.Equal(t, "NOT_FOUND", c.refused(http.StatusNotFound, http.MethodGet, path, "", "").Meta.Class, path)
	}
}

func TestUploadsTakeTheirParametersOnly(t *testing.T) {
	p := shared(t)
	c := p.createAccount("upload@example.com", "UTC", "001")
	const path = "protected/saresystem/contacts:import"
	file := "uid,email\n001,a@example.com\n"
	wrong := func(query string) map[string]string {
		classes := map[string]string{}
		for _, field := range c.refused(http.StatusBadRequest, http.MethodPost, path+query, "text/csv", file).Fields {
			classes[field.Field] = field.Class
		}
		return classes
	}
	require.Equal(t, map[string]string{"policy": "FIELD_UNKNOWN"}, wrong("?policy=keep"))
	require.Equal(t, map[string]string{"consentPolicy": "TEXT_MALFORMED"}, wrong("?consentPolicy=%ff"))
	require.Equal(t, map[string]string{"consentPolicy": "VALUE_INVALID"}, wrong("?consentPolicy=keep&consentPolicy=keep"))
	// Dropping a parameter would import the file in another way.
	for _, query := range []string{"?consentPolicy=%zz", "?consentPolicy=keep;mapping=email"} {
		require.Empty(t, wrong(query), query)
	}
	require.Equal(t, map[string]string{"header.consentPolicy": "VALUE_NOT_ALLOWED"}, wrong("?consentPolicy=other"))
	for _, key := range []string{"\xff", "with space", "zażółć"} {
		res := c.send(http.MethodPost, path, file, "Content-Type", "text/csv", "Idempotency-Key", key)
		require.Equal(t, http.StatusBadRequest, res.status, "%s", res.body)
		require.Equal(t, "IDEMPOTENCY_KEY_INVALID", res.class(t))
	}
	require.Equal(
		t, http.StatusOK,
		c.send(http.MethodPost, path+"?consentPolicy=keep", file, "Content-Type", "text/csv", "Idempotency-Key", "k1").status,
	)
}
