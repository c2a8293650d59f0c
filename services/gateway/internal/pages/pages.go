// Package pages serves the built web application: files as they are, every other path the application's page, which
// then decides what to show.
package pages

import (
	"fmt"
	"net/http"
	"os"
	"path"
	"strings"

	"puls.app/services/gateway/internal/rest"
)

// New serves dir; it must hold index.html.
func New(dir string) (http.Handler, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open web pages: %w", err)
	}
	if _, err := root.Stat("index.html"); err != nil {
		return nil, fmt.Errorf("web pages are not built (npm run build in web/): %w", err)
	}
	files := http.FileServerFS(root.FS())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			rest.WriteNotFound(w)
			return
		}
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		if strings.HasPrefix(name, "assets/") {
			if info, err := root.Stat(name); err != nil || info.IsDir() {
				rest.WriteNotFound(w)
				return
			}
			// Their names carry a hash of their content.
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		if info, err := root.Stat(name); name == "" || name == "index.html" || err != nil || info.IsDir() {
			page := *r.URL
			page.Path = "/"
			again := r.Clone(r.Context())
			again.URL = &page
			files.ServeHTTP(w, again)
			return
		}
		files.ServeHTTP(w, r)
	}), nil
}
