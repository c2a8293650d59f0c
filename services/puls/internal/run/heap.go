package run

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// room is how much garbage, in bytes, may accumulate before a collection. A collection occupies one of two processors
// for a while, during which requests wait. By the runtime's default, as much garbage as there is live memory, a program
// of 40 MiB that answers 600 requests a second collects every second, which delays more than one request in a hundred.
const room = 256 << 20

// SpareCollections delays collections until there are 256 MiB of garbage, or half of GOMEMLIMIT if that is less. With
// more live memory than that, it delays them until garbage equals live memory. It does nothing if GOGC is set
// otherwise.
func SpareCollections() {
	if read("/gc/gogc:percent") == 100 {
		spare(min(room, debug.SetMemoryLimit(-1)/2))
	}
}

// spare sets the GC percentage now, and after every collection, by the cleanup of an unreachable object.
func spare(room int64) {
	debug.SetGCPercent(percent(room, read("/gc/heap/live:bytes")))
	type unheld struct{ _ *byte } // a pointer keeps it out of blocks shared with reachable objects
	runtime.AddCleanup(&unheld{}, spare, room)
}

// percent returns the GC percentage for garbage of room bytes, and at least as much as is in use.
func percent(room int64, inUse uint64) int {
	share := float64(room) / float64(max(inUse, 1<<20)) * 100
	return int(math.Max(100, math.Ceil(share)))
}

func read(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
