package importing

import (
	"context"
	"fmt"
	"io"

	"puls.app/services/contacts/internal/table"
)

const (
	// TextBlocks is the number of the first block of text that was made of a folded file.
	TextBlocks = 1 << 16
)

// blockSource reads a stored file at any offset. It is not safe for concurrent use.
type blockSource struct {
	ctx    context.Context // io.ReaderAt takes none; it lives for one call
	store  FileStore
	id     ID
	size   int64
	pieces [8]piece
	next   int
}

type piece struct {
	number int
	data   []byte
}

func newBlockSource(ctx context.Context, store FileStore, id ID, size int64) *blockSource {
	s := &blockSource{ctx: ctx, store: store, id: id, size: size}
	for i := range s.pieces {
		s.pieces[i].number = -1
	}
	return s
}

// ReadAt implements io.ReaderAt.
func (s *blockSource) ReadAt(to []byte, at int64) (int, error) {
	read := 0
	for read < len(to) {
		if at >= s.size {
			return read, io.EOF
		}
		data, err := s.piece(int(at / BlockSize))
		if err != nil {
			return read, err
		}
		within := int(at % BlockSize)
		if within >= len(data) {
			return read, io.ErrUnexpectedEOF
		}
		n := copy(to[read:], data[within:])
		read += n
		at += int64(n)
	}
	return read, nil
}

func (s *blockSource) piece(number int) ([]byte, error) {
	for i := range s.pieces {
		if s.pieces[i].number == number {
			return s.pieces[i].data, nil
		}
	}
	p := &s.pieces[s.next]
	s.next = (s.next + 1) % len(s.pieces)
	p.number = -1
	data, found, err := s.store.Block(s.ctx, s.id, number, p.data[:0])
	if err != nil {
		return nil, fmt.Errorf("read piece of file: %w", err)
	}
	if !found {
		return nil, errIncomplete
	}
	p.number, p.data = number, data
	return data, nil
}

// file returns the stored file of an import, for table.LookAt.
func (i *Import) file(ctx context.Context, store FileStore, asked table.Format) table.File {
	return table.File{
		Source: newBlockSource(ctx, store, i.ID, i.Size), Size: i.Size, Kind: i.Kind, Asked: asked, Compression: i.unpacked(),
	}
}
