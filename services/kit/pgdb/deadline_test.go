package pgdb

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
)

func TestEveryStatementHasADeadline(t *testing.T) {
	var d deadlines
	for name, pair := range map[string]struct {
		start func(context.Context) context.Context
		end   func(context.Context)
	}{
		"query": {
			func(ctx context.Context) context.Context {
				return d.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{})
			},
			func(ctx context.Context) { d.TraceQueryEnd(ctx, nil, pgx.TraceQueryEndData{}) },
		},
		"batch": {
			func(ctx context.Context) context.Context {
				return d.TraceBatchStart(ctx, nil, pgx.TraceBatchStartData{})
			},
			func(ctx context.Context) { d.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{}) },
		},
		"copy": {
			func(ctx context.Context) context.Context {
				return d.TraceCopyFromStart(ctx, nil, pgx.TraceCopyFromStartData{})
			},
			func(ctx context.Context) { d.TraceCopyFromEnd(ctx, nil, pgx.TraceCopyFromEndData{}) },
		},
		"connection": {
			func(ctx context.Context) context.Context {
				return d.TraceAcquireStart(ctx, nil, pgxpool.TraceAcquireStartData{})
			},
			func(ctx context.Context) { d.TraceAcquireEnd(ctx, nil, pgxpool.TraceAcquireEndData{}) },
		},
		"sign-in": {
			func(ctx context.Context) context.Context {
				return d.TraceConnectStart(ctx, pgx.TraceConnectStartData{})
			},
			func(ctx context.Context) { d.TraceConnectEnd(ctx, pgx.TraceConnectEndData{}) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := pair.start(t.Context())
			at, has := ctx.Deadline()
			require.True(t, has)
			require.LessOrEqual(t, time.Until(at), longest)
			require.NoError(t, ctx.Err())
			pair.end(ctx)
			require.ErrorIs(t, ctx.Err(), context.Canceled, "a timer is left behind")

			own, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			require.Equal(t, own, pair.start(own), "who has a deadline keeps it")
			pair.end(own)
			require.NoError(t, own.Err())
		})
	}
}
