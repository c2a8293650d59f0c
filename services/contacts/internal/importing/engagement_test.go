package importing

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/table"
)

// ledger is a file of three blocks with a row of engagement each, and the steps that were committed.
type ledger struct {
	desk
	lookUps  atomic.Int32
	failAt   int32 // the look-up that fails; 0 for none
	begun    int   // how often the first step was begun
	commits  []Progress
	messages []string
	// ahead is how many look-ups there were when a step's commit could go no further without the next.
	ahead []int32
}

const (
	ledgerHeader = "occurred_at,type,message_id,email\n"
	ledgerRow    = "2026-01-01T12:00:00Z,mailing.sent,m?,a@x.co\n"
	ledgerBlocks = 3
)

var errLookUp = errors.New("the dictionary cannot be read")

func (l *ledger) Block(_ context.Context, _ ID, number int, text []byte) ([]byte, bool, error) {
	if number >= ledgerBlocks {
		return text, false, nil
	}
	if number == 0 {
		text = append(text, ledgerHeader...)
	}
	return append(text, strings.ReplaceAll(ledgerRow, "?", string(rune('1'+number)))...), true, nil
}

func (l *ledger) DictionaryState(
	context.Context, contact.AccountID, contact.DatabaseID,
) (contacts int32, version int64, err error) {
	return 1000, 1, nil
}

func (l *ledger) LookUp(
	context.Context, contact.AccountID, contact.DatabaseID, [fact.AddressKinds][]string,
) (*fact.Book, error) {
	if l.lookUps.Add(1) == l.failAt {
		return nil, errLookUp
	}
	book := fact.NewBook(1)
	book.Reserve(fact.Email, 1)
	return book, book.Add(fact.Email, []byte("a@x.co"), 0)
}

func (l *ledger) CommitEngagement(_ context.Context, step EngagementStep) error {
	synctest.Wait()
	l.ahead = append(l.ahead, l.lookUps.Load())
	l.commits = append(l.commits, step.Progress)
	return step.Facts.Batches(func(b *fact.Batch) error {
		for _, id := range b.MessageIDs {
			l.messages = append(l.messages, string(id))
		}
		return nil
	})
}

// read reads the file to its end or first failure.
func (l *ledger) read(t *testing.T) {
	t.Helper()
	l.i = Import{
		Account: 1, Kind: table.KindEngagement, Format: table.FormatCSV, Position: int64(len(ledgerHeader)), Lines: 1,
		Size: int64(len(ledgerHeader) + ledgerBlocks*len(ledgerRow)), Timezone: "UTC", Begun: l.begun,
	}
	app := newApp(l, Needs{
		Steps: StepLimits{Facts: 1}, Now: func() time.Time { return time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC) },
		Passing: func(error) bool { return false }, Log: slog.New(slog.DiscardHandler),
	})
	turn, err := app.NewReader().Next(t.Context())
	require.NoError(t, err)
	for turn.Step(t.Context()) {
		continue
	}
	turn.End(t.Context())
}

func TestTheNextRowsAreReadWhileAStepIsCommitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ledger{begun: 1}
		l.read(t)
		require.Equal(t, []string{"m1", "m2", "m3"}, l.messages)
		require.Equal(t, []int32{2, 3, 3}, l.ahead[:3])
		from := int64(len(ledgerHeader))
		for _, p := range l.commits {
			require.Equal(t, from, p.From)
			from = p.To
		}
		require.Equal(t, l.i.Size, from)
		require.True(t, l.commits[len(l.commits)-1].Done)
	})
}

func TestAStepThatDidNotEndBeforeIsCommittedWithoutReadingOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ledger{begun: 2}
		l.read(t)
		require.Equal(t, []string{"m1", "m2", "m3"}, l.messages)
		require.Equal(t, []int32{1, 3, 3}, l.ahead[:3])
	})
}

func TestAFailureOfTheNextRowsLosesNoStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := ledger{failAt: 2}
		l.read(t)
		require.Equal(t, []string{"m1"}, l.messages)
		require.Equal(t, []string{"postponed"}, l.events)
	})
}
