package rpc

import (
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/mem"
)

// The library's own pool has no size between 32 KiB and 1 MiB: a chunk of cells or a page of recipients would hold a
// megabyte in each service that it passes, for as long as the final reader is slow. The pool can only be replaced at
// initialization time.
var _ = useBuffers(256, 4<<10, 16<<10, 32<<10, 68<<10, 132<<10, 264<<10, 528<<10, 1<<20)

func useBuffers(sizes ...int) mem.BufferPool {
	pool := mem.NewTieredBufferPool(sizes...)
	experimental.SetDefaultBufferPool(pool)
	return pool
}
