package gateway_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
)

func TestOnlyPagesOfOursMayNameTheTraceOfACall(t *testing.T) {
	t.Parallel()
	const languages, named = "/api/public/account/constant/languages", "0af7651916cd43dd8448eb211c80319c"
	s := start(t, conf.Values{"PULS_ALLOWED_ORIGINS": "https://app.example.com"})
	trace := func(parent string, header ...string) string {
		res := s.get(languages, append(header, "Traceparent", parent)...)
		return res.Header.Get("X-Trace-Id")
	}
	parent := "00-" + named + "-b7ad6b7169203331-01"
	require.Equal(t, named, trace(parent, "Sec-Fetch-Site", "same-origin"))
	require.Equal(t, named, trace(parent, "Sec-Fetch-Site", "cross-site", "Origin", "https://app.example.com"))
	for what, header := range map[string][]string{
		"a system": nil, "another site": {"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
		"a page of the same site": {"Sec-Fetch-Site", "same-site"},
	} {
		require.Regexp(t, traceID, trace(parent, header...), what)
		require.NotEqual(t, named, trace(parent, header...), what)
	}
	require.Regexp(t, traceID, trace("nonsense", "Sec-Fetch-Site", "same-origin"))
}
