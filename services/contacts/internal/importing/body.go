package importing

import (
	"context"
	"io"

	"puls.app/services/contacts/internal/engine/file"
)

// body reads a file from a position on, as UTF-8.
type body struct {
	ctx      context.Context // the source of a scanner takes none; it lives for one step
	store    FileStore
	id       ID
	next     int
	skip     int
	encoding file.Encoding
	raw      []byte
}

func newBody(ctx context.Context, store FileStore, i *Import) *body {
	return &body{
		ctx: ctx, store: store, id: i.ID, encoding: i.Encoding,
		next: i.firstBlock() + int(i.Position/BlockSize), skip: int(i.Position % BlockSize),
	}
}

// Append appends the next block to text.
func (b *body) Append(text []byte) ([]byte, error) {
	single := b.encoding == file.Windows1250
	if single || b.skip > 0 {
		raw, found, err := b.store.Block(b.ctx, b.id, b.next, b.raw[:0])
		if err != nil || !found {
			return text, orEnd(err)
		}
		b.raw = raw
		raw = raw[min(b.skip, len(raw)):]
		b.next, b.skip = b.next+1, 0
		if single {
			return file.AppendWindows1250(text, raw), nil
		}
		return append(text, raw...), nil
	}
	text, found, err := b.store.Block(b.ctx, b.id, b.next, text)
	if err != nil || !found {
		return text, orEnd(err)
	}
	b.next++
	return text, nil
}

func orEnd(err error) error {
	if err != nil {
		return err
	}
	return io.EOF
}
