package core_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/reports/internal/core"
)

// left is a house whose request is cancelled before its notices are made.
type left struct {
	*house
	leave context.CancelFunc
}

func (l left) Shown(ctx context.Context, account core.AccountID, key core.Key) (core.Shown, error) {
	result, err := l.Result(ctx, account, key)
	return core.Shown{Result: result}, err
}

func (left) Zone(context.Context, core.AccountID) (*time.Location, error) { return time.UTC, nil }

func (l left) Skipped(
	ctx context.Context, _ core.AccountID, _ uuid.UUID, _ core.Channel,
) (on, possibleFrom time.Time, err error) {
	l.leave()
	return on, possibleFrom, ctx.Err()
}

func (l left) LastDay(ctx context.Context, _ core.Channel, _ []core.DatabaseID, _ time.Time) (time.Time, error) {
	<-ctx.Done()
	return time.Time{}, ctx.Err()
}

func TestALeavingReaderIsNotLogged(t *testing.T) {
	var log strings.Builder
	ctx, leave := context.WithCancel(t.Context())
	l := left{house: newHouse(core.Mailing, nil), leave: leave}
	app := core.NewApp(core.Needs{
		Store: l, Writer: l, Scorings: l, Engine: l, People: l, Accounts: l, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Now: time.Now,
	})
	_, err := app.Report(ctx, 7, core.Ask{})
	require.NoError(t, err)
	require.Empty(t, log.String())
}
