package gateway_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/host"
)

func TestPathsOfTheApplicationGetItsPageAndOthersTheirFileOrNothing(t *testing.T) {
	s := start(t, host.Web{})
	for _, path := range []string{"/", "/scoring/list", "/no/such/page", "/index.html", "/activate/ABC", "/assets"} {
		res := s.get(path)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Equal(t, "the page", res.body, path)
		require.Equal(t, "no-cache", res.Header.Get("Cache-Control"), path)
	}
	require.Equal(t, "the logo", s.get("/logo.svg").body)
	code := s.get("/assets/app-1a2b.js")
	require.Equal(t, "the code", code.body)
	require.Contains(t, code.Header.Get("Cache-Control"), "immutable")
	for _, path := range []string{"/assets/app-of-yesterday.js", "/assets/../../secret", "/api/nothing", "/api/"} {
		require.NotContains(t, s.get(path).body, "the code", path)
	}
	require.Equal(t, http.StatusNotFound, s.get("/assets/app-of-yesterday.js").StatusCode)
	require.Equal(t, "NOT_FOUND", s.get("/api/nothing").class())
	require.Equal(t, "NOT_FOUND", s.post("/scoring/list", "{}").class())
}
