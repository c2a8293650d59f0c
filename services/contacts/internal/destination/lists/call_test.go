package lists

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/destination"
)

func target(provider destination.Provider, region string) destination.Target {
	return destination.Target{Provider: provider, Region: region, List: "27"}
}

func TestPausesAreReadAsProvidersSayThem(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second},
		{"Retry-After", "Fri, 27 Nov 2026 12:00:09 GMT", 9 * time.Second},
		{"Retry-After", "Fri, 27 Nov 2026 11:00:00 GMT", 0},
		{"Retry-After", "-1", 0},
		{"x-sib-ratelimit-reset", "450", 450 * time.Second},
		{"X-RateLimit-Reset", "1795780830", 30 * time.Second},
		{"X-RateLimit-Reset", "1795780830500", 30500 * time.Millisecond},
		{"X-RateLimit-Reset", "soon", 0},
		{"X-Other", "9", 0},
	} {
		header := http.Header{}
		header.Set(c.name, c.value)
		require.Equal(t, c.want, pauseOf(header, now), "%s: %s", c.name, c.value)
	}
}

// The host is derived from the provider, its region and the end of Mailchimp's key. No key selects another host.
func TestOnlyProvidersAreAsked(t *testing.T) {
	t.Parallel()
	o := New("")
	for want, of := range map[string]struct {
		target destination.Target
		key    string
	}{
		"https://api.sendgrid.com":       {target(destination.SendGrid, ""), "k"},
		"https://api.eu.sendgrid.com":    {target(destination.SendGrid, "eu"), "k"},
		"https://api.mailgun.net":        {target(destination.Mailgun, ""), "k"},
		"https://api.eu.mailgun.net":     {target(destination.Mailgun, "eu"), "k"},
		"https://us21.api.mailchimp.com": {target(destination.Mailchimp, ""), "0123-us21"},
		"https://api.brevo.com":          {target(destination.Brevo, ""), "k"},
	} {
		list, err := o.Open(of.target, of.key)
		require.NoError(t, err)
		host := ""
		switch l := list.(type) {
		case *sendGrid:
			host = l.host
		case *mailgun:
			host = l.host
		case *mailchimp:
			host = l.host
		case *brevo:
			host = l.host
		}
		require.Equal(t, want, host)
	}
	for _, key := range []string{
		"", "0123", "0123-", "0123-evil.example/", "0123-us6.evil.example", "0123-us6#", "0123-US6",
	} {
		_, err := o.Open(target(destination.Mailchimp, ""), key)
		var stopped *destination.Stopped
		require.ErrorAs(t, err, &stopped, key)
		require.Equal(t, destination.FailKey, stopped.Failure, key)
	}
}

// A timeout, a redirect and a long requested pause end the call with their cause.
func TestACallEndsWithItsCause(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	defer elsewhere.Close()
	hang, calls := make(chan struct{}), 0
	var answer http.HandlerFunc
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls++
		answer(w, r)
	}))
	defer server.Close()
	defer close(hang)
	o := New(server.URL)
	o.pace.request, o.pace.tries = 100*time.Millisecond, 700*time.Millisecond
	status := func(code int, header ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
		}
	}
	for _, c := range []struct {
		answer http.HandlerFunc
		want   destination.Failure
		after  time.Duration
		again  bool
	}{
		{func(http.ResponseWriter, *http.Request) { <-hang }, destination.FailProvider, 0, true},
		{status(http.StatusInternalServerError), destination.FailProvider, 0, true},
		{status(http.StatusTooManyRequests), destination.FailLimit, 0, true},
		{status(http.StatusTooManyRequests, "Retry-After", "3600"), destination.FailLimit, time.Hour, false},
		{status(http.StatusMovedPermanently, "Location", elsewhere.URL), destination.FailProvider, 0, false},
		{status(http.StatusUnauthorized), destination.FailKey, 0, false},
		{status(http.StatusForbidden), destination.FailKey, 0, false},
		{status(http.StatusNotFound), destination.FailList, 0, false},
	} {
		answer, calls = c.answer, 0
		list, err := o.Open(target(destination.Brevo, ""), "k")
		require.NoError(t, err)
		began := time.Now()
		var stopped *destination.Stopped
		require.ErrorAs(t, list.Check(t.Context()), &stopped)
		require.Equal(t, c.want, stopped.Failure)
		require.Equal(t, c.after, stopped.After)
		require.Equal(t, c.again, calls > 1, "%s after %d calls", stopped, calls)
		require.Less(t, time.Since(began), 30*time.Second)
	}
}

// If Brevo refuses addresses together, known ones are still removed from the list, and an unknown one is no failure.
func TestARefusedRemovalIsHalved(t *testing.T) {
	t.Parallel()
	on := map[string]bool{"a@x.co": true, "b@x.co": true, "c@x.co": true}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /brevo/v3/contacts/lists/27/contacts/remove", func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Emails []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || slices.Contains(body.Emails, "odd") {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		for _, address := range body.Emails {
			delete(on, address)
		}
	})
	mux.HandleFunc("GET /brevo/v3/contacts/{address}", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	list, err := New(server.URL).Open(target(destination.Brevo, ""), "k")
	require.NoError(t, err)
	require.NoError(t, list.Remove(t.Context(), []string{"a@x.co", "odd", "b@x.co", "c@x.co"}))
	require.Empty(t, on)
}
