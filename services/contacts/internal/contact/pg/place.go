package pg

// Place returns the place of a number within its chunk.
func Place(number int32) uint32 { return uint32(number) & (1<<ChunkShift - 1) }
