// Package tracking serves the script that websites load. It is built from web/src/tracking by npm run tracking and is
// part of the program, so that an installation without web pages serves it, too.
package tracking

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Path is where websites find the script. What it expects of its pages stays the same below v1.
const Path = "/tracking/v1/puls.js"

//go:embed puls.js
var script []byte

// Handler returns what answers Path: browsers keep the script for a day and then ask whether it has changed.
func Handler() (http.Handler, error) {
	packed, err := pack(script)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(script)
	tag := hex.EncodeToString(sum[:12])
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, own := script, `"`+tag+`"`
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			content, own = packed, `"`+tag+`-gzip"`
			w.Header().Set("Content-Encoding", "gzip")
		}
		w.Header().Set("Vary", "Accept-Encoding")
		w.Header().Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
		w.Header().Set("ETag", own)
		if strings.Contains(r.Header.Get("If-None-Match"), own) {
			w.Header().Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		_, _ = w.Write(content) // the client has gone when this fails
	}), nil
}

func pack(content []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("pack the tracking script: %w", err)
	}
	if _, err := w.Write(content); err != nil {
		return nil, fmt.Errorf("pack the tracking script: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack the tracking script: %w", err)
	}
	return packed.Bytes(), nil
}
