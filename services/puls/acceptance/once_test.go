package acceptance

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnIdempotencyKeyMakesOneScoring(t *testing.T) {
	p := shared(t)
	c := p.createAccount("again@example.com", "UTC", "001")
	other := p.createAccount("again-other@example.com", "UTC", "001")
	const path = "protected/scoring/scorings"
	send := func(by *client, name, key string) reply {
		return by.send(http.MethodPost, path, `{"name":"`+name+`"}`, "Idempotency-Key", key)
	}
	answers := make(chan reply, 50)
	for range cap(answers) {
		go func() { answers <- send(c, "Podwójne kliknięcie", "key-1") }()
	}
	first := ""
	for range cap(answers) {
		answer := <-answers
		if answer.status == http.StatusConflict {
			require.Equal(t, "IDEMPOTENCY_KEY_RUNNING", answer.class(t))
			require.Equal(t, "1", answer.header.Get("Retry-After"))
			continue
		}
		require.Equal(t, http.StatusOK, answer.status, "%s", answer.body)
		if first == "" {
			first = string(answer.body)
		}
		require.Equal(t, first, string(answer.body))
	}
	require.Equal(t, first, string(send(c, "Podwójne kliknięcie", "key-1").body), "the answer is given again")
	require.Equal(t, "IDEMPOTENCY_KEY_REUSED", send(c, "Another request", "key-1").class(t))
	require.Equal(t, http.StatusUnprocessableEntity, send(c, "Another request", "key-1").status)
	require.NotEqual(t, first, string(send(c, "Podwójne kliknięcie", "key-2").body))
	require.NotEqual(t, first, string(send(other, "Podwójne kliknięcie", "key-1").body), "keys belong to accounts")

	require.Equal(t, http.StatusBadRequest, send(c, "abc", "key-3").status)
	require.Equal(t, http.StatusOK, send(c, "Longer", "key-3").status, "a failure uses no key up")
	for _, bad := range []string{"with space", "zażółć", strings.Repeat("x", 300)} {
		require.Equal(
			t, http.StatusBadRequest, c.send(http.MethodPost, path, `{"name":"Another"}`, "Idempotency-Key", bad).status,
		)
	}
	var list struct{ Items []object }
	c.call(http.MethodGet, path, nil, &list)
	require.Len(t, list.Items, 3)
}

// class returns the class of a failure.
func (r reply) class(t *testing.T) string {
	t.Helper()
	var f failure
	require.NoError(t, json.Unmarshal(r.body, &f), "%s", r.body)
	return f.Meta.Class
}
