package rpc

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"puls.app/services/kit/auth"
)

func TestAnAccountsChangesWaitInLineAndItsReadsAndOthersDoNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		intercept := unaryInLine(map[string]bool{"/a.A/Change": true})
		var running, most atomic.Int32
		call := func(account int32, method string) {
			ctx := auth.WithIdentity(t.Context(), auth.Identity{Account: account}, "")
			_, err := intercept(ctx, nil, &grpc.UnaryServerInfo{FullMethod: method}, func(context.Context, any) (any, error) {
				if now := running.Add(1); now > most.Load() {
					most.Store(now)
				}
				<-time.After(time.Second)
				running.Add(-1)
				return nil, nil
			})
			require.NoError(t, err)
		}
		calls := func(n int, account int32, method string) time.Duration {
			began := time.Now()
			var all sync.WaitGroup
			for range n {
				all.Go(func() { call(account, method) })
			}
			all.Wait()
			return time.Since(began)
		}
		require.Equal(t, 3*time.Second, calls(3*changesAtOnce, 1, "/a.A/Change"))
		require.EqualValues(t, changesAtOnce, most.Load())
		require.Equal(t, time.Second, calls(100, 1, "/a.A/Read"))

		var held sync.WaitGroup
		held.Go(func() { calls(10*changesAtOnce, 1, "/a.A/Change") })
		require.Equal(t, time.Second, calls(changesAtOnce, 2, "/a.A/Change"), "accounts do not wait for each other")
		held.Wait()
	})
}
