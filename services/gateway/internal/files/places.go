package files

import (
	"context"
	"net/http"
	"sync"
	"time"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// Places are the uploads that may be on their way at once: each takes memory here and in the service for as long as its
// client needs.
type Places struct {
	all, each int
	account   func(context.Context) int32

	mu   sync.Mutex
	open map[int32]int
	sum  int
}

// NewPlaces makes empty places, for all accounts and for each. Account answers whose a request is.
func NewPlaces(all, each int, account func(context.Context) int32) *Places {
	return &Places{all: all, each: each, account: account, open: map[int32]int{}}
}

// comeAgain is how long whoever finds no place waits at least: the smallest of large files takes as long.
const comeAgain = 5 * time.Second

// Handler refuses uploads, before anything of them is read, while as many as may are on their way.
func (p *Places) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		account := p.account(r.Context())
		if !p.take(account) {
			w.Header().Set("Connection", "close") // the body is not read
			rest.Failure{
				Status: http.StatusTooManyRequests, Class: reason.UploadsBusy.String(), Wait: comeAgain,
				Title: "as many files are on their way as may be; try again once one is there",
			}.Write(w)
			return
		}
		defer p.leave(account)
		next.ServeHTTP(w, r)
	})
}

func (p *Places) take(account int32) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sum >= p.all || p.open[account] >= p.each {
		return false
	}
	p.sum++
	p.open[account]++
	return true
}

func (p *Places) leave(account int32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sum--
	if p.open[account]--; p.open[account] == 0 {
		delete(p.open, account)
	}
}
