package main

import (
	"archive/tar"
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// Places in the image.
const (
	programPath = "usr/bin/puls"
	webFolder   = "web"
	billPath    = "usr/share/doc/puls/puls.cdx.json"
)

// userID is who the program runs as: a number, so that Kubernetes can see that it is not root.
const userID = "65532:65532"

// files are the contents of a layer by their paths. Folders come by themselves.
type files map[string]file

type file struct {
	// mode has no write bit: nothing in the image is changed, not even by root.
	mode    fs.FileMode
	content []byte
}

func (f files) add(path string, mode fs.FileMode, content []byte) { f[path] = file{mode, content} }

// baseFiles are what any program needs that asks others by name and by TLS.
func baseFiles() (files, error) {
	var roots bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // trusted under conditions only, which a file cannot tell
		}
		if err := pem.Encode(&roots, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			return nil, fmt.Errorf("write CA roots: %w", err)
		}
	}
	base := files{}
	base.add("etc/ssl/certs/ca-certificates.crt", 0o444, roots.Bytes())
	base.add("etc/passwd", 0o444, []byte("root:x:0:0:root:/:/sbin/nologin\npuls:x:65532:65532:puls:/:/sbin/nologin\n"))
	base.add("etc/group", 0o444, []byte("root:x:0:\npuls:x:65532:\n"))
	base.add("etc/nsswitch.conf", 0o444, []byte("hosts: files dns\n"))
	return base, nil
}

// folder takes the files of a folder as they are, compressed ones too.
func folder(from, to string) (files, error) {
	taken := files{}
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is neither a file nor a folder", name)
		}
		content, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		taken.add(path.Join(to, name), 0o444, content)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", from, err)
	}
	return taken, nil
}

// folders returns the folders that the files are in, outer ones first.
func (f files) folders() []string {
	seen := map[string]bool{}
	for name := range f {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// archive writes the files in one order, of one time and owner.
func (f files) archive(at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	header := func(name string, kind byte, mode fs.FileMode, size int) *tar.Header {
		return &tar.Header{
			Typeflag: kind, Name: name, Mode: int64(mode), Size: int64(size), ModTime: at.Truncate(time.Second),
			Uname: "root", Gname: "root", Format: tar.FormatPAX,
		}
	}
	var err error
	for _, dir := range f.folders() {
		err = errors.Join(err, w.WriteHeader(header(dir+"/", tar.TypeDir, 0o555, 0)))
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		content := f[name].content
		err = errors.Join(err, w.WriteHeader(header(name, tar.TypeReg, f[name].mode, len(content))))
		_, wrote := w.Write(content)
		err = errors.Join(err, wrote)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("write layer: %w", err)
	}
	return out.Bytes(), nil
}

// write puts the files into a folder, of one time.
func (f files) write(into string, at time.Time) error {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		to := filepath.Join(into, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		if err := os.WriteFile(to, f[name].content, f[name].mode); err != nil {
			return fmt.Errorf("write file: %w", err)
		}
		if err := errors.Join(os.Chmod(to, f[name].mode), os.Chtimes(to, at, at)); err != nil {
			return fmt.Errorf("finish file: %w", err)
		}
	}
	return nil
}
