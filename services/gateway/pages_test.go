package gateway_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathsOfTheApplicationGetItsPageAndOthersTheirFileOrNothing(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, path := range []string{"/", "/scoring/list", "/no/such/page", "/index.html", "/activate/ABC", "/assets"} {
		res := s.get(path)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Equal(t, "the page", res.body, path)
		require.Equal(t, "no-cache", res.Header.Get("Cache-Control"), path)
		require.Equal(t, "text/html; charset=utf-8", res.Header.Get("Content-Type"), path)
	}
	require.Equal(t, "the logo", s.get("/logo.svg").body)
	code := s.get("/assets/app-1a2b.js")
	require.Equal(t, theCode, code.body)
	require.Contains(t, code.Header.Get("Cache-Control"), "immutable")
	for _, path := range []string{"/assets/app-of-yesterday.js", "/assets/../../secret", "/api/nothing", "/api/"} {
		require.NotContains(t, s.get(path).body, theCode, path)
	}
	require.Equal(t, http.StatusNotFound, s.get("/assets/app-of-yesterday.js").StatusCode)
	require.Equal(t, "NOT_FOUND", s.get("/api/nothing").class())
	require.Equal(t, "NOT_FOUND", s.post("/scoring/list", "{}").class())
}

func TestFilesOfTheBuildItselfAreNotShown(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, path := range []string{"/.vite/manifest.json", "/.env", "/assets/.hidden", "/a/.b"} {
		require.Equal(t, http.StatusNotFound, s.get(path).StatusCode, path)
	}
}

func TestPagesGoOutInTheSmallestFormThatTheBrowserTakes(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for accepted, want := range map[string]string{
		"gzip, deflate, br": "br", "gzip": "gzip", "GZIP;q=0.5": "gzip", "br;q=0, gzip": "gzip", "*": "br", "*;q=0": "",
		"br;q=0, gzip;q=0, *": "", "identity": "", "deflate": "", "br;q=x": "",
	} {
		res := s.get("/assets/app-1a2b.js", "Accept-Encoding", accepted)
		require.Equal(t, http.StatusOK, res.StatusCode, accepted)
		require.Equal(t, want, res.Header.Get("Content-Encoding"), accepted)
		require.Equal(t, "Accept-Encoding", res.Header.Get("Vary"), accepted)
		require.Equal(t, "text/javascript; charset=utf-8", res.Header.Get("Content-Type"), accepted)
		switch want {
		case "br":
			require.Equal(t, "small", res.body)
		case "gzip":
			require.Equal(t, theCode, unzip(t, res.body))
		default:
			require.Equal(t, theCode, res.body)
		}
	}
	require.Empty(t, s.get("/logo.svg", "Accept-Encoding", "br").Header.Get("Content-Encoding"), "there is no such form")
	require.Equal(t, http.StatusNotFound, s.get("/assets/app-1a2b.js.br").StatusCode, "a form is no file of its own")
}

func TestAPageThatTheBrowserHasIsNotSentAgain(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	tags := map[string]bool{}
	for _, accepted := range []string{"br", "gzip", "identity"} {
		tag := s.get("/assets/app-1a2b.js", "Accept-Encoding", accepted).Header.Get("ETag")
		require.NotEmpty(t, tag)
		tags[tag] = true
		again := s.get("/assets/app-1a2b.js", "Accept-Encoding", accepted, "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, again.StatusCode, accepted)
		require.Equal(t, "Accept-Encoding", again.Header.Get("Vary"), accepted)
	}
	require.Len(t, tags, 3, "each form has a tag of its own")
}

func TestAnswersOfTheAPIAreCompressedButThoseThatHoldTokens(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.set(func() { s.peers.languages = 500 })
	plain := s.get("/api/public/account/constant/languages", "Accept-Encoding", "identity")
	require.Greater(t, len(plain.body), 2<<10)
	packed := s.get("/api/public/account/constant/languages", "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	require.Contains(t, packed.Header.Values("Vary"), "Accept-Encoding")
	require.Less(t, len(packed.body), len(plain.body)/2)
	require.Equal(t, plain.body, unzip(t, packed.body))
	require.Equal(t, "application/json", packed.Header.Get("Content-Type"))

	s.peers.set(func() { s.peers.token = strings.Repeat("token", 500) })
	signedIn := s.post(login, `{"email":"a@example.com","password":"x"}`, "Accept-Encoding", "gzip")
	require.Equal(t, http.StatusOK, signedIn.StatusCode)
	require.Empty(
		t, signedIn.Header.Get("Content-Encoding"), "a secret beside what a client chose must not be compressed with it",
	)
}

func unzip(t *testing.T, body string) string {
	t.Helper()
	reader, err := gzip.NewReader(strings.NewReader(body))
	require.NoError(t, err)
	content, err := io.ReadAll(reader)
	require.NoError(t, err)
	return string(content)
}

func zip(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.String()
}
