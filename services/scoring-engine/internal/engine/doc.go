// Package engine holds the arithmetic of engagement in four packages, each of which stands on those before, and the
// tests of all of them together: the golden cases, damaged segments, and the benchmarks.
//
//	segment   facts -> segments, segments -> fewer segments (segment/FORMAT.md describes the bytes)
//	cohort    what was counted of segments -> bytes, and when they may stand for the segments
//	counting  the segments of one chunk -> one tally per window: what each contact was sent, and did
//	scoring   pass 1: tallies and masks -> exact histograms -> references
//	          pass 2: tallies, masks and references -> a cell byte per contact and a summary
//
// All of it is exact integer arithmetic and knows no clock, no database and no channel names. The caller hands over one
// chunk (65,536 consecutive contact numbers of one database and channel) at a time. Nothing is safe for concurrent use
// but a Segment and the scorers, which do not change: give each worker its own Counter and histograms, then add those
// up.
package engine
