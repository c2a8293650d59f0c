package acceptance

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// listProvider fakes Mailgun's mailing lists; every list name exists.
type listProvider struct {
	*httptest.Server
	mu    sync.Mutex
	lists map[string]map[string]bool
}

func newListProvider(t testing.TB) *listProvider {
	t.Helper()
	p := &listProvider{lists: map[string]map[string]bool{}}
	mux := http.NewServeMux()
	const list = "/mailgun/v3/lists/{list}"
	mux.HandleFunc("GET "+list, func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST "+list+"/members.json", func(_ http.ResponseWriter, r *http.Request) {
		var members []string
		if json.Unmarshal([]byte(r.FormValue("members")), &members) != nil {
			panic(http.ErrAbortHandler)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		on := p.lists[r.PathValue("list")]
		if on == nil {
			on = map[string]bool{}
			p.lists[r.PathValue("list")] = on
		}
		for _, address := range members {
			on[address] = true
		}
	})
	mux.HandleFunc("DELETE "+list+"/members/{address}", func(_ http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.lists[r.PathValue("list")], r.PathValue("address"))
	})
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	return p
}

// has reports whether an address is on a list.
func (p *listProvider) has(list, address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lists[list][address]
}
