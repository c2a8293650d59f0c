package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/klauspost/compress/zstd"
)

// baseBackup requests all files with the log written meanwhile; a slot prevents the removal of that log.
const (
	keepLog    = "CREATE_REPLICATION_SLOT puls_backup_%d TEMPORARY PHYSICAL RESERVE_WAL"
	baseBackup = "BASE_BACKUP (LABEL 'puls', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')"
)

// Write makes a backup of a folder in a file that appears once it is complete. database is the address of the folder's
// Postgres, signed in as its superuser.
func Write(ctx context.Context, to string, f Folder, database, program string, now time.Time) (_ Summary, err error) {
	if _, err := os.Stat(to); err == nil {
		return Summary{}, fmt.Errorf("%s is there already", to)
	}
	part := to + ".part"
	file, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // contains secrets
	if err != nil {
		return Summary{}, fmt.Errorf("make backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(part))
		}
	}()
	packed, err := zstd.NewWriter(file, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return Summary{}, fmt.Errorf("make backup: %w", err)
	}
	w := &writer{tar: tar.NewWriter(packed), summary: Summary{
		Format: format, Program: program, MadeAt: now.UTC(), Sums: map[string]string{},
	}}
	if err := w.all(ctx, f, database); err != nil {
		return Summary{}, errors.Join(err, packed.Close())
	}
	if err := errors.Join(w.tar.Close(), packed.Close(), file.Sync()); err != nil {
		return Summary{}, fmt.Errorf("write backup: %w", err)
	}
	if err := os.Rename(part, to); err != nil {
		return Summary{}, fmt.Errorf("put backup in place: %w", err)
	}
	return w.summary, file.Close()
}

type writer struct {
	tar     *tar.Writer
	summary Summary
}

func (w *writer) all(ctx context.Context, f Folder, database string) error {
	if err := w.database(ctx, database); err != nil {
		return err
	}
	if err := w.file(passwordName, filepath.Join(f.Data, "postgres", passwordName)); err != nil {
		return err
	}
	for _, name := range kept {
		if err := w.file(name, filepath.Join(f.Data, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	mails, err := os.ReadDir(f.Mails)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list mails: %w", err)
	}
	for _, mail := range mails {
		if !mail.Type().IsRegular() {
			continue
		}
		if err := w.file(mailPrefix+mail.Name(), filepath.Join(f.Mails, mail.Name())); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(w.summary, "", "  ")
	if err != nil {
		return fmt.Errorf("write summary: %w", err)
	}
	return w.entry(&tar.Header{Name: summaryName, Mode: 0o600, Size: int64(len(text))}, bytes.NewReader(text))
}

func (w *writer) file(name, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	sum := sha256.Sum256(text)
	w.summary.Sums[name] = hex.EncodeToString(sum[:])
	return w.entry(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(text))}, bytes.NewReader(text))
}

func (w *writer) entry(header *tar.Header, from io.Reader) error {
	if err := w.tar.WriteHeader(header); err != nil {
		return fmt.Errorf("write %s: %w", header.Name, err)
	}
	if _, err := io.Copy(w.tar, from); err != nil {
		return fmt.Errorf("write %s: %w", header.Name, err)
	}
	w.summary.Files++
	w.summary.Bytes += header.Size
	return nil
}

// database writes Postgres's base backup to the file.
func (w *writer) database(ctx context.Context, address string) (err error) {
	config, err := pgconn.ParseConfig(address)
	if err != nil {
		return fmt.Errorf("read database address: %w", err)
	}
	config.RuntimeParams["replication"] = "true"
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect to Postgres: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if _, err := conn.Exec(ctx, fmt.Sprintf(keepLog, conn.PID())).ReadAll(); err != nil {
		return fmt.Errorf("keep the write-ahead log: %w", err)
	}
	sent, base := io.Pipe()
	stream := &stream{base: base}
	copied := make(chan error, 1)
	go func() {
		err := w.cluster(sent)
		_ = sent.CloseWithError(err) // never fails
		copied <- err
	}()
	_, err = conn.CopyTo(ctx, stream, baseBackup)
	_ = base.CloseWithError(err) // never fails
	if err = errors.Join(err, <-copied); err != nil {
		return fmt.Errorf("take base backup: %w", err)
	}
	if stream.manifest.Len() == 0 {
		return errors.New("take base backup: Postgres sent no manifest")
	}
	return w.entry(&tar.Header{Name: manifestName, Mode: 0o600, Size: int64(stream.manifest.Len())}, &stream.manifest)
}

// cluster copies the files of a base backup.
func (w *writer) cluster(from io.Reader) error {
	files := tar.NewReader(from)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, from) // the padding at the end
			return err
		}
		if err != nil {
			return fmt.Errorf("read base backup: %w", err)
		}
		if header.Typeflag != tar.TypeReg && header.Typeflag != tar.TypeDir {
			return fmt.Errorf("%s is a link: tablespaces elsewhere are not backed up", header.Name)
		}
		header.Name, header.Uname, header.Gname = clusterPrefix+header.Name, "", ""
		if err := w.entry(header, files); err != nil {
			return err
		}
	}
}

// stream receives the messages of a base backup; the first byte of each is its type.
type stream struct {
	base       *io.PipeWriter
	manifest   bytes.Buffer
	archives   int
	inManifest bool
}

func (s *stream) Write(message []byte) (int, error) {
	if len(message) == 0 {
		return 0, nil
	}
	var err error
	switch message[0] {
	case 'n':
		if s.archives++; s.archives > 1 {
			err = errors.New("there are tablespaces elsewhere, which are not backed up")
		}
	case 'm':
		s.inManifest = true
	case 'd':
		if s.inManifest {
			s.manifest.Write(message[1:])
		} else {
			_, err = s.base.Write(message[1:])
		}
	}
	return len(message), err
}
