package importing

import (
	"context"
	"io"

	"puls.app/services/contacts/internal/engine/file"
)

// body reads a file from a position on, as UTF-8. While the rows of one block are read, the next block is fetched.
type body struct {
	ctx      context.Context // the source of a scanner takes none; it lives for one turn
	store    FileStore
	id       ID
	next     int
	skip     int
	encoding file.Encoding
	fetched  chan block // of the block before next; nil before the first one
	spare    []byte
}

// block is a block of a file; found is false after the last one.
type block struct {
	data  []byte
	found bool
	err   error
}

func newBody(ctx context.Context, store FileStore, i *Import) *body {
	return &body{
		ctx: ctx, store: store, id: i.ID, encoding: i.Encoding,
		next: i.firstBlock() + int(i.Position/BlockSize), skip: int(i.Position % BlockSize),
	}
}

// Append appends the next block to text.
func (b *body) Append(text []byte) ([]byte, error) {
	if b.fetched == nil {
		b.fetched = make(chan block, 1)
		b.fetch(nil)
	}
	now := <-b.fetched
	if now.err != nil || !now.found {
		b.fetched <- now // every further call ends likewise
		return text, orEnd(now.err)
	}
	b.fetch(b.spare)
	b.spare = now.data
	raw := now.data[min(b.skip, len(now.data)):]
	b.skip = 0
	if b.encoding == file.Windows1250 {
		return file.AppendWindows1250(text, raw), nil
	}
	return append(text, raw...), nil
}

// fetch begins to fetch the next block into reused memory.
func (b *body) fetch(into []byte) {
	number := b.next
	b.next++
	go func() {
		data, found, err := b.store.Block(b.ctx, b.id, number, into[:0])
		b.fetched <- block{data, found, err}
	}()
}

func orEnd(err error) error {
	if err != nil {
		return err
	}
	return io.EOF
}
