package core

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/file"
)

var errEnd = io.EOF

// shelf keeps files in memory.
type shelf struct {
	Store
	blocks   map[ImportID][][]byte
	accepted map[ImportID]Upload
	// text is how many bytes of text were made of files.
	text      int
	failBlock error
	// lost makes Accept work and fail: its answer was lost.
	lost bool
}

func newShelf() *shelf {
	return &shelf{blocks: map[ImportID][][]byte{}, accepted: map[ImportID]Upload{}}
}

func (s *shelf) FindByKey(_ context.Context, account AccountID, key string) (*Upload, error) {
	for _, u := range s.accepted {
		if u.Account == account && u.IdempotencyKey == key {
			return &u, nil
		}
	}
	return nil, nil
}

func (s *shelf) CountWaiting(context.Context, AccountID, bool) (int, error) { return 0, nil }

func (s *shelf) AddBlock(_ context.Context, id ImportID, number int, data []byte) error {
	if s.failBlock != nil {
		return s.failBlock
	}
	s.blocks[id] = append(s.blocks[id], append([]byte(nil), data...))
	return nil
}

func (s *shelf) Accept(ctx context.Context, u Upload, allow Allow) error {
	if err := allow(0); err != nil {
		return err
	}
	if known, _ := s.FindByKey(ctx, u.Account, u.IdempotencyKey); known != nil && u.IdempotencyKey != "" {
		return ErrKeyTaken
	}
	s.accepted[u.ID] = u
	if s.lost {
		return io.ErrUnexpectedEOF
	}
	return nil
}

func (s *shelf) Block(_ context.Context, id ImportID, number int, text []byte) ([]byte, bool, error) {
	if number >= len(s.blocks[id]) {
		return text, false, nil
	}
	return append(text, s.blocks[id][number]...), true, nil
}

func (s *shelf) Discard(_ context.Context, id ImportID) error {
	delete(s.blocks, id)
	return nil
}

func (s *shelf) Properties(context.Context, AccountID) ([]Property, error) {
	return []Property{{ID: 1, Name: "Płeć"}}, nil
}

// app keeps files on the shelf.
func (s *shelf) app() *App {
	return NewApp(Needs{Store: s, Limits: Limits{Waiting: 20}, Now: time.Now, ImportWaits: func() {}})
}

// send uploads a text in pieces of some bytes.
func (s *shelf) send(t *testing.T, u Upload, text string, piece int, size int64) (ImportID, error) {
	t.Helper()
	r, err := s.app().Receive(t.Context(), u)
	require.NoError(t, err)
	id, err := func() (ImportID, error) {
		for rest := text; rest != ""; rest = rest[min(piece, len(rest)):] {
			if err := r.Write(t.Context(), []byte(rest[:min(piece, len(rest))])); err != nil {
				return ImportID{}, err
			}
		}
		return r.Finish(t.Context(), size)
	}()
	if err != nil {
		require.NoError(t, r.Discard(t.Context()))
	}
	return id, err
}

func contactsUpload(id byte) Upload {
	return Upload{ID: ImportID{id}, Account: 1, Kind: KindContacts, Format: FormatCSV}
}

func TestAFileIsKeptInPieces(t *testing.T) {
	text := "email\n" + strings.Repeat("ada@example.com\n", 200_000)
	for _, piece := range []int{1 << 20, 300_001} {
		s := newShelf()
		id, err := s.send(t, contactsUpload(1), text, piece, int64(len(text)))
		require.NoError(t, err)
		require.Equal(t, ImportID{1}, id)
		joined := ""
		for i, block := range s.blocks[id] {
			if i < len(s.blocks[id])-1 {
				require.Len(t, block, BlockSize)
			}
			joined += string(block)
		}
		if joined != text {
			t.Fatal("the pieces are not the file")
		}
		u := s.accepted[id]
		require.Equal(t, file.UTF8, u.Encoding)
		require.Equal(t, []int64{6, 1, int64(len(text))}, []int64{u.Start, int64(u.Lines), u.Size})
	}
}

func TestAFileThatCannotBeReadLeavesNothing(t *testing.T) {
	good := "email\na@b.co\n"
	long := "email,colour\n" + strings.Repeat("x", 3<<20)
	for name, c := range map[string]struct {
		text string
		size int64
		want error
	}{
		"cut off":                {good, int64(len(good)) + 1, ErrImportCutOff},
		"more than was said":     {good, 3, ErrImportCutOff},
		"empty":                  {"", 0, ErrImportEmpty},
		"a wrong header":         {"colour\n", 7, ErrImportHeader},
		"a wrong header, early":  {long, int64(len(long)), ErrImportHeader},
		"an unknown property":    {"email,property:Wiek\n", 20, ErrImportHeader},
		"utf-16":                 {"\xff\xfee\x00", 4, ErrImportHeader},
		"utf-16 of a large file": {"\xff\xfe" + strings.Repeat("e\x00", 1<<20), 2<<20 + 2, ErrImportHeader},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf()
			_, err := s.send(t, contactsUpload(1), c.text, 1<<16, c.size)
			require.ErrorIs(t, err, c.want)
			require.Empty(t, s.blocks)
			require.Empty(t, s.accepted)
		})
	}
}

func TestAnEndlessFirstLineIsRefusedBeforeTheRestComes(t *testing.T) {
	for _, draft := range []bool{false, true} {
		u := contactsUpload(1)
		u.Draft = draft
		r, err := newShelf().app().Receive(t.Context(), u)
		require.NoError(t, err)
		require.NoError(t, r.Write(t.Context(), bytes.Repeat([]byte("x"), HeadLimit-1)))
		require.ErrorIs(t, r.Write(t.Context(), []byte("x")), ErrImportHeader, "draft: %t", draft)
	}
}

func TestAFileOfWindows1250IsTold(t *testing.T) {
	text := "email;property:P\xb3e\xe6;groups\na@b.co;\xafona;\xb3\xf3d\x9f\n"
	s := newShelf()
	id, err := s.send(t, contactsUpload(1), text, 5, int64(len(text)))
	require.NoError(t, err)
	require.Equal(t, file.Windows1250, s.accepted[id].Encoding)
	require.Equal(t, int64(strings.Index(text, "\n")+1), s.accepted[id].Start)
}

func TestAFileThatIsTooLargeIsRefusedWhenItIs(t *testing.T) {
	s := newShelf()
	r, err := s.app().Receive(t.Context(), contactsUpload(1))
	require.NoError(t, err)
	r.sent = MaxFile - 16
	require.NoError(t, r.Write(t.Context(), []byte("email\na@b.co\n")))
	require.ErrorIs(t, r.Write(t.Context(), []byte("c@d.co\n")), ErrImportTooLarge)
}

func TestARepeatedKeyIsTheSameImport(t *testing.T) {
	s := newShelf()
	keyed := func(id byte) Upload {
		u := contactsUpload(id)
		u.IdempotencyKey = "k"
		return u
	}
	text := "email\na@b.co\n"
	first, err := s.send(t, keyed(1), text, 4, int64(len(text)))
	require.NoError(t, err)
	again, err := s.send(t, keyed(2), text, 9, int64(len(text)))
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Len(t, s.blocks, 1)
	_, err = s.send(t, keyed(3), "email\nc@b.co\n", 4, int64(len(text)))
	require.ErrorIs(t, err, ErrImportKeyUsed)
	other := keyed(4)
	other.Options.KeepConsent = true
	_, err = s.send(t, other, text, 4, int64(len(text)))
	require.ErrorIs(t, err, ErrImportKeyUsed)
}

func TestTwoUploadsOfOneKeyAtOnceAreOneImport(t *testing.T) {
	s := newShelf()
	u1, u2 := contactsUpload(1), contactsUpload(2)
	u1.IdempotencyKey, u2.IdempotencyKey = "k", "k"
	text := []byte("email\na@b.co\n")
	one, err := s.app().Receive(t.Context(), u1)
	require.NoError(t, err)
	two, err := s.app().Receive(t.Context(), u2)
	require.NoError(t, err)
	require.NoError(t, one.Write(t.Context(), text))
	require.NoError(t, two.Write(t.Context(), text))
	id1, err := one.Finish(t.Context(), int64(len(text)))
	require.NoError(t, err)
	id2, err := two.Finish(t.Context(), int64(len(text)))
	require.NoError(t, err)
	require.Equal(t, id1, id2)
	require.Len(t, s.blocks, 1)
}

func TestAFileWhoseAcceptanceWasNotAnsweredStays(t *testing.T) {
	s := newShelf()
	s.lost = true
	_, err := s.send(t, contactsUpload(1), "email\na@b.co\n", 4, 13)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Len(t, s.blocks, 1)
}
