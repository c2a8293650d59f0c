package pgdb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// longest bounds statements, and waits for a connection, without a deadline: background work and streams. No statement
// of ours takes a tenth of it. Without it, work would wait for a server that hangs with its connections open until the
// program is restarted.
const longest = 15 * time.Minute

// longestConnect bounds the time to open a connection.
const longestConnect = 30 * time.Second

// deadlines sets a deadline on every statement of a pool. It is a tracer because tracers receive each statement's
// context and may replace it.
type deadlines struct{}

type endKey struct{}

func bound(ctx context.Context, limit time.Duration) context.Context {
	if _, has := ctx.Deadline(); has {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	return context.WithValue(ctx, endKey{}, cancel)
}

func end(ctx context.Context) {
	if cancel, ours := ctx.Value(endKey{}).(context.CancelFunc); ours {
		cancel()
	}
}

func (deadlines) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return bound(ctx, longest)
}

func (deadlines) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) { end(ctx) }

func (deadlines) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return bound(ctx, longest)
}

func (deadlines) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (deadlines) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) { end(ctx) }

func (deadlines) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return bound(ctx, longest)
}

func (deadlines) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	end(ctx)
}

func (deadlines) TraceAcquireStart(
	ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData,
) context.Context {
	return bound(ctx, longest)
}

func (deadlines) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	end(ctx)
}

func (deadlines) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return bound(ctx, longestConnect)
}

func (deadlines) TraceConnectEnd(ctx context.Context, _ pgx.TraceConnectEndData) { end(ctx) }
