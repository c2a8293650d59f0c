package core

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/file"
)

// ErrKeyTaken means that another upload with the same idempotency key was accepted meanwhile.
var ErrKeyTaken = errors.New("the idempotency key was taken meanwhile")

// BlockSize is how much of a file is kept as one piece.
const BlockSize = 1 << 20

// MaxFile is the size in bytes that a file may have.
const MaxFile = 2 << 30

// Upload describes a file that is being sent.
type Upload struct {
	// ID must be new.
	ID             ImportID
	Account        AccountID
	Kind           FileKind
	Format         Format
	KeepConsent    bool
	IdempotencyKey string
	// Actor sends it; from a file by its name, where that is known.
	Actor

	// Size, Digest and Encoding are known at the end.
	Size     int64
	Digest   []byte
	Encoding file.Encoding
	// Start is where the rows begin, behind the header.
	Start int64
	Lines int
}

// FileStore keeps what is uploaded. Nothing of a file can be seen before Accept.
type FileStore interface {
	// FindByKey returns the import that an idempotency key stands for, nil if none.
	FindByKey(ctx context.Context, account AccountID, key string) (*Upload, error)
	// CountWaiting returns how many of the account's imports wait to be read.
	CountWaiting(ctx context.Context, account AccountID) (int, error)
	// AddBlock keeps the next piece of a file.
	AddBlock(ctx context.Context, id ImportID, number int, data []byte) error
	// Accept makes the file an import that is read from then on if allow, told how many wait, does. It fails with
	// ErrKeyTaken when another upload with the same idempotency key came first.
	Accept(ctx context.Context, upload Upload, allow Allow) error
	// Discard removes the pieces of a file that was not accepted.
	Discard(ctx context.Context, id ImportID) error
	// Block adds a piece of a file to text and returns the result; false behind the last one.
	Block(ctx context.Context, id ImportID, number int, text []byte) ([]byte, bool, error)
	// CleanUploads removes the pieces of files that were not accepted and got no piece since before.
	CleanUploads(ctx context.Context, before time.Time) (removed int64, err error)
}

// Receiver takes one file, piece by piece, with little memory.
type Receiver struct {
	app     *App
	upload  Upload
	known   *Upload // the import of the same idempotency key
	block   []byte
	blocks  int
	head    []byte
	sniffer file.Sniffer
	digest  hash.Hash
	// offered is set once the store may have made an import of the file, whatever it answered.
	offered bool
}

// Receive begins to take a file. It fails with ErrImportLimit while as many of the account's imports wait as may.
func (a *App) Receive(ctx context.Context, upload Upload) (*Receiver, error) {
	r := &Receiver{app: a, upload: upload, digest: sha256.New()}
	if upload.IdempotencyKey != "" {
		known, err := a.store.FindByKey(ctx, upload.Account, upload.IdempotencyKey)
		if err != nil {
			return nil, fmt.Errorf("look for idempotency key: %w", err)
		}
		r.known = known
	}
	if r.known == nil {
		waiting, err := a.store.CountWaiting(ctx, upload.Account)
		if err != nil {
			return nil, err
		}
		if err := a.allowWaiting(waiting); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Write takes the next bytes. After an error the file is lost: call Discard.
func (r *Receiver) Write(ctx context.Context, data []byte) error {
	if r.upload.Size += int64(len(data)); r.upload.Size > MaxFile {
		return ErrImportTooLarge
	}
	r.digest.Write(data)
	if r.known != nil {
		return nil // it is kept already; only its digest matters
	}
	_, _ = r.sniffer.Write(data)
	if need := HeadLimit - len(r.head); need > 0 {
		r.head = append(r.head, data[:min(need, len(data))]...)
		if len(r.head) == HeadLimit {
			// What cannot be read is refused before the rest comes. Encoding is not known yet and changes no more than
			// letters of properties' names.
			if _, err := ReadHead(r.upload.Kind, r.upload.Format, file.UTF8, r.head); err != nil {
				return err
			}
		}
	}
	for len(data) > 0 {
		n := min(BlockSize-len(r.block), len(data))
		r.block = append(r.block, data[:n]...)
		data = data[n:]
		if len(r.block) == BlockSize {
			if err := r.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Receiver) flush(ctx context.Context) error {
	if err := r.app.store.AddBlock(ctx, r.upload.ID, r.blocks, r.block); err != nil {
		return fmt.Errorf("keep piece of file: %w", err)
	}
	r.blocks++
	r.block = r.block[:0]
	return nil
}

// Finish accepts the file if it has the size that its sender counted, and returns its import. A file that was
// sent before with the same idempotency key is the same import.
func (r *Receiver) Finish(ctx context.Context, size int64) (ImportID, error) {
	if size != r.upload.Size {
		return ImportID{}, ErrImportCutOff.Withf(
			"%d bytes of %d arrived; nothing was kept, send the file again", r.upload.Size, size)
	}
	r.upload.Digest = r.digest.Sum(nil)
	if r.known != nil {
		return r.repeat(r.known)
	}
	if err := r.readHead(ctx); err != nil {
		return ImportID{}, err
	}
	if len(r.block) > 0 {
		if err := r.flush(ctx); err != nil {
			return ImportID{}, err
		}
	}
	r.offered = true
	err := r.app.store.Accept(ctx, r.upload, r.app.allowWaiting)
	if errors.Is(err, ErrKeyTaken) {
		r.offered = false
		known, err := r.app.store.FindByKey(ctx, r.upload.Account, r.upload.IdempotencyKey)
		if err != nil || known == nil {
			return ImportID{}, fmt.Errorf("look for idempotency key again: %w", err)
		}
		if err := r.Discard(ctx); err != nil {
			return ImportID{}, err
		}
		return r.repeat(known)
	}
	if err != nil {
		return ImportID{}, fmt.Errorf("accept file: %w", err)
	}
	r.app.importWaits()
	return r.upload.ID, nil
}

func (r *Receiver) readHead(ctx context.Context) error {
	head, err := ReadHead(r.upload.Kind, r.upload.Format, file.UTF8, r.head)
	if err != nil {
		return err
	}
	r.upload.Encoding = file.UTF8
	if r.upload.Format == FormatCSV {
		r.upload.Encoding = r.sniffer.Encoding(head.Marked, head.Delimiter)
	}
	if r.upload.Encoding != file.UTF8 {
		if head, err = ReadHead(r.upload.Kind, r.upload.Format, r.upload.Encoding, r.head); err != nil {
			return err
		}
	}
	r.upload.Start, r.upload.Lines = head.Size, head.Lines
	return r.checkProperties(ctx, head.Columns)
}

func (r *Receiver) checkProperties(ctx context.Context, columns []string) error {
	var known []Property
	for at, column := range columns {
		name, is := strings.CutPrefix(column, PropertyPrefix)
		if !is {
			continue
		}
		if known == nil {
			var err error
			if known, err = r.app.store.Properties(ctx, r.upload.Account); err != nil {
				return fmt.Errorf("read properties: %w", err)
			}
		}
		if !slices.ContainsFunc(known, func(p Property) bool { return p.Name == name }) {
			return unknownColumn(at)
		}
	}
	return nil
}

func (r *Receiver) repeat(known *Upload) (ImportID, error) {
	same := known.Kind == r.upload.Kind && known.Format == r.upload.Format &&
		known.KeepConsent == r.upload.KeepConsent && bytes.Equal(known.Digest, r.upload.Digest)
	if !same {
		return ImportID{}, ErrImportKeyUsed
	}
	return known.ID, nil
}

// Discard removes what was kept of a file that is not accepted. When the answer to its acceptance was lost it may
// be accepted after all: then the clean-up decides.
func (r *Receiver) Discard(ctx context.Context) error {
	if r.blocks == 0 || r.offered {
		return nil
	}
	if err := r.app.store.Discard(ctx, r.upload.ID); err != nil {
		return fmt.Errorf("discard file: %w", err)
	}
	return nil
}
