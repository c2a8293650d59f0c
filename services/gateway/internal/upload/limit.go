package upload

import (
	"context"
	"net/http"
	"time"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/kit/perkey"
	"puls.app/services/reason"
)

// comeAgain is the least Retry-After of a refused client: the smallest of large files takes as long.
const comeAgain = 5 * time.Second

// Limited refuses uploads, before it reads any of their bytes, beyond the limits of all accounts and of each. Every
// upload takes memory here and in the service for as long as its client needs.
func Limited(all, each int, account func(context.Context) int32) func(next http.Handler) http.Handler {
	uploads := perkey.NewWithin[int32](int64(each), int64(all))
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			leave, ok := uploads.TryEnter(account(r.Context()))
			if !ok {
				w.Header().Set("Connection", "close") // the body is not read
				rest.Failure{
					Status: http.StatusTooManyRequests, Class: reason.UploadsBusy.String(), Wait: comeAgain,
					Title: "too many files are being uploaded; try again when one has finished",
				}.Write(w)
				return
			}
			defer leave()
			next.ServeHTTP(w, r)
		})
	}
}
