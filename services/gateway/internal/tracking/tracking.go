// Package tracking serves the script that websites load. npm run tracking builds it from web/src/tracking. It is
// embedded, so that an installation without web pages serves it, too.
package tracking

import (
	_ "embed"
	"net/http"

	"puls.app/services/gateway/internal/pages"
)

// Path is the path of the script. Its requirements on pages do not change below v1.
const Path = "/tracking/v1/puls.js"

//go:embed puls.js
var script []byte

// Handler returns the handler of Path. Browsers cache the script for a day and then revalidate it.
func Handler() (http.Handler, error) {
	file, err := pages.Packed("text/javascript; charset=utf-8", script)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file.Serve(w, r, "public, max-age=86400, stale-while-revalidate=604800")
	}), nil
}
