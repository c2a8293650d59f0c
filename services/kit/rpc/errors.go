package rpc

import (
	"context"
	"errors"
	"log/slog"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"puls.app/services/kit/fault"
)

const errorDomain = "puls"

// codeOf is the one table from a kind of fault to a status code.
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
	case fault.Busy:
		return codes.ResourceExhausted
	case fault.Unavailable:
		return codes.Unavailable
	case fault.Internal:
		return codes.Internal
	default:
		return codes.Internal
	}
}

// statusOf turns an error of a handler into what leaves the service. A status that came from another service
// passes on; anything that is neither fault nor status is logged here, once, and hidden.
func statusOf(ctx context.Context, log *slog.Logger, method string, err error) error {
	if f := fault.From(err); f != nil {
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
	log.ErrorContext(ctx, "call failed", "method", method, "error", err)
	return faultStatus(fault.New(fault.Internal, "INTERNAL", "something went wrong on our side"))
}

// passesOn tells which codes of another service are meant for our own caller.
func passesOn(code codes.Code) bool {
	switch code {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.FailedPrecondition, codes.Aborted,
		codes.OutOfRange, codes.ResourceExhausted, codes.Unavailable, codes.Unimplemented, codes.Canceled, codes.DeadlineExceeded:
		return true
	default:
		return false
	}
}

func faultStatus(f *fault.Fault) error {
	st := status.New(codeOf(f.Kind), f.Detail)
	info := &errdetails.ErrorInfo{Reason: f.Reason, Domain: errorDomain}
	if f.Kind == fault.Mismatch {
		info.Metadata = map[string]string{"http": "422"}
	}
	bad := &errdetails.BadRequest{}
	for _, field := range f.Fields {
		bad.FieldViolations = append(bad.FieldViolations,
			&errdetails.BadRequest_FieldViolation{Field: field.Name, Description: field.Message})
	}
	detailed, err := st.WithDetails(info)
	if err == nil && len(f.Fields) > 0 {
		detailed, err = detailed.WithDetails(bad)
	}
	if err != nil {
		return st.Err()
	}
	return detailed.Err()
}

// Refusal answers a fault as the status that a service would send, for a door that refuses before any service is asked.
func Refusal(f *fault.Fault) error { return faultStatus(f) }

func unaryErrors(log *slog.Logger) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		res, err := handler(ctx, req)
		if err != nil {
			return nil, statusOf(ctx, log, info.FullMethod, err)
		}
		return res, nil
	}
}

func streamErrors(log *slog.Logger) grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if err := handler(srv, ss); err != nil {
			return statusOf(ss.Context(), log, info.FullMethod, err)
		}
		return nil
	}
}

// Reason answers the reason in a status error of another service, or "".
func Reason(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return ""
}
