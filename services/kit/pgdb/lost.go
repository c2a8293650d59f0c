package pgdb

import (
	"errors"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

var (
	errLost = fault.New(
		fault.Unavailable, reason.Unavailable, "the database does not answer; try again in a moment",
	).After(time.Second)
	errFull = fault.New(
		fault.Full, reason.StorageFull, "the storage is full; nothing was kept, and the operator must free space",
	).After(time.Minute)
)

// tooManyConnections is the SQLSTATE of a server that accepts no more connections.
const tooManyConnections = "53300"

// Fault returns the fault for an error of Postgres that the server's state causes, not the statement: the server is
// lost, or its disk is full. It returns nil for every other error.
func Fault(err error) *fault.Fault {
	switch {
	case full(err):
		return errFull
	case lost(err):
		return errLost
	default:
		return nil
	}
}

func full(err error) bool {
	return code(err) == "53100" || errors.Is(err, syscall.ENOSPC)
}

// lost reports whether the server went away or accepts no connections, as opposed to refusing a statement.
func lost(err error) bool {
	switch c := code(err); c {
	case "57P01", "57P02", "57P03", tooManyConnections: // shut down, crashed, starting
		return true
	case "":
	default:
		return strings.HasPrefix(c, "08") // connection exceptions
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || errors.Is(err, puddle.ErrClosedPool) {
		return true
	}
	for _, broken := range []error{syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE, io.ErrUnexpectedEOF} {
		if errors.Is(err, broken) {
			return true
		}
	}
	return pgconn.SafeToRetry(err)
}

// code returns the SQLSTATE of an error, or "".
func code(err error) string {
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code
	}
	return ""
}
