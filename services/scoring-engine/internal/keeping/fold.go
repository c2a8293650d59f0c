package keeping

import (
	"time"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// foldFloor is the smallest size of facts at which a chunk is folded: fewer bytes are counted as fast without a fold.
	foldFloor = 128 << 10
	// foldRest is the least time between two folds of a chunk, however much arrives.
	foldRest = time.Hour
)

// FoldState is the state of a chunk's fold.
type FoldState struct {
	// FreshCount is the number of segments that came after the fold, Size the bytes of all of the chunk's segments.
	FreshCount int
	Size       int64
	// FoldedAt is the zero time if the chunk has no fold.
	FoldedAt time.Time
}

// Wanted reports whether folding the chunk is of any use, now or later.
func (f FoldState) Wanted() bool {
	return f.Size >= foldFloor && (f.FreshCount > 0 || f.FoldedAt.IsZero())
}

// Due reports whether to fold the chunk now. Since is when the first unfolded facts came; a chunk is quiet if no more
// facts arrive.
func (f FoldState) Due(quiet bool, since, now time.Time) bool {
	if f.FoldedAt.IsZero() {
		return f.Wanted() && (quiet || now.Sub(since) >= foldRest)
	}
	return f.Wanted() && now.Sub(f.FoldedAt) >= foldRest
}

// Horizon returns the day as of which to fold a chunk, given the day of its last fact: the day before, since the last
// day may have just begun. It is at most the last day that is over in every timezone, in case facts have future dates.
func Horizon(last segment.Day, now time.Time) segment.Day {
	return min(last-1, segment.Day(now.Unix()/(24*60*60))-2)
}
