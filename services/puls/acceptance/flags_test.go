package acceptance

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
)

func TestAFlagReachesEveryBrowserWithinTwoSeconds(t *testing.T) {
	p := startProgram(t)
	env := p.env
	env.Name = "operator"
	conn, err := env.DialAsService("flags")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	poll := func(tag string) (int, string, map[string]any) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.address+"/api/public/system/feature-flags", nil)
		require.NoError(t, err)
		if tag != "" {
			req.Header.Set("If-None-Match", tag)
		}
		res, err := web.Do(req)
		require.NoError(t, err)
		defer func() { require.NoError(t, res.Body.Close()) }()
		require.Equal(t, "test", res.Header.Get("X-App-Version"))
		var payload struct{ Features map[string]any }
		if res.StatusCode == http.StatusOK {
			require.NoError(t, json.NewDecoder(res.Body).Decode(&payload))
		}
		return res.StatusCode, res.Header.Get("ETag"), payload.Features
	}
	status, tag, features := poll("")
	require.Equal(t, http.StatusOK, status)
	for _, name := range []string{"ff_3377", "ff_2235", "ff_scoring", "ff_api_key"} {
		require.Equal(t, object{"defaultValue": true}, features[name], name)
	}
	status, _, _ = poll(tag)
	require.Equal(t, http.StatusNotModified, status)
	_, err = flagsv1.NewFlagAdminServiceClient(conn).SetFlag(t.Context(), &flagsv1.SetFlagRequest{Flag: &flagsv1.Flag{
		Name: "ff_2235", DefaultValue: "false", Rules: []string{`{"condition":{"accountId":7},"force":true}`},
	}})
	require.NoError(t, err)
	changed := time.Now()
	holdsWithin(t, 2*time.Second, changed, "the old flags are served", func() bool {
		status, _, features = poll(tag)
		return status == http.StatusOK
	})
	require.Equal(
		t, object{"defaultValue": false, "rules": []any{object{"condition": object{"accountId": 7.0}, "force": true}}},
		features["ff_2235"],
	)
}
