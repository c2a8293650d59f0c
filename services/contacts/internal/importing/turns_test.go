package importing

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

var errStep = errors.New("the step failed")

// desk has one waiting import, and records its events.
type desk struct {
	ports
	i      Import
	more   string // rows after the first
	apply  func() error
	ended  int
	events []string
	until  time.Time
}

// oneImport has one row of contacts after its header.
func oneImport(attempts int) *desk {
	return &desk{i: Import{
		Account: 1, Kind: table.KindContacts, Format: table.FormatCSV, Position: 6, Lines: 1, Size: 13, Attempts: attempts,
	}}
}

func (d *desk) Waiting(context.Context) ([]WaitingImport, error) {
	return []WaitingImport{{ID: d.i.ID, Account: d.i.Account}}, nil
}

func (d *desk) TryAccount(context.Context, contact.AccountID) (func(), error) {
	return func() { d.ended++ }, nil
}

func (d *desk) Take(context.Context, ID) (*Import, error) { i := d.i; return &i, nil }

func (d *desk) SetTimezone(context.Context, ID, string) error { return nil }

func (d *desk) Postpone(_ context.Context, _ ID, until time.Time, forgiven bool) error {
	d.until = until
	d.events = append(d.events, map[bool]string{false: "postponed", true: "forgiven"}[forgiven])
	return nil
}

func (d *desk) Fail(_ context.Context, _ ID, _ int, why *file.Defect) error {
	event := "given up"
	if why != nil {
		event = why.Code
	}
	d.events = append(d.events, event)
	return nil
}

func (d *desk) EndStep(context.Context, ID) error { return nil }

func (d *desk) Block(_ context.Context, _ ID, number int, text []byte) ([]byte, bool, error) {
	if number > 0 {
		return text, false, nil
	}
	return append(text, "email\na@x.co\n"+d.more...), true, nil
}

func (d *desk) Databases(context.Context, contact.AccountID) ([]contact.Database, error) {
	return []contact.Database{{ID: 1, UID: "001"}}, nil
}

func (d *desk) Properties(context.Context, contact.AccountID) ([]contact.Property, error) {
	return nil, nil
}

func (d *desk) ApplyContacts(context.Context, ContactsStep) (contact.Effects, error) {
	return contact.Effects{}, d.apply()
}

// zones is an account service that may be unavailable.
type zones struct{ err error }

func (z zones) Timezone(context.Context, contact.AccountID) (string, error) {
	return "Europe/Warsaw", z.err
}

func TestAnImportAfterAFailureIsRetriedOrGivenUp(t *testing.T) {
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	outage := errors.New("the database restarts")
	fail := func(err error) func() error { return func() error { return err } }
	for name, c := range map[string]struct {
		attempts int
		begun    int
		zone     error
		apply    func() error
		want     []string
		pause    time.Duration
	}{
		"the first time": {attempts: 1, apply: fail(errStep), want: []string{"postponed"}, pause: 2 * time.Second},
		"again": {
			attempts: 7, apply: fail(errStep), want: []string{"postponed"}, pause: 64 * time.Second,
		},
		"once too often":          {attempts: 8, apply: fail(errStep), want: []string{"given up"}},
		"an outage":               {attempts: 8, apply: fail(outage), want: []string{"forgiven"}, pause: 64 * time.Second},
		"another service is away": {attempts: 8, zone: errStep, want: []string{"forgiven"}, pause: 64 * time.Second},
		"a panic": {
			attempts: 1, apply: func() error { panic("a wrong index") }, want: []string{"postponed"}, pause: 2 * time.Second,
		},
		"somebody else reads on":     {attempts: 8, apply: fail(ErrMoved)},
		"it ended the program twice": {attempts: 3, begun: 3, want: []string{"IMPORT_SET_ASIDE"}},
		"it ended the program once": {
			attempts: 2, begun: 2, apply: fail(errStep), want: []string{"postponed"}, pause: 4 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := oneImport(c.attempts)
			d.apply, d.i.Begun = c.apply, c.begun
			app := newApp(d, Needs{
				Accounts: zones{c.zone}, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
				Passing: func(err error) bool { return errors.Is(err, outage) },
			})
			turn, err := app.NewReader().Next(t.Context())
			require.NoError(t, err)
			require.False(t, turn.Step(t.Context()))
			turn.End(t.Context())
			require.Equal(t, 1, d.ended)
			require.Equal(t, c.want, d.events)
			if c.pause > 0 {
				require.Equal(t, now.Add(c.pause), d.until)
			}
		})
	}
}

func TestFailuresBeforeAnImportMovedOnDoNotCount(t *testing.T) {
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	d := oneImport(8)
	d.more, d.i.Size = "b@x.co\n", 20
	applied := 0
	d.apply = func() error {
		if applied++; applied > 1 {
			return errStep
		}
		return nil
	}
	app := newApp(d, Needs{
		Accounts: zones{}, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler),
		Passing: func(error) bool { return false },
	})
	app.Steps = StepLimits{Contacts: 1, Facts: 1}
	turn, err := app.NewReader().Next(t.Context())
	require.NoError(t, err)
	require.True(t, turn.Step(t.Context()))
	require.False(t, turn.Step(t.Context()))
	require.Equal(t, []string{"postponed"}, d.events)
	require.Equal(t, now.Add(2*time.Second), d.until, "as after the first one")
}

func TestAStopOfTheProgramIsNoFailure(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	d := oneImport(8)
	d.apply = func() error { stop(); return ctx.Err() }
	app := newApp(d, Needs{Accounts: zones{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	turn, err := app.NewReader().Next(ctx)
	require.NoError(t, err)
	require.False(t, turn.Step(ctx))
	require.Equal(t, []string{"forgiven"}, d.events)
}

func TestAnImportIsReadToItsEnd(t *testing.T) {
	d := oneImport(1)
	applied := 0
	d.apply = func() error { applied++; return nil }
	app := newApp(d, Needs{Accounts: zones{}, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	turn, err := app.NewReader().Next(t.Context())
	require.NoError(t, err)
	for turn.Step(t.Context()) {
		require.Less(t, applied, 5)
	}
	require.Equal(t, 1, applied, "the row with the end")
	require.Empty(t, d.events)
	require.False(t, turn.Settling())
}

func (zones) Language(context.Context, contact.AccountID) (string, error) { return "pl", nil }
