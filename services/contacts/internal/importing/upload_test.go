package importing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

var ErrEnd = io.EOF

// ports are those of the use cases of files.
type ports interface {
	FileStore
	DraftStore
	Store
	TurnStore
	StepStore
	Catalogue
	Dictionary
}

func newApp(p ports, n Needs) *App {
	n.FileStore, n.DraftStore, n.ImportStore, n.TurnStore, n.StepStore, n.Catalogue = p, p, p, p, p, p
	n.Books = NewBooks(p)
	return NewApp(n)
}

// shelf stores files in memory.
type shelf struct {
	ports
	blocks   map[ID][][]byte
	accepted map[ID]Upload
	// text is how many bytes of text were made of files.
	text      int
	failBlock error
	// storing, if any, ends the storing of a block.
	storing chan error
	// lost makes Accept take effect and fail: its response was lost.
	lost bool
}

func newShelf() *shelf {
	return &shelf{blocks: map[ID][][]byte{}, accepted: map[ID]Upload{}}
}

func (s *shelf) FindByKey(_ context.Context, account contact.AccountID, key string) (*Upload, error) {
	for _, u := range s.accepted {
		if u.Account == account && u.IdempotencyKey == key {
			return &u, nil
		}
	}
	return nil, nil
}

func (s *shelf) CountWaiting(context.Context, contact.AccountID, bool) (int, error) { return 0, nil }

func (s *shelf) AddBlock(_ context.Context, id ID, number int, data []byte) error {
	if s.failBlock != nil {
		return s.failBlock
	}
	if s.storing != nil {
		if err := <-s.storing; err != nil {
			return err
		}
	}
	s.blocks[id] = append(s.blocks[id], append([]byte(nil), data...))
	return nil
}

func (s *shelf) Accept(ctx context.Context, u Upload, allow contact.Allow) error {
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

func (s *shelf) Block(_ context.Context, id ID, number int, text []byte) ([]byte, bool, error) {
	if number >= len(s.blocks[id]) {
		return text, false, nil
	}
	return append(text, s.blocks[id][number]...), true, nil
}

func (s *shelf) Discard(_ context.Context, id ID) error {
	delete(s.blocks, id)
	return nil
}

func (s *shelf) Properties(context.Context, contact.AccountID) ([]contact.Property, error) {
	return []contact.Property{{ID: 1, Name: "Płeć"}}, nil
}

// app returns an App that stores files on the shelf.
func (s *shelf) app() *App {
	return newApp(s, Needs{Waiting: 20, Now: time.Now, ImportWaits: func() {}})
}

// send uploads a text in pieces of the given length.
func (s *shelf) send(t *testing.T, u Upload, text string, piece int, size int64) (ID, error) {
	t.Helper()
	r, err := s.app().Receive(t.Context(), u)
	require.NoError(t, err)
	id, err := func() (ID, error) {
		for rest := text; rest != ""; rest = rest[min(piece, len(rest)):] {
			if err := r.Write(t.Context(), []byte(rest[:min(piece, len(rest))])); err != nil {
				return ID{}, err
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
	return Upload{ID: ID{id}, Account: 1, Kind: table.KindContacts, Format: table.FormatCSV}
}

func TestAFileIsKeptInPieces(t *testing.T) {
	text := "email\n" + strings.Repeat("ada@example.com\n", 200_000)
	for _, piece := range []int{1 << 20, 300_001} {
		s := newShelf()
		id, err := s.send(t, contactsUpload(1), text, piece, int64(len(text)))
		require.NoError(t, err)
		require.Equal(t, ID{1}, id)
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

func TestTheNextBlockIsReceivedWhileOneIsStored(t *testing.T) {
	text := []byte("email\n" + strings.Repeat("ada@example.com\n", 150_000))
	for name, stored := range map[string]error{"stored": nil, "failed": io.ErrShortWrite} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShelf()
				s.storing = make(chan error)
				r, err := s.app().Receive(t.Context(), contactsUpload(1))
				require.NoError(t, err)
				require.NoError(t, r.Write(t.Context(), text[:BlockSize+BlockSize/2]))
				finished := make(chan error, 1)
				go func() {
					err := r.Write(t.Context(), text[BlockSize+BlockSize/2:])
					if err == nil {
						_, err = r.Finish(t.Context(), int64(len(text)))
					}
					finished <- errors.Join(err, r.Discard(t.Context()))
				}()
				synctest.Wait()
				require.Empty(t, finished, "the second block waits for the first one")
				s.storing <- stored
				if stored == nil {
					s.storing <- nil
					s.storing <- nil
				}
				require.ErrorIs(t, <-finished, stored)
				require.Len(t, s.accepted, map[string]int{"stored": 1}[name])
			})
		})
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
		"cut off":                {good, int64(len(good)) + 1, ErrCutOff},
		"more than was said":     {good, 3, ErrCutOff},
		"empty":                  {"", 0, table.ErrEmpty},
		"a wrong header":         {"colour\n", 7, table.ErrHeader},
		"a wrong header, early":  {long, int64(len(long)), table.ErrHeader},
		"an unknown property":    {"email,property:Wiek\n", 20, table.ErrHeader},
		"utf-16":                 {"\xff\xfee\x00", 4, table.ErrHeader},
		"utf-16 of a large file": {"\xff\xfe" + strings.Repeat("e\x00", 1<<20), 2<<20 + 2, table.ErrHeader},
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
		require.NoError(t, r.Write(t.Context(), bytes.Repeat([]byte("x"), table.HeadLimit-1)))
		require.ErrorIs(t, r.Write(t.Context(), []byte("x")), table.ErrHeader, "draft: %t", draft)
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
	r.sent = table.MaxFile - 16
	require.NoError(t, r.Write(t.Context(), []byte("email\na@b.co\n")))
	require.ErrorIs(t, r.Write(t.Context(), []byte("c@d.co\n")), table.ErrTooLarge)
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
	require.ErrorIs(t, err, ErrKeyUsed)
	other := keyed(4)
	other.Options.KeepConsent = true
	_, err = s.send(t, other, text, 4, int64(len(text)))
	require.ErrorIs(t, err, ErrKeyUsed)
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
