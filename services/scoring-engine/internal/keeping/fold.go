package keeping

import (
	"time"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

const (
	// foldFloor is from how many bytes of facts on a chunk is folded: fewer are counted as fast.
	foldFloor = 128 << 10
	// foldRest is how long a fold stands at least, whatever arrives.
	foldRest = time.Hour
)

// FoldState is what of a chunk is folded.
type FoldState struct {
	// FreshCount is how many segments came after the fold, Size how many bytes all of the chunk's take.
	FreshCount int
	Size       int64
	// FoldedAt is the zero time when nothing is.
	FoldedAt time.Time
}

// Wanted reports whether folding the chunk is of any use, now or later.
func (f FoldState) Wanted() bool {
	return f.Size >= foldFloor && (f.FreshCount > 0 || f.FoldedAt.IsZero())
}

// Due reports whether to fold the chunk now, of whose facts the first came at since. Quiet is a chunk in which nothing
// arrives any more.
func (f FoldState) Due(quiet bool, since, now time.Time) bool {
	if f.FoldedAt.IsZero() {
		return f.Wanted() && (quiet || now.Sub(since) >= foldRest)
	}
	return f.Wanted() && now.Sub(f.FoldedAt) >= foldRest
}

// Horizon returns as of which day a chunk is folded whose last fact is of a day: the day before, since the last may
// have just begun; but none that is not over everywhere, for the sake of facts that come from the future.
func Horizon(last segment.Day, now time.Time) segment.Day {
	return min(last-1, segment.Day(now.Unix()/(24*60*60))-2)
}
