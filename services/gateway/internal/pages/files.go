package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

// files are the built pages by their path.
type files map[string]*File

// File is a file in all its encodings.
type File struct {
	contentType string
	plain       form
	// encoded are the compressed forms, preferred encoding first.
	encoded []form
}

// form is the content of a file in one encoding; "" means uncompressed.
type form struct {
	encoding, tag string
	content       []byte
}

// encodings are the suffixes that the build gives compressed files, in order of preference.
var encodings = []struct{ ending, name string }{{".br", "br"}, {".gz", "gzip"}}

// read loads a folder. Files and folders with a leading dot belong to the build and are left out.
func read(dir string) (files, error) {
	all := files{}
	root := os.DirFS(dir)
	contents := map[string][]byte{}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular():
			return nil
		}
		contents[name], err = fs.ReadFile(root, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", dir, err)
	}
	for name, content := range contents {
		if compressed(contents, name) {
			continue
		}
		f := &File{contentType: typeOf(name, content), plain: newForm("", content)}
		for _, e := range encodings {
			if smaller, found := contents[name+e.ending]; found && len(smaller) < len(content) {
				f.encoded = append(f.encoded, newForm(e.name, smaller))
			}
		}
		all[name] = f
	}
	return all, nil
}

// compressed reports whether a file is the compressed form of another one.
func compressed(contents map[string][]byte, name string) bool {
	for _, e := range encodings {
		if original, found := strings.CutSuffix(name, e.ending); found && contents[original] != nil {
			return true
		}
	}
	return false
}

// Packed returns a file that can also be served with gzip.
func Packed(contentType string, content []byte) (*File, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("pack file: %w", err)
	}
	return &File{contentType, newForm("", content), []form{newForm("gzip", packed.Bytes())}}, nil
}

// Serve responds with the best form that the browser accepts, or with 304.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, cacheControl string) {
	header := w.Header()
	header.Set("Cache-Control", cacheControl)
	header.Set("Content-Type", f.contentType)
	best := f.plain
	if len(f.encoded) > 0 {
		header.Add("Vary", "Accept-Encoding")
		best = f.best(r.Header.Get("Accept-Encoding"))
	}
	if best.encoding != "" {
		header.Set("Content-Encoding", best.encoding)
	}
	header.Set("ETag", best.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(best.content))
}

func newForm(encoding string, content []byte) form {
	sum := sha256.Sum256(content)
	return form{encoding: encoding, content: content, tag: `"` + hex.EncodeToString(sum[:12]) + `"`}
}

// typeOf returns a file's media type. The types of the pages' files are listed here, since the systems' own tables
// differ.
func typeOf(name string, content []byte) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if known := mime.TypeByExtension(path.Ext(name)); known != "" {
		return known
	}
	return http.DetectContentType(content)
}

// best returns the form for an Accept-Encoding header (RFC 9110, 12.5.3): the smallest one that the browser accepts.
// The weights only tell which encodings it refuses.
func (f *File) best(accepted string) form {
	for _, candidate := range f.encoded {
		if accepts(accepted, candidate.encoding) {
			return candidate
		}
	}
	return f.plain
}

func accepts(header, encoding string) bool {
	any := false
	for element := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != encoding && name != "*" {
			continue
		}
		taken := weight(parameters) > 0
		if name == encoding {
			return taken
		}
		any = taken
	}
	return any
}

// weight reads the q of an element. A malformed q counts as a refusal, which costs bytes but breaks no page.
func weight(parameters string) float64 {
	value, found := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
	if !found {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return 0
	}
	return q
}
