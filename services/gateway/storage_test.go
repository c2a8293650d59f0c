package gateway_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/host"
)

// fakeDisk is a disk with so many bytes free above the reserve.
type fakeDisk struct {
	free  atomic.Int64
	tight atomic.Bool
}

func (d *fakeDisk) Room(bytes int64) bool { return bytes <= d.free.Load() }
func (d *fakeDisk) Tight() bool           { return d.tight.Load() }
func (*fakeDisk) Hold(context.Context)    {}

func TestAFileThatTheDiskHasNoRoomForIsRefusedBeforeItIsSent(t *testing.T) {
	t.Parallel()
	disk := &fakeDisk{}
	disk.free.Store(10)
	s := startWith(t, nil, newPeers(), func(env *host.Env) { env.Storage = disk })
	for _, path := range []string{"contacts:import", "engagement:import", "unsubscribes:import"} {
		res := s.do(
			http.MethodPost, "/api/protected/saresystem/"+path, "eleven bytes", "Authorization", "Bearer "+s.token(nil),
		)
		require.Equal(t, http.StatusInsufficientStorage, res.StatusCode, res.body)
		require.Equal(t, "STORAGE_FULL", res.class())
		require.Equal(t, "60", res.Header.Get("Retry-After"))
	}
}

func TestOnATightDiskPeopleReadButChangeNothing(t *testing.T) {
	t.Parallel()
	disk := &fakeDisk{}
	s := startWith(t, nil, newPeers(), func(env *host.Env) { env.Storage = disk })
	bearer := []string{"Authorization", "Bearer " + s.token(nil)}
	settings := func() answer {
		return s.do(http.MethodPut, "/api/protected/account/my/account/settings", `{"language":"pl","timezone":"UTC"}`,
			append(bearer, "Content-Type", "application/json")...)
	}
	require.Equal(t, http.StatusOK, settings().StatusCode, settings().body)
	disk.tight.Store(true)
	require.Equal(t, "STORAGE_FULL", settings().class())
	require.Equal(t, http.StatusOK, s.get("/api/protected/account/users/me", bearer...).StatusCode)
	require.Equal(t, http.StatusOK, s.post(login, `{"email":"a@example.com","password":"x"}`).StatusCode)
	disk.tight.Store(false)
	require.Equal(t, http.StatusOK, settings().StatusCode)
}
