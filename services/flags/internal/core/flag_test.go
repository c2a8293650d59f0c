package core_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/flags/internal/core"
)

func flag(value string, rules ...string) core.Flag {
	f := core.Flag{Name: "ff_test", DefaultValue: json.RawMessage(value)}
	for _, rule := range rules {
		f.Rules = append(f.Rules, json.RawMessage(rule))
	}
	return f
}

func TestRulesThatTheSDKsReadAreKeptInCompactForm(t *testing.T) {
	for rule, kept := range map[string]string{
		`{ "condition": {"accountId": 7}, "force": true }`: `{"condition":{"accountId":7},"force":true}`,

		`{"force":false,"coverage":0.25,"hashAttribute":"accountId"}`:                       ``,
		`{"variations":["a","b"],"weights":[0.5,0.5],"key":"test"}`:                         ``,
		`{"condition":{"$or":[{"a":{"$in":[1]}},{"$not":{"b":{"$gt":2}}}]},"force":{}}`:     ``,
		`{"condition":{"email":{"$regex":"@puls[.]example$"}},"force":null}`:                ``,
		`{"parentConditions":[{"id":"ff_scoring","condition":{"value":true},"gate":true}]}`: ``,
		`{"condition":{"address":{"city":"Łódź"}},"force":1}`:                               ``,
	} {
		got, err := flag(`true`, rule).Checked()
		require.NoError(t, err, rule)
		if kept == "" {
			kept = rule
		}
		require.Equal(t, kept, string(got.Rules[0]))
	}
}

func TestRulesThatTheSDKsWouldSkipAreRefused(t *testing.T) {
	deep := `{"a":1}`
	for range 30 {
		deep = `{"$not":` + deep + `}`
	}
	for _, rule := range []string{
		`true`, `null`, `{}`, `{"condition":{"a":1}}`, `{"froce":true}`, `{"force":true}{"force":true}`, `{"force":true`,
		`{"force":true,"coverage":1.5}`, `{"force":true,"coverage":"half"}`, `{"variations":[1]}`,
		`{"force":1,"variations":[1,2]}`,
		`{"variations":[1,2],"weights":[1]}`, `{"variations":[1,2],"weights":[0.9,0.9]}`,
		`{"variations":[1,2],"weights":[1.5,-0.5]}`,
		`{"force":1,"condition":[]}`, `{"force":1,"condition":{"$xor":[]}}`, `{"force":1,"condition":{"a":{"$eqq":1}}}`,
		`{"force":1,"condition":{"a":{"$in":7}}}`, `{"force":1,"condition":{"$or":{}}}`,
		`{"force":1,"condition":{"a":{"$regex":"("}}}`,
		`{"force":1,"condition":` + deep + `}`, `{"force":1,"hashVersion":3}`, `{"force":1,"range":[0.5,0.1]}`,
		`{"force":1,"parentConditions":[{"id":"","condition":{}}]}`, `{"force":"\u0000"}`,
	} {
		_, err := flag(`true`, rule).Checked()
		require.ErrorIs(t, err, core.ErrRuleInvalid, rule)
	}
}

func TestNamesAreLowerCaseAndValuesAreJSON(t *testing.T) {
	for _, name := range []string{"", "FF_1", "a b", "ż", "a/b"} {
		f := flag(`true`)
		f.Name = core.Name(name)
		_, err := f.Checked()
		require.ErrorIs(t, err, core.ErrNameInvalid, name)
	}
	for _, value := range []string{"", "yes", `{"a":}`, `"\u0000"`} {
		_, err := flag(value).Checked()
		require.ErrorIs(t, err, core.ErrValueInvalid, value)
	}
}

func TestThePayloadIsTheSameBytesForTheSameSet(t *testing.T) {
	at := time.Date(2026, 11, 2, 10, 0, 0, 0, time.FixedZone("", 3600))
	one := core.Flag{Name: "ff_b", DefaultValue: json.RawMessage(`true`), Description: "secret"}
	two := core.Flag{
		Name: "ff_a", DefaultValue: json.RawMessage(`"x"`), Rules: []json.RawMessage{json.RawMessage(`{"force":"y"}`)},
	}
	body, tag, err := core.Payload(core.Set{Flags: []core.Flag{one, two}, ChangedAt: at})
	require.NoError(t, err)
	want := []byte(`{"status":200,` +
		`"features":{"ff_a":{"defaultValue":"x","rules":[{"force":"y"}]},"ff_b":{"defaultValue":true}},` +
		`"experiments":[],"dateUpdated":"2026-11-02T09:00:00Z"}`)
	require.Equal(t, want, body)
	again, same, err := core.Payload(core.Set{Flags: []core.Flag{two, one}, ChangedAt: at.UTC()})
	require.NoError(t, err)
	require.Equal(t, body, again)
	require.Equal(t, tag, same)
	_, other, err := core.Payload(core.Set{Flags: []core.Flag{two}, ChangedAt: at})
	require.NoError(t, err)
	require.NotEqual(t, tag, other)
}
