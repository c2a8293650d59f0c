package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sys/unix"
)

// unfinished is the folder, in the data folder, of a restore in progress.
const unfinished = "restoring"

// ErrNotEmpty means that a folder has contents that a restore would mix with.
var ErrNotEmpty = errors.New("holds something: restore into a folder that is empty or not there")

// Unpack unpacks a backup into a data folder that is empty or missing, and checks the sum of every file. Postgres must
// recover on it before any other use. The remains of an interrupted restore are removed.
func Unpack(from, data string) (_ Summary, err error) {
	if err := empty(data); err != nil {
		return Summary{}, err
	}
	fresh := filepath.Join(data, unfinished)
	if err := errors.Join(os.RemoveAll(fresh), os.MkdirAll(data, 0o755), os.Mkdir(fresh, 0o755)); err != nil {
		return Summary{}, fmt.Errorf("make data folder: %w", err)
	}
	file, err := os.Open(from)
	if err != nil {
		return Summary{}, fmt.Errorf("open backup: %w", err)
	}
	defer func() { _ = file.Close() }() // only read
	packed, err := zstd.NewReader(file)
	if err != nil {
		return Summary{}, fmt.Errorf("open backup: %w", err)
	}
	defer packed.Close()
	r := &reader{folder: fresh, sums: map[string]sum{}}
	if err := r.all(tar.NewReader(packed)); err != nil {
		return Summary{}, fmt.Errorf("%s: %w", from, err)
	}
	unix.Sync() // everything is on the disk before it is moved into place
	return r.summary, r.settle(data)
}

// empty refuses a folder with contents other than an interrupted restore or lost+found.
func empty(data string) error {
	entries, err := os.ReadDir(data)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("look at data folder: %w", err)
	}
	for _, entry := range entries {
		if entry.Name() != unfinished && entry.Name() != "lost+found" {
			return fmt.Errorf("%s %w", data, ErrNotEmpty)
		}
	}
	return nil
}

type sum struct {
	size int64
	hash string
}

type reader struct {
	folder   string
	sums     map[string]sum
	manifest []byte
	summary  Summary
}

func (r *reader) all(files *tar.Reader) error {
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return r.check()
		}
		if err != nil {
			return fmt.Errorf("it cannot be read: %w", err)
		}
		if err := r.entry(header, files); err != nil {
			return err
		}
	}
}

func (r *reader) entry(header *tar.Header, from io.Reader) (err error) {
	name := filepath.FromSlash(strings.TrimSuffix(header.Name, "/"))
	if !filepath.IsLocal(name) {
		return fmt.Errorf("%q leads out of the folder", header.Name)
	}
	path := filepath.Join(r.folder, name)
	switch header.Typeflag {
	case tar.TypeDir:
		return os.MkdirAll(path, 0o700)
	case tar.TypeReg:
	default:
		return fmt.Errorf("%q is no file", header.Name)
	}
	if header.Name == manifestName || header.Name == summaryName {
		text, err := io.ReadAll(from)
		if err != nil {
			return fmt.Errorf("read %s: %w", header.Name, err)
		}
		if header.Name == manifestName {
			r.manifest = text
			return nil
		}
		return json.Unmarshal(text, &r.summary)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("make file: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	hashed := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, hashed), from)
	if err != nil {
		return fmt.Errorf("write %s: %w", header.Name, err)
	}
	r.sums[header.Name] = sum{size, text(hashed)}
	return nil
}

func text(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// check compares the unpacked files with both lists of sums.
func (r *reader) check() error {
	if r.summary.Format != format {
		if r.summary.Format == 0 {
			return errors.New("it is cut short, or no backup of puls")
		}
		return fmt.Errorf("it has the format %d, which this program does not know", r.summary.Format)
	}
	var manifest struct {
		Files []struct {
			Path     string
			Size     int64
			Checksum string
		}
	}
	if err := json.Unmarshal(r.manifest, &manifest); err != nil {
		return fmt.Errorf("read Postgres's manifest: %w", err)
	}
	for _, file := range manifest.Files {
		if got := r.sums[clusterPrefix+file.Path]; got != (sum{file.Size, file.Checksum}) {
			return fmt.Errorf("%s differs from the file that Postgres sent", file.Path)
		}
	}
	for name, want := range r.summary.Sums {
		if r.sums[name].hash != want {
			return fmt.Errorf("%s was changed since the backup", name)
		}
	}
	return nil
}

// settle moves everything into place, the cluster last.
func (r *reader) settle(data string) error {
	if err := os.Mkdir(filepath.Join(data, "postgres"), 0o755); err != nil {
		return fmt.Errorf("put backup in place: %w", err)
	}
	places := map[string]string{passwordName: filepath.Join("postgres", passwordName), "mail": "mail"}
	for _, name := range kept {
		places[name] = name
	}
	for name, place := range places {
		err := os.Rename(filepath.Join(r.folder, name), filepath.Join(data, place))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("put backup in place: %w", err)
		}
	}
	if err := os.Rename(filepath.Join(r.folder, "cluster"), filepath.Join(data, "postgres", "cluster")); err != nil {
		return fmt.Errorf("put backup in place: %w", err)
	}
	return os.RemoveAll(r.folder)
}
