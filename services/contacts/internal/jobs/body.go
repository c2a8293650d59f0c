package jobs

import (
	"context"
	"io"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

// blockSize is the size of every piece of a file but the last.
const blockSize = core.BlockSize

// body reads a file from a position on, in UTF-8.
type body struct {
	ctx      context.Context //nolint:containedctx // a scanner's source takes none; it lives for one step
	store    Store
	id       core.ImportID
	next     int
	skip     int
	encoding engine.Encoding
	raw      []byte
}

func newBody(ctx context.Context, store Store, i *core.Import) *body {
	return &body{
		ctx: ctx, store: store, id: i.ID, encoding: i.Encoding,
		next: int(i.Position / blockSize), skip: int(i.Position % blockSize),
	}
}

// Append adds the next piece to text.
func (b *body) Append(text []byte) ([]byte, error) {
	single := b.encoding == engine.Windows1250
	if single || b.skip > 0 {
		raw, found, err := b.store.Block(b.ctx, b.id, b.next, b.raw[:0])
		if err != nil || !found {
			return text, orEnd(err)
		}
		b.raw = raw
		raw = raw[min(b.skip, len(raw)):]
		b.next, b.skip = b.next+1, 0
		if single {
			return engine.AppendWindows1250(text, raw), nil
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
