package rpc

import (
	"context"
	"crypto/sha256"
	"fmt"
	"regexp"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Once executes work at most once for a key of an account and returns the first answer to later calls; pgdb.DB
// implements it.
type Once interface {
	Once(
		ctx context.Context, account int32, key string, digest []byte, work func(context.Context) (answer []byte, err error),
	) ([]byte, error)
}

var (
	errKeyInvalid = fault.New(
		fault.Invalid, reason.IdempotencyKeyInvalid, "an idempotency key has 1 to 255 visible characters of ASCII",
	)
	keyForm = regexp.MustCompile(`^[!-~]{1,255}$`)
)

// unaryOnce executes calls at most once for each idempotency key, where the contract declares it.
func unaryOnce(calls Calls, once Once) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		keys := metadata.ValueFromIncomingContext(ctx, "idempotency-key")
		message, ok := req.(proto.Message)
		if len(keys) == 0 || !ok || !calls[info.FullMethod].GetOnce() {
			return handler(ctx, req)
		}
		if len(keys) > 1 || !keyForm.MatchString(keys[0]) {
			return nil, errKeyInvalid.WithField("Idempotency-Key", errKeyInvalid.Detail)
		}
		body, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
		if err != nil {
			return nil, fmt.Errorf("digest request: %w", err)
		}
		digest := sha256.Sum256(append([]byte(info.FullMethod+"\x00"), body...))
		answer, err := once.Once(ctx, auth.Account(ctx), keys[0], digest[:], func(ctx context.Context) ([]byte, error) {
			return pack(handler(ctx, req))
		})
		if err != nil {
			return nil, err
		}
		return unpack(answer)
	}
}

func pack(res any, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	message, ok := res.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("an answer of type %T cannot be kept", res)
	}
	kept, err := anypb.New(message)
	if err != nil {
		return nil, fmt.Errorf("keep answer: %w", err)
	}
	return proto.Marshal(kept)
}

func unpack(answer []byte) (any, error) {
	var kept anypb.Any
	if err := proto.Unmarshal(answer, &kept); err != nil {
		return nil, fmt.Errorf("read kept answer: %w", err)
	}
	return kept.UnmarshalNew()
}
