package run

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is how much garbage may come together before the collector looks at what is in use, bytes. A collection takes
// one of two processors for a while, during which others wait: with the collector's own measure, as much garbage as
// there is in use, a program of 40 MiB that answers 600 requests a second collects every second, and those who
// meet it are more than one in a hundred.
const room = 256 << 20

// SpareCollections has garbage collected once there are 256 MiB of it, or half of GOMEMLIMIT where that is less, as
// long as less is in use; from there on once there is as much as in use. It does nothing where GOGC says otherwise.
func SpareCollections() {
	if read("/gc/gogc:percent") == 100 {
		spare(min(room, debug.SetMemoryLimit(-1)/2))
	}
}

// spare sets the collector's measure now, and after every collection: the cleanup of what nobody holds runs then.
func spare(room int64) {
	debug.SetGCPercent(percent(room, read("/gc/heap/live:bytes")))
	type unheld struct{ _ *byte } // a pointer in it keeps it out of blocks with others, which may be held
	runtime.AddCleanup(&unheld{}, spare, room)
}

// percent returns how much garbage may be beside what is in use so that it comes to room, and as much as is in use at
// least.
func percent(room int64, inUse uint64) int {
	share := float64(room) / float64(max(inUse, 1<<20)) * 100
	return int(math.Max(100, math.Ceil(share)))
}

func read(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
