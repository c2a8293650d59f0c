package importing

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/table"
)

// lane is a cabinet whose file waits to be read.
type lane struct {
	cabinet
	i         Import
	forgiven  int
	unfolding int
}

func (l *lane) Waiting(context.Context) ([]WaitingImport, error) {
	return []WaitingImport{{ID: l.i.ID, Account: l.i.Account}}, nil
}

func (l *lane) TryAccount(context.Context, contact.AccountID) (func(), error) { return func() {}, nil }

func (l *lane) Take(context.Context, ID) (*Import, error)       { i := l.i; return &i, nil }
func (l *lane) EndStep(context.Context, ID) error               { return nil }
func (l *lane) SetTimezone(context.Context, ID, string) error   { return nil }
func (l *lane) FinishUnfolding(context.Context, Unfolded) error { l.unfolding++; return nil }

func (l *lane) Postpone(_ context.Context, _ ID, _ time.Time, forgiven bool) error {
	if forgiven {
		l.forgiven++
	}
	return nil
}

// A nearly endless row is interrupted in its middle, and its text is made by a reader for which no import waits.
func TestSlowFilesGoToSeparateReaders(t *testing.T) {
	body := spreadsheet(t, map[string]func(io.Writer){"xl/sheet.xml": func(w io.Writer) {
		firstRows(w, 1)
		write(w, `<row>`)
		many(w, `<c/>`, 16_000)
		many(w, ` `, 1<<20)
		write(w, `</row></sheetData></worksheet>`)
	}})
	l := &lane{i: Import{
		ID: uuid.New(), Account: 1, Kind: table.KindContacts, Format: table.FormatXLSX, Folded: true, Size: int64(len(body)),
		State: StateReading,
	}}
	l.load(t, body)
	var mu sync.Mutex
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	tick := func() time.Time { // every reading of the clock takes a third of a slice
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(unfoldSlice / 3)
		return now
	}
	app := newApp(l, Needs{Accounts: zones{}, Now: tick, Log: slog.New(slog.DiscardHandler)})
	readers, long := app.NewReader(), app.NewLongReader()
	turn, err := long.Next(t.Context())
	require.NoError(t, err)
	require.Nil(t, turn, "nobody knows yet that it takes long")
	turn, err = readers.Next(t.Context())
	require.NoError(t, err)
	require.False(t, turn.Step(t.Context()))
	require.True(t, turn.Long())
	require.Equal(t, [2]int{1, 0}, [2]int{l.forgiven, l.unfolding}, "it is no failure")
	turn, err = readers.Next(t.Context())
	require.NoError(t, err)
	require.Nil(t, turn)
	turn, err = long.Next(t.Context())
	require.NoError(t, err)
	require.False(t, turn.Step(t.Context()))
	require.Equal(t, [2]int{2, 1}, [2]int{l.forgiven, l.unfolding})
	turn, err = readers.Next(t.Context())
	require.NoError(t, err)
	require.NotNil(t, turn, "from then on it is read as any other")
}

func TestAnAccountLooksAtTwoFilesAtATime(t *testing.T) {
	l := newLooks()
	var leave []func()
	for _, account := range []contact.AccountID{1, 1, 2, 2} {
		end, err := l.begin(t.Context(), account)
		require.NoError(t, err)
		leave = append(leave, end)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := l.begin(gone, 1)
	require.ErrorIs(t, err, ErrLooksBusy)
	_, err = l.begin(gone, 3)
	require.ErrorIs(t, err, ErrLooksBusy, "all places are taken")
	waits := make(chan error)
	go func() {
		end, err := l.begin(t.Context(), 3)
		if err == nil {
			end()
		}
		waits <- err
	}()
	leave[0]()
	require.NoError(t, <-waits)
	end, err := l.begin(t.Context(), 1)
	require.NoError(t, err)
	end()
	for _, end := range leave[1:] {
		end()
	}
}
