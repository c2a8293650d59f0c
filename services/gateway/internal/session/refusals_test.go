package session

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/loop"
)

// revocations is an account service that takes a tenth of a second for an answer, and answers with what it knew when
// it was asked.
type revocations struct {
	accountv1.AccountAdminServiceClient

	answer atomic.Pointer[accountv1.ListRefusalsResponse]
}

func (r *revocations) ListRefusals(
	ctx context.Context, _ *accountv1.ListRefusalsRequest, _ ...grpc.CallOption,
) (*accountv1.ListRefusalsResponse, error) {
	answer := r.answer.Load()
	return answer, loop.Pause(ctx, 100*time.Millisecond)
}

// The clock is virtual, so that the second is exact however busy the machine is.
func TestRevocationsRefuseCallsAndCutOffThoseInFlightWithinASecond(t *testing.T) {
	id := auth.Identity{Account: 7, Home: 7, Session: "ended", Link: 31}
	forget := timestamppb.New(time.Now().AddDate(100, 0, 0)) // the virtual clock starts in 2000
	for name, answer := range map[string]*accountv1.ListRefusalsResponse{
		"session": {Sessions: []*accountv1.ListRefusalsResponse_EndedSession{{Session: "ended", ForgetAt: forget}}},
		"account": {Accounts: []*accountv1.ListRefusalsResponse_AccountState{{AccountId: 7}}},
		"link":    {Links: []*accountv1.ListRefusalsResponse_EndedLink{{Link: 31, ForgetAt: forget}}},
	} {
		for wait := 10 * time.Millisecond; wait <= pollEvery+100*time.Millisecond; wait += 10 * time.Millisecond {
			synctest.Test(t, func(t *testing.T) {
				account := &revocations{}
				account.answer.Store(&accountv1.ListRefusalsResponse{})
				refusals := NewRefusals(account, slog.New(slog.DiscardHandler), time.Now)
				ctx, stop := context.WithCancel(t.Context())
				go func() { _ = refusals.Run(ctx) }()
				time.Sleep(time.Second)
				call, done := refusals.calls.follow(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), id)
				other, otherDone := refusals.calls.follow(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil),
					auth.Identity{Account: 8, Home: 8, Session: "other", Link: 32})
				time.Sleep(wait) // the event falls anywhere between two polls
				require.Equal(t, admitted, refusals.check(id), name)
				account.answer.Store(answer)
				time.Sleep(time.Second)
				require.Equal(t, ended, refusals.check(id), name)
				require.ErrorContains(t, context.Cause(call.Context()), "the session ended meanwhile", name)
				require.NoError(t, other.Context().Err(), name)
				done()
				otherDone()
				stop()
			})
		}
	}
}
