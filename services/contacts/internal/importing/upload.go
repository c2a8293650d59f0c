package importing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

// ErrKeyTaken means that another upload with the same idempotency key was accepted meanwhile.
var ErrKeyTaken = errors.New("the idempotency key was taken meanwhile")

// BlockSize is the size of a stored block of a file, in bytes.
const BlockSize = 1 << 20

// Upload describes a file that is being sent.
type Upload struct {
	// ID must be new.
	ID      ID
	Account contact.AccountID
	Kind    table.FileKind
	// Format is the requested one, then the detected one; empty if the content decides.
	Format         table.Format
	Options        table.ReadOptions
	IdempotencyKey string
	// Actor sends it; From has the name of the file, if known.
	contact.Actor
	FileName string
	// Draft files wait to be inspected and started; Check starts a dry run at once.
	Draft, Check bool
	// Until is when a draft is removed.
	Until *time.Time

	// Size, Digest and the fields below are known at the end. Size is that of the blocks, Digest that of the file as sent.
	Size        int64
	Digest      []byte
	Encoding    file.Encoding
	Compression string
	Folded      bool
	Delimiter   string
	Names       []string
	// Start is where the rows begin, after the header.
	Start int64
	Lines int
	// Changed is set on a known upload that may have been started with other options since.
	Changed bool
}

// FileStore stores uploads. A file is invisible until Accept.
type FileStore interface {
	// FindByKey returns the import of an idempotency key, nil if none.
	FindByKey(ctx context.Context, account contact.AccountID, key string) (*Upload, error)
	// CountWaiting returns how many of the account's imports wait to be read, or how many drafts it has.
	CountWaiting(ctx context.Context, account contact.AccountID, drafts bool) (int, error)
	// AddBlock stores the next block of a file.
	AddBlock(ctx context.Context, id ID, number int, data []byte) error
	// Accept makes the file an import if allow, given the number of waiting imports, returns no error. It fails with
	// ErrKeyTaken when another upload with the same idempotency key came first.
	Accept(ctx context.Context, upload Upload, allow contact.Allow) error
	// Discard removes the blocks of a file that was not accepted.
	Discard(ctx context.Context, id ID) error
	// Block appends a block of a file to text and returns the result; false after the last one.
	Block(ctx context.Context, id ID, number int, text []byte) ([]byte, bool, error)
	// CleanUploads removes the blocks of files that were not accepted and got no block since before.
	CleanUploads(ctx context.Context, before time.Time) (removed int64, err error)
}

// Receiver receives one file, piece by piece, with little memory. Gzip is unpacked on the fly.
type Receiver struct {
	app    *App
	upload Upload
	known  *Upload // the import of the same idempotency key
	sent   int64
	digest hash.Hash
	first  []byte // until it is known whether the file is packed
	gunzip *gunzip
	// The stored file: its current block, the number of blocks, and its beginning. While a block is stored, the next one
	// is received: storing has the result, and spare is the memory of the block.
	block   []byte
	spare   []byte
	storing chan error // nil if no block is being stored
	blocks  int
	head    []byte
	sniffer file.Sniffer
	// offered is set once the store may have made an import of the file, even if Accept returned an error.
	offered bool
}

// firstBytes are enough to recognise a packed file.
const firstBytes = 8

// Receive begins to receive a file. It fails with ErrImportLimit when the account has as many waiting imports as
// allowed.
func (a *App) Receive(ctx context.Context, upload Upload) (*Receiver, error) {
	r := &Receiver{app: a, upload: upload, digest: sha256.New()}
	if upload.IdempotencyKey != "" {
		known, err := a.FileStore.FindByKey(ctx, upload.Account, upload.IdempotencyKey)
		if err != nil {
			return nil, fmt.Errorf("look for idempotency key: %w", err)
		}
		r.known = known
	}
	if r.known == nil {
		waiting, err := a.FileStore.CountWaiting(ctx, upload.Account, upload.Draft)
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
	if r.sent += int64(len(data)); r.sent > table.MaxFile {
		return table.ErrTooLarge
	}
	r.digest.Write(data)
	if r.known != nil {
		return nil // it is stored already; only its digest matters
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

// begin takes the first bytes, which show whether the file is packed.
func (r *Receiver) begin(ctx context.Context) error {
	first := r.first
	r.first = []byte{}
	if table.IsGzip(first) {
		r.upload.Compression = table.PackedGzip
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

// keep stores the next bytes of the file, unpacked.
func (r *Receiver) keep(ctx context.Context, data []byte) error {
	switch r.upload.Size += int64(len(data)); {
	case r.upload.Size > table.MaxFile:
		return table.ErrTooLarge.Withf("the file would unpack to over 2 GiB; send it in parts")
	case r.gunzip != nil && table.IsBomb(r.upload.Size, r.gunzip.taken.Load()):
		return table.ErrArchive.Withf("the archive unpacks to over %d times its size", table.BombRatio)
	}
	_, _ = r.sniffer.Write(data)
	if need := table.HeadLimit - len(r.head); need > 0 {
		r.head = append(r.head, data[:min(need, len(data))]...)
		if len(r.head) == table.HeadLimit {
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

// checkEarly refuses an unreadable file before the rest arrives. The encoding is not known yet; it affects only letters
// of names.
func (r *Receiver) checkEarly() error {
	c, err := r.look(bytes.NewReader(r.head), int64(len(r.head)))
	if table.IsZip(r.head) && r.upload.Compression == "" || err == nil && c.Folded {
		return nil // the whole file is needed
	}
	if err != nil {
		return err
	}
	_, err = r.upload.readHead(c.Format, file.UTF8, r.upload.Options, r.head)
	return err
}

// readHead reads the beginning of the file. The columns of a draft without an immediate check are mapped later.
func (u *Upload) readHead(
	format table.Format, encoding file.Encoding, o table.ReadOptions, head []byte,
) (table.Head, error) {
	if u.Draft && !u.Check {
		return table.ReadLayout(u.Kind, format, encoding, o, head)
	}
	return table.ReadHead(u.Kind, format, encoding, o, head)
}

func (r *Receiver) look(source io.ReaderAt, size int64) (*table.Content, error) {
	u := &r.upload
	return table.LookAt(table.File{
		Source: source, Size: size, Kind: u.Kind, Asked: u.Format, Compression: u.Compression,
	}, u.Options, table.Glance())
}

// flush begins to store the block.
func (r *Receiver) flush(ctx context.Context) error {
	if err := r.stored(); err != nil {
		return err
	}
	storing, number, block := make(chan error, 1), r.blocks, r.block
	go func() { storing <- r.app.FileStore.AddBlock(ctx, r.upload.ID, number, block) }()
	r.storing, r.blocks, r.block, r.spare = storing, r.blocks+1, r.spare[:0], block
	return nil
}

// stored waits until the last block is stored.
func (r *Receiver) stored() error {
	if r.storing == nil {
		return nil
	}
	err := <-r.storing
	r.storing = nil
	if err != nil {
		return fmt.Errorf("keep piece of file: %w", err)
	}
	return nil
}

// Finish accepts the file if size, as counted by its sender, matches the received bytes, and returns its import. A file
// that was sent before with the same idempotency key is the same import.
func (r *Receiver) Finish(ctx context.Context, size int64) (ID, error) {
	if size != r.sent {
		return ID{}, ErrCutOff.Withf(
			"%d bytes of %d arrived; nothing was kept, send the file again", r.sent, size)
	}
	r.upload.Digest = r.digest.Sum(nil)
	if r.known != nil {
		return r.repeat(r.known)
	}
	if err := r.end(ctx); err != nil {
		return ID{}, err
	}
	if err := r.readHead(ctx); err != nil {
		return ID{}, err
	}
	if r.upload.Draft {
		until := r.app.Now().Add(draftLimit)
		r.upload.Until = &until
	}
	r.offered = true
	err := r.app.FileStore.Accept(ctx, r.upload, r.app.allowWaiting)
	if errors.Is(err, ErrKeyTaken) {
		r.offered = false
		known, err := r.app.FileStore.FindByKey(ctx, r.upload.Account, r.upload.IdempotencyKey)
		if err != nil || known == nil {
			return ID{}, fmt.Errorf("look for idempotency key again: %w", err)
		}
		if err := r.Discard(ctx); err != nil {
			return ID{}, err
		}
		return r.repeat(known)
	}
	if err != nil {
		return ID{}, fmt.Errorf("accept file: %w", err)
	}
	r.app.ImportWaits()
	return r.upload.ID, nil
}

// end takes the remaining data and stores the last block.
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
	if len(r.block) > 0 {
		if err := r.flush(ctx); err != nil {
			return err
		}
	}
	return r.stored()
}

// readHead detects the format of the file and how it is read.
func (r *Receiver) readHead(ctx context.Context) error {
	u := &r.upload
	if u.Size == 0 {
		return table.ErrEmpty
	}
	c, err := r.look(newBlockSource(ctx, r.app.FileStore, u.ID, u.Size), u.Size)
	if err != nil {
		return err
	}
	head := r.head
	if c.Folded {
		if head, err = c.Head(table.HeadLimit); err != nil {
			return err
		}
	}
	u.Format, u.Folded, u.Encoding = c.Format, c.Folded, file.UTF8
	if c.Compression != "" {
		u.Compression = c.Compression
	}
	o := u.Options.OfText(c.Format)
	layout, err := table.ReadLayout(u.Kind, c.Format.TextFormat(), u.Encoding, o, head)
	if err != nil {
		return err
	}
	switch {
	case c.Encoding == file.Windows1250:
		u.Encoding = file.Windows1250
	case u.Options.Encoding == "" && !c.Folded && c.Format == table.FormatCSV:
		u.Encoding = r.sniffer.Encoding(layout.Marked, layout.Delimiter)
	}
	h, err := u.readHead(c.Format.TextFormat(), u.Encoding, o, head)
	if err != nil {
		return err
	}
	u.Names, u.Delimiter = h.Names, h.DelimiterText()
	if !c.Folded {
		u.Start, u.Lines = h.Size, h.Lines
	}
	return r.app.checkNames(ctx, u.Account, u.Options, h.Columns)
}

func (r *Receiver) repeat(known *Upload) (ID, error) {
	same := known.Kind == r.upload.Kind && (known.Changed || known.Options.Equal(r.upload.Options)) &&
		bytes.Equal(known.Digest, r.upload.Digest)
	if !same {
		return ID{}, ErrKeyUsed
	}
	return known.ID, nil
}

// Discard removes the blocks of a file that was not accepted. When the response to Accept was lost, the file may be
// accepted after all; CleanUploads decides then.
func (r *Receiver) Discard(ctx context.Context) error {
	if r.gunzip != nil {
		r.gunzip.stop()
	}
	_ = r.stored() // a block must not arrive after the others were removed; whether it was stored does not matter
	if r.blocks == 0 || r.offered {
		return nil
	}
	if err := r.app.FileStore.Discard(ctx, r.upload.ID); err != nil {
		return fmt.Errorf("discard file: %w", err)
	}
	return nil
}
