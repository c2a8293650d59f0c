package amazon_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/amazon"
)

func TestOnlyAnAnswerFromTheAddressItselfCounts(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	defer elsewhere.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good":
			_, _ = w.Write([]byte("certificate"))
		case "/long":
			_, _ = w.Write([]byte(strings.Repeat("x", 1<<20)))
		case "/moved":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		default:
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	client := amazon.New()
	body, err := client.Get(t.Context(), server.URL+"/good")
	require.NoError(t, err)
	require.Equal(t, "certificate", string(body))
	body, err = client.Get(t.Context(), server.URL+"/long")
	require.NoError(t, err)
	require.Len(t, body, 64<<10)
	for _, path := range []string{"/moved", "/forbidden"} {
		_, err = client.Get(t.Context(), server.URL+path)
		require.Error(t, err, path)
	}
}
