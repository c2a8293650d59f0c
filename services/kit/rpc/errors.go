package rpc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"puls.app/services/kit/fault"
	"puls.app/services/kit/pgdb"
	"puls.app/services/reason"
)

const errorDomain = "puls"

// codeOf maps a kind of fault to its status code.
func codeOf(kind fault.Kind) codes.Code {
	switch kind {
	case fault.Invalid:
		return codes.InvalidArgument
	case fault.Unauthenticated:
		return codes.Unauthenticated
	case fault.Forbidden:
		return codes.PermissionDenied
	case fault.NotFound:
		return codes.NotFound
	case fault.Exists:
		return codes.AlreadyExists
	case fault.Stale:
		return codes.Aborted
	case fault.Precondition, fault.Mismatch:
		return codes.FailedPrecondition
	case fault.TooLarge:
		return codes.OutOfRange
	case fault.Busy, fault.Full:
		return codes.ResourceExhausted
	case fault.Unavailable:
		return codes.Unavailable
	case fault.Internal:
		return codes.Internal
	default:
		return codes.Internal
	}
}

// statusOf turns an error of a handler into the error that leaves the service. A status of another service passes on;
// an error that is neither fault nor status is logged here, once, and hidden.
func statusOf(ctx context.Context, log *slog.Logger, method string, err error) error {
	if f := fault.From(err); f != nil {
		refused(ctx, method, f.Reason)
		return faultStatus(f)
	}
	if errors.Is(err, context.Canceled) {
		return status.Error(codes.Canceled, "the call was cancelled")
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return status.Error(codes.DeadlineExceeded, "the call took too long")
	}
	var remote interface{ GRPCStatus() *status.Status }
	if errors.As(err, &remote) && passesOn(remote.GRPCStatus().Code()) {
		return remote.GRPCStatus().Err()
	}
	if f := pgdb.Fault(err); f != nil {
		refused(ctx, method, f.Reason)
		log.WarnContext(ctx, "database does not serve", "method", method, "error", err)
		return faultStatus(f)
	}
	refused(ctx, method, reason.Internal.String())
	log.ErrorContext(ctx, "call failed", "method", method, "error", err)
	return faultStatus(fault.New(fault.Internal, reason.Internal, "something went wrong on our side"))
}

// refusals counts refused calls by reason; refusals by another service are counted there.
var refusals, _ = otel.Meter("puls.app/services/kit/rpc").Int64Counter(
	"puls.rpc.refusals", metric.WithUnit("{call}"), metric.WithDescription("calls that were refused, by reason"),
)

func refused(ctx context.Context, method, reason string) {
	refusals.Add(ctx, 1, metric.WithAttributes(
		semconv.RPCMethod(strings.TrimPrefix(method, "/")), semconv.ErrorTypeKey.String(reason),
	))
}

// passesOn reports whether a status code of another service is passed on to our own caller.
func passesOn(code codes.Code) bool {
	switch code {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.FailedPrecondition, codes.Aborted,
		codes.OutOfRange, codes.ResourceExhausted, codes.Unavailable, codes.Unimplemented,
		codes.Canceled, codes.DeadlineExceeded:
		return true
	default:
		return false
	}
}

// Refusal returns a fault as the status that a service would send, for a gateway that refuses a request before it calls
// a service.
func Refusal(f *fault.Fault) error { return faultStatus(f) }

// safely runs work and returns its panic as an error.
func safely(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

func unaryErrors(log *slog.Logger) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (res any, _ error) {
		if err := safely(func() (err error) { res, err = handler(ctx, req); return err }); err != nil {
			err = statusOf(ctx, log, info.FullMethod, err)
			if reading()[info.FullMethod] {
				return nil, err
			}
			return nil, once(func(md metadata.MD) { _ = grpc.SetTrailer(ctx, md) }, err)
		}
		return res, nil
	}
}

func streamErrors(log *slog.Logger) grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if err := safely(func() error { return handler(srv, ss) }); err != nil {
			return once(ss.SetTrailer, statusOf(ss.Context(), log, info.FullMethod, err))
		}
		return nil
	}
}

// pushback is the trailer with the time in milliseconds after which a client may retry; -1 means never.
const pushback = "grpc-retry-pushback-ms"

// once makes the client's library not retry a call that reached a handler. Methods that only read are exempt.
func once(trailer func(metadata.MD), err error) error {
	if status.Code(err) == codes.Unavailable {
		trailer(metadata.Pairs(pushback, "-1"))
	}
	return err
}
