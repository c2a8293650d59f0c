// Package pages serves the built web application: its files, and the application's page for every other path, which
// then decides what to show. Files that the build compressed are served compressed.
package pages

import (
	"fmt"
	"net/http"
	"path"
	"strings"

	"puls.app/services/gateway/internal/rest"
)

const (
	index = "index.html"
	// named are the files whose names carry a hash of their content.
	named = "assets/"
)

// New loads dir, which must hold index.html, and serves it from memory: a new build that replaces dir while the program
// runs must not mix yesterday's page with today's parts.
func New(dir string) (http.Handler, error) {
	files, err := read(dir)
	if err != nil {
		return nil, fmt.Errorf("read web pages: %w", err)
	}
	if files[index] == nil {
		return nil, fmt.Errorf("web pages are not built: %s has no %s (npm run build in web/)", dir, index)
	}
	return files, nil
}

// ServeHTTP serves GET and HEAD.
func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		rest.WriteNotFound(w)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	found := f[name]
	switch {
	case found == nil && (strings.HasPrefix(name, named) || hidden(name)):
		rest.WriteNotFound(w)
		return
	case found == nil:
		found = f[index]
	}
	cacheControl := "no-cache"
	if strings.HasPrefix(name, named) {
		cacheControl = "public, max-age=31536000, immutable"
	}
	found.Serve(w, r, cacheControl)
}

// hidden reports whether a path leads to a file that is not meant for visitors, such as a manifest of the build.
func hidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }
