package gateway_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheTrackingScriptIsSmallAndOthersPagesMayLoadIt(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	const path = "/tracking/v1/puls.js"
	plain := s.get(path, "Origin", shop, "Sec-Fetch-Site", "cross-site", "Accept-Encoding", "identity")
	require.Equal(t, http.StatusOK, plain.StatusCode)
	require.Equal(t, "text/javascript; charset=utf-8", plain.Header.Get("Content-Type"))
	require.Equal(t, "cross-origin", plain.Header.Get("Cross-Origin-Resource-Policy"))
	require.Contains(t, plain.Header.Get("Cache-Control"), "public")
	require.Equal(t, "nosniff", plain.Header.Get("X-Content-Type-Options"))

	packed := s.get(path, "Accept-Encoding", "gzip, br")
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	require.LessOrEqual(t, len(packed.body), 4<<10)
	t.Logf("%d bytes of gzip", len(packed.body))
	unpacked, err := gzip.NewReader(strings.NewReader(packed.body))
	require.NoError(t, err)
	content, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.Equal(t, plain.body, string(content))

	require.NotEqual(t, plain.Header.Get("ETag"), packed.Header.Get("ETag"))
	again := s.get(path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	require.Empty(t, again.body)
	require.Empty(t, again.Header.Get("Content-Encoding"))
	require.Equal(t, http.StatusNotFound, s.post(path, "").StatusCode)
}
