package rpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const (
	// defaultDeadline bounds unary calls whose caller set no deadline, and the connecting of a stream.
	defaultDeadline = 30 * time.Second
	// longestSilence is longer than any stream of ours lives that may be silent: watches of arriving data end after 15
	// minutes. A peer that is gone is noticed sooner, by keepalive.
	longestSilence = 20 * time.Minute
)

func unaryDeadline(
	ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	ctx, cancel := withDeadline(ctx)
	defer cancel()
	return invoke(ctx, method, req, reply, cc, opts...)
}

// withDeadline keeps an existing deadline.
func withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, defaultDeadline)
}

// streamPatience bounds each wait of a stream, not its total time: a download of any size may take as long as it needs.
func streamPatience(silence time.Duration) grpc.StreamClientInterceptor {
	if silence == 0 {
		silence = longestSilence
	}
	return func(
		ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, stream grpc.Streamer,
		opts ...grpc.CallOption,
	) (grpc.ClientStream, error) {
		ctx, cancel := context.WithCancel(ctx)
		s := &patientStream{silence: silence, cancel: cancel, many: desc.ServerStreams}
		err := s.within(min(silence, defaultDeadline), func() (err error) {
			s.ClientStream, err = stream(ctx, desc, cc, method, opts...)
			return err
		})
		if err != nil {
			cancel()
			return nil, err
		}
		return s, nil
	}
}

// patientStream is a stream that ends when its peer sends nothing, or accepts nothing, for too long.
type patientStream struct {
	grpc.ClientStream
	silence time.Duration
	cancel  context.CancelFunc
	// many is set if the server sends several messages until an error ends the stream; otherwise it sends one.
	many bool
}

func (s *patientStream) within(limit time.Duration, work func() error) error {
	timer := time.AfterFunc(limit, s.cancel)
	err := work()
	if over := !timer.Stop(); over && err != nil {
		return status.Error(codes.DeadlineExceeded, "the peer was silent for too long")
	}
	return err
}

func (s *patientStream) Header() (md metadata.MD, err error) {
	err = s.within(s.silence, func() (err error) { md, err = s.ClientStream.Header(); return err })
	return md, err
}

func (s *patientStream) SendMsg(m any) error {
	return s.within(s.silence, func() error { return s.ClientStream.SendMsg(m) })
}

func (s *patientStream) RecvMsg(m any) error {
	err := s.within(s.silence, func() error { return s.ClientStream.RecvMsg(m) })
	if err != nil || !s.many {
		s.cancel()
	}
	return err
}
