package files

import (
	"context"
	"net/http"
	"time"

	"puls.app/services/gateway/internal/places"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// Places are the uploads that may be on their way at once: each takes memory here and in the service for as long as its
// client needs.
type Places struct {
	uploads *places.Places[int32]
	account func(context.Context) int32
}

// NewPlaces makes empty places, for all accounts and for each. Account answers whose a request is.
func NewPlaces(all, each int, account func(context.Context) int32) *Places {
	return &Places{places.New[int32](places.Limits{All: int64(all), Each: int64(each)}), account}
}

// comeAgain is how long whoever finds no place waits at least: the smallest of large files takes as long.
const comeAgain = 5 * time.Second

// Handler refuses uploads, before anything of them is read, while as many as may are on their way.
func (p *Places) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		holder := &places.Lasting{}
		if err := p.uploads.Take(r.Context(), p.account(r.Context()), holder, 1); err != nil {
			w.Header().Set("Connection", "close") // the body is not read
			rest.Failure{
				Status: http.StatusTooManyRequests, Class: reason.UploadsBusy.String(), Wait: comeAgain,
				Title: "as many files are on their way as may be; try again once one is there",
			}.Write(w)
			return
		}
		defer p.uploads.Leave(holder)
		next.ServeHTTP(w, r)
	})
}
