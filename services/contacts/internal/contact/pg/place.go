package pg

// Place is a number within its chunk.
func Place(number int32) uint32 { return uint32(number) & (1<<ChunkShift - 1) }
