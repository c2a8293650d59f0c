// Package tracking serves the script that websites load. It is built from web/src/tracking by npm run tracking and is
// part of the program, so that an installation without web pages serves it, too.
package tracking

import (
	_ "embed"
	"net/http"

	"puls.app/services/gateway/internal/pages"
)

// Path is where websites find the script. What it expects of its pages stays the same below v1.
const Path = "/tracking/v1/puls.js"

//go:embed puls.js
var script []byte

// Handler returns what answers Path: browsers keep the script for a day and then ask whether it has changed.
func Handler() (http.Handler, error) {
	file, err := pages.Packed("text/javascript; charset=utf-8", script)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file.Serve(w, r, "public, max-age=86400, stale-while-revalidate=604800")
	}), nil
}
