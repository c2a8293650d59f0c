package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// api replaces the program: it records its calls.
type api struct {
	mu       sync.Mutex
	calls    []string
	made     map[string]bool
	files    map[string]string // digest of each file by kind and key
	scorings map[string]scoring
	statuses map[string]int
	// fails has the status of each call that must fail, once.
	fails map[string]int
	// states are the states of imports, in order; the last one is repeated.
	states []string
}

func newAPI() *api {
	return &api{
		made: map[string]bool{}, files: map[string]string{}, scorings: map[string]scoring{}, statuses: map[string]int{},
		fails: map[string]int{}, states: []string{"running", "done"},
	}
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	call := r.Method + " " + strings.TrimPrefix(r.URL.Path, "/api/")
	a.calls = append(a.calls, call)
	if status := a.fails[call]; status != 0 {
		delete(a.fails, call)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"error":{"title":"no"},"meta":{"class":"TEST"}}`)
		return
	}
	status, answer := a.answer(call, r.Header.Get("Idempotency-Key"), body)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

func (a *api) answer(call, key string, body []byte) (status int, answer string) {
	digest := sha256.Sum256(body)
	method, path, _ := strings.Cut(call, " ")
	switch last := path[strings.LastIndexAny(path, "/:")+1:]; {
	case last == "login":
		return 200, fmt.Sprintf(`{"token":"t","expire":%d}`, time.Now().Add(time.Hour).Unix())
	case last == "me":
		return 200, `{"accountId":2}`
	case last == "settings" && method == http.MethodPut:
		return 200, `{}`
	case last == "import":
		a.files[path+" "+key] = hex.EncodeToString(digest[:])
		return 200, `{"id":"one"}`
	case strings.Contains(path, "/imports/"):
		state := a.states[0]
		if len(a.states) > 1 {
			a.states = a.states[1:]
		} else {
			a.states = []string{"running", "done"}
		}
		return 200, `{"state":"` + state + `"}`
	case method == http.MethodGet && (last == "groups" || last == "properties"):
		return 200, `{"002":{"items":[{"id":7,"name":"Klienci"}]},"003":{"items":[]}}`
	case method == http.MethodPatch && strings.Contains(path, "/databases/"):
		a.made[path+string(body)] = true
		return 200, `{}`
	case last == "databases" || last == "groups" || last == "add":
		if a.made[last+string(body)] {
			return 409, `{}`
		}
		a.made[last+string(body)] = true
		return 200, `{}`
	default:
		return a.scoring(path, last, key, body)
	}
}

func (a *api) scoring(path, last, key string, body []byte) (status int, answer string) {
	id, _, _ := strings.Cut(strings.TrimPrefix(path, "protected/scoring/scorings/"), ":")
	switch last {
	case "scorings":
		var s scoring
		if json.Unmarshal(body, &s) != nil {
			return 400, `{}`
		}
		a.scorings[key] = s
		return 200, `{"id":"` + key + `"}`
	case "setStatus":
		var s struct{ NewStatus int }
		if json.Unmarshal(body, &s) != nil {
			return 400, `{}`
		}
		a.statuses[id] = s.NewStatus
		return 200, `{}`
	case "calculate":
		return 200, `{"generatedDate":"2026-11-21"}`
	case "progress":
		return 200, `{"result":{"channels":[{"stage":"counting"}]}}` + "\n" +
			`{"result":{"channels":[{"stage":"done"}]}}` + "\n"
	case "generatedDateList":
		return 200, `{"items":["2026-11-21"]}`
	default:
		return 404, `{}`
	}
}

// loader loads a small company into the fake API.
func loader(t *testing.T, a *api, folder string, taken bool, now time.Time) *Loader {
	t.Helper()
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	return &Loader{
		Address: server.URL, Folder: folder, scale: 100,
		CreateAccount: func(context.Context, string) (bool, error) { return taken, nil },
		Nightly: func(context.Context) error {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.calls = append(a.calls, "nightly")
			return nil
		},
		Now:  func() time.Time { return now },
		Tell: t.Logf,
	}
}

func TestLoadingFillsTheAccountOnce(t *testing.T) {
	a, folder := newAPI(), t.TempDir()
	a.fails["POST public/account/users:login"] = http.StatusServiceUnavailable // the program is still starting
	require.NoError(t, loader(t, a, folder, false, today).Load(t.Context()))
	require.Len(t, a.files, 2)
	require.Len(t, a.scorings, 6)
	require.Len(t, a.statuses, 5, "one stays a draft")
	require.Contains(t, a.calls, "nightly")
	require.Contains(t, a.made, `databases{"uid":"003"}`, "002 is the account's own uid here")
	require.Contains(t, a.made, `protected/saresystem/databases/002{"name":"Herbaciarnia"}`)
	a.calls = nil
	require.NoError(t, loader(t, a, folder, true, today).Load(t.Context()))
	require.Empty(t, a.calls)
}

func TestALoadThatWasCutOffIsCompletedAsItWasBegun(t *testing.T) {
	a, folder := newAPI(), t.TempDir()
	a.fails["POST protected/scoring/scorings"] = http.StatusInternalServerError
	require.ErrorContains(t, loader(t, a, folder, false, today).Load(t.Context()), "500 TEST: no")
	files := a.files
	a.files = map[string]string{}
	nextDay := today.AddDate(0, 0, 1)
	require.NoError(t, loader(t, a, folder, true, nextDay).Load(t.Context()))
	require.Equal(t, files, a.files, "the same files under the same keys")
	require.Len(t, a.scorings, 6)
}

func TestAnAccountFromElsewhereIsLeftAlone(t *testing.T) {
	a, folder := newAPI(), t.TempDir()
	for range 2 {
		require.NoError(t, loader(t, a, folder, true, today).Load(t.Context()))
		require.Empty(t, a.calls)
	}
}

func TestAFailedImportIsSentAgainUnderAnotherKey(t *testing.T) {
	a := newAPI()
	a.states = []string{"failed", "running", "done"}
	require.NoError(t, loader(t, a, t.TempDir(), false, today).Load(t.Context()))
	require.Len(t, a.files, 3)
}

func TestAFailureEndsTheLoadAndIsTold(t *testing.T) {
	a := newAPI()
	l := loader(t, a, t.TempDir(), false, today)
	broken := errors.New("broken")
	l.CreateAccount = func(context.Context, string) (bool, error) { return false, broken }
	require.ErrorIs(t, l.Load(t.Context()), broken)
	a.fails["POST protected/saresystem/contacts:import"] = http.StatusUnauthorized
	require.ErrorContains(t, loader(t, a, t.TempDir(), false, today).Load(t.Context()), "401")
}

func TestScoringsAreValid(t *testing.T) {
	s := shelf{uid: "001", shopUID: "002"}
	names := map[string]bool{}
	for _, scoring := range s.scorings() {
		length := utf8.RuneCountInString(scoring.Name)
		require.True(t, length >= 4 && length <= 40, scoring.Name)
		names[scoring.Name] = true
		for _, channel := range []*channel{scoring.Config.Mailing, scoring.Config.SMS, scoring.Config.Web} {
			if channel == nil {
				continue
			}
			sum := 0
			for _, weight := range channel.Weights {
				var percent int
				_, err := fmt.Sscanf(weight, "0.%02d", &percent)
				require.NoError(t, err)
				sum += percent
			}
			require.Equal(t, 100, sum, scoring.Name)
		}
	}
	require.Len(t, names, 6)
}
