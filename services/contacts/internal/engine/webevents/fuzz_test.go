package webevents_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/webevents"
)

// FuzzBody reads any body: Read visits as many messages as Inspect counted, or both refuse it.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		`{"type":"page","anonymousId":"a","timestamp":"2026-11-01T10:00:00Z","sentAt":"2026-11-01T10:01:01Z"}`,
		`{"writeKey":"K","sentAt":1,"batch":[{"type":"track","event":"Order","userId":7,"properties":{"total":1e400}}]}`,
		`{"batch":[{"type":"identify","traits":{"email":["a@example.com"],"phone":48501234567}},null,1,"x",[]]}`,
		`{"batch":{}}`, `{"batch":null}`, `[]`, `null`, ``, `{`,
		`{"batch":[{"context":{"page":{"url":"https://a.example/?x=\u0000"}}}]}`,
		`{"type":"page","context":{"page":{"referrer":"\ud800"}}} trailing`, `{"WRITEKEY":"k","writekey":2,"Batch":[]}`,
	} {
		for _, endpoint := range []string{"batch", "track", "page", "identify"} {
			f.Add([]byte(body), endpoint)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, endpoint string) {
		_, counted, err := webevents.Inspect(body, endpoint == "batch")
		visited := 0
		errRead := webevents.Read(body, endpoint, func(webevents.Event) { visited++ })
		if err == nil {
			require.NoError(t, errRead)
			require.Equal(t, counted, visited)
		}
		if errRead != nil {
			require.Error(t, err, "Inspect took what Read refuses")
			require.Zero(t, visited)
		}
	})
}
