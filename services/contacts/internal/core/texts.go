package core

import "strings"

// texts keeps many short texts in few pieces of memory. A piece is freed when none of its texts is used any more.
type texts struct{ piece strings.Builder }

func (t *texts) keep(text []byte) string {
	if t.piece.Cap()-t.piece.Len() < len(text) {
		t.piece.Reset()
		t.piece.Grow(max(textsPiece, len(text)))
	}
	from := t.piece.Len()
	t.piece.Write(text)
	return t.piece.String()[from:]
}
