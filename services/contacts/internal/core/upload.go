package core

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
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
	ID      ImportID
	Account AccountID
	Kind    FileKind
	// Format is as asked, then as found; empty where the content decides.
	Format         Format
	Options        ReadOptions
	IdempotencyKey string
	// Actor sends it; from a file by its name, where that is known.
	Actor
	FileName string
	// Draft files wait to be looked at and started; Check has one checked at once.
	Draft, Check bool
	// Until is when a draft is removed.
	Until *time.Time

	// Size, Digest and what follows are known at the end. Size is that of the pieces, Digest that of the file as sent.
	Size        int64
	Digest      []byte
	Encoding    file.Encoding
	Compression string
	Folded      bool
	Delimiter   string
	Names       []string
	// Start is where the rows begin, behind the header.
	Start int64
	Lines int
	// Changed is set of a known upload that may have been started with other options since.
	Changed bool
}

// FileStore keeps what is uploaded. Nothing of a file can be seen before Accept.
type FileStore interface {
	// FindByKey returns the import that an idempotency key stands for, nil if none.
	FindByKey(ctx context.Context, account AccountID, key string) (*Upload, error)
	// CountWaiting returns how many of the account's imports wait to be read, or how many drafts it has.
	CountWaiting(ctx context.Context, account AccountID, drafts bool) (int, error)
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

// Receiver takes one file, piece by piece, with little memory. What is packed with gzip is unpacked as it comes.
type Receiver struct {
	app    *App
	upload Upload
	known  *Upload // the import of the same idempotency key
	sent   int64
	digest hash.Hash
	first  []byte // until it is known whether the file is packed
	gunzip *gunzip
	// What is kept: the pieces, and the beginning of them.
	block   []byte
	blocks  int
	head    []byte
	sniffer file.Sniffer
	// offered is set once the store may have made an import of the file, whatever it answered.
	offered bool
}

// firstBytes is enough to know a packed file by.
const firstBytes = 8

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
		waiting, err := a.store.CountWaiting(ctx, upload.Account, upload.Draft)
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
	if r.sent += int64(len(data)); r.sent > MaxFile {
		return ErrImportTooLarge
	}
	r.digest.Write(data)
	if r.known != nil {
		return nil // it is kept already; only its digest matters
	}
	if r.gunzip == nil && r.first == nil || len(r.first) > 0 {
		r.first = append(r.first, data...)
		if len(r.first) < firstBytes {
			return nil
		}
		return r.begin(ctx)
	}
	return r.take(ctx, data)
}

// begin takes the first bytes, which tell whether the file is packed.
func (r *Receiver) begin(ctx context.Context) error {
	first := r.first
	r.first = []byte{}
	if isGzip(first) {
		r.upload.Compression = packedGzip
		r.gunzip = newGunzip(func(text []byte) error { return r.keep(ctx, text) })
	}
	return r.take(ctx, first)
}

func (r *Receiver) take(ctx context.Context, data []byte) error {
	if r.gunzip != nil {
		return r.gunzip.write(data)
	}
	return r.keep(ctx, data)
}

// keep keeps the next bytes of the file, unpacked.
func (r *Receiver) keep(ctx context.Context, data []byte) error {
	switch r.upload.Size += int64(len(data)); {
	case r.upload.Size > MaxFile:
		return ErrImportTooLarge.Withf("the file would unpack to over 2 GiB; send it in parts")
	case r.gunzip != nil && isBomb(r.upload.Size, r.gunzip.taken.Load()):
		return ErrImportArchive.Withf("the archive unpacks to over %d times its size", bombRatio)
	}
	_, _ = r.sniffer.Write(data)
	if need := HeadLimit - len(r.head); need > 0 {
		r.head = append(r.head, data[:min(need, len(data))]...)
		if len(r.head) == HeadLimit {
			if err := r.checkEarly(); err != nil {
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

// checkEarly refuses what cannot be read before the rest comes. Encoding is not known yet and changes no more than
// letters of names.
func (r *Receiver) checkEarly() error {
	c, err := r.look(bytes.NewReader(r.head), int64(len(r.head)))
	if isZip(r.head) && r.upload.Compression == "" || err == nil && c.folded {
		return nil // all of it is needed
	}
	if err != nil {
		return err
	}
	_, err = r.upload.readHead(c.format, file.UTF8, r.upload.Options, r.head)
	return err
}

// readHead reads the beginning of the file. Columns of a draft that is not checked at once are named later.
func (u *Upload) readHead(format Format, encoding file.Encoding, o ReadOptions, head []byte) (Head, error) {
	if u.Draft && !u.Check {
		return readLayout(u.Kind, format, encoding, o, head)
	}
	return ReadHead(u.Kind, format, encoding, o, head)
}

func (r *Receiver) look(source io.ReaderAt, size int64) (*content, error) {
	u := &r.upload
	return lookAt(source, size, u.Kind, u.Format, u.Compression, u.Options, glance())
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
	if size != r.sent {
		return ImportID{}, ErrImportCutOff.Withf(
			"%d bytes of %d arrived; nothing was kept, send the file again", r.sent, size)
	}
	r.upload.Digest = r.digest.Sum(nil)
	if r.known != nil {
		return r.repeat(r.known)
	}
	if err := r.end(ctx); err != nil {
		return ImportID{}, err
	}
	if err := r.readHead(ctx); err != nil {
		return ImportID{}, err
	}
	if r.upload.Draft {
		until := r.app.now().Add(draftLimit)
		r.upload.Until = &until
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

// end takes what is still on its way and keeps the last piece.
func (r *Receiver) end(ctx context.Context) error {
	if len(r.first) > 0 {
		if err := r.begin(ctx); err != nil {
			return err
		}
	}
	if r.gunzip != nil {
		if err := r.gunzip.end(); err != nil {
			return err
		}
	}
	if len(r.block) == 0 {
		return nil
	}
	return r.flush(ctx)
}

// readHead finds out what the file is, and how it is read.
func (r *Receiver) readHead(ctx context.Context) error {
	u := &r.upload
	if u.Size == 0 {
		return ErrImportEmpty
	}
	c, err := r.look(newBlockSource(ctx, r.app.store, u.ID, u.Size), u.Size)
	if err != nil {
		return err
	}
	head := r.head
	if c.folded {
		if head, err = c.head(HeadLimit); err != nil {
			return err
		}
	}
	u.Format, u.Folded, u.Encoding = c.format, c.folded, file.UTF8
	if c.compression != "" {
		u.Compression = c.compression
	}
	o := u.Options.ofText(c.format)
	layout, err := readLayout(u.Kind, c.format.textFormat(), u.Encoding, o, head)
	if err != nil {
		return err
	}
	switch {
	case c.encoding == file.Windows1250:
		u.Encoding = file.Windows1250
	case u.Options.Encoding == "" && !c.folded && c.format == FormatCSV:
		u.Encoding = r.sniffer.Encoding(layout.Marked, layout.Delimiter)
	}
	h, err := u.readHead(c.format.textFormat(), u.Encoding, o, head)
	if err != nil {
		return err
	}
	u.Names, u.Delimiter = h.Names, h.delimiter()
	if !c.folded {
		u.Start, u.Lines = h.Size, h.Lines
	}
	return r.app.checkNames(ctx, u.Account, u.Options, h.Columns)
}

func (r *Receiver) repeat(known *Upload) (ImportID, error) {
	same := known.Kind == r.upload.Kind && (known.Changed || known.Options.equal(r.upload.Options)) &&
		bytes.Equal(known.Digest, r.upload.Digest)
	if !same {
		return ImportID{}, ErrImportKeyUsed
	}
	return known.ID, nil
}

// Discard removes what was kept of a file that is not accepted. When the answer to its acceptance was lost it may
// be accepted after all: then the clean-up decides.
func (r *Receiver) Discard(ctx context.Context) error {
	if r.gunzip != nil {
		r.gunzip.stop()
	}
	if r.blocks == 0 || r.offered {
		return nil
	}
	if err := r.app.store.Discard(ctx, r.upload.ID); err != nil {
		return fmt.Errorf("discard file: %w", err)
	}
	return nil
}
