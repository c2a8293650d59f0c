package core_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

// left is an engine whose caller leaves during the call.
type left struct {
	core.Engine
	leave context.CancelFunc
}

func (l left) Newest(ctx context.Context, _ core.AccountID, _ []uuid.UUID, _ []core.Channel) ([]core.Progress, error) {
	l.leave()
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestALeavingReaderIsNotLogged(t *testing.T) {
	var log strings.Builder
	ctx, leave := context.WithCancel(t.Context())
	s := active(at(t, "2026-10-18T12:00:00Z"))
	app := core.NewApp(core.Needs{
		Store: newMemory(), Accounts: world{clocks: map[core.AccountID]core.Clock{s.Account: {Zone: time.UTC, NightHour: 2}}},
		Engine: left{leave: leave}, Log: slog.New(slog.NewTextHandler(&log, nil)),
		Now: func() time.Time { return at(t, "2026-10-20T12:00:00Z") },
	})
	_, err := app.View(ctx, s)
	require.NoError(t, err)
	require.Empty(t, log.String())
}
