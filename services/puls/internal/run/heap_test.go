package run

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGarbageMayBeAsMuchAsTheFloorOrTheHeapInUse(t *testing.T) {
	for name, c := range map[string]struct {
		room  int64
		inUse uint64
		want  int
	}{
		"at the start": {256 << 20, 0, 25_600},
		"a little":     {256 << 20, 64 << 20, 400},
		"as much":      {256 << 20, 256 << 20, 100},
		"more":         {256 << 20, 4 << 30, 100},
		"little room":  {50 << 20, 40 << 20, 125},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, percent(c.room, c.inUse)) })
	}
}

const measure = "/gc/gogc:percent"

var held []byte

func TestTheCollectorsGoalFollowsTheHeapInUse(t *testing.T) {
	before := debug.SetGCPercent(100)
	t.Cleanup(func() {
		held = nil
		debug.SetGCPercent(before)
	})
	SpareCollections()
	small := read(measure)
	require.Greater(t, small, uint64(1000), "a test holds next to nothing")
	held = make([]byte, 128<<20)
	require.Eventually(t, func() bool {
		runtime.GC()
		return read(measure) <= 200
	}, 10*time.Second, 10*time.Millisecond, "the more is in use the sooner it is looked at")
	held = nil
	require.Eventually(t, func() bool {
		runtime.GC()
		return read(measure) > 1000
	}, 10*time.Second, 10*time.Millisecond, "and the less, the later")
}
