// Package engine holds the arithmetic of engagement in four packages, each of which builds on those before it, and the
// tests of all of them together: the golden cases, damaged segments, and the benchmarks.
//
//	segment   facts -> segments, segments -> fewer segments (segment/FORMAT.md describes the bytes)
//	cohort    counts of segments -> bytes, and when they may replace the segments
//	counting  the segments of one chunk -> one tally per window: each contact's sendings and their outcomes
//	scoring   pass 1: tallies and masks -> exact histograms -> references
//	          pass 2: tallies, masks and references -> a cell byte per contact and a summary
//
// All of it is exact integer arithmetic, independent of clock, database and channel names. The caller passes one chunk
// (65,536 consecutive contact numbers of one database and channel) at a time. Only a Segment and the scorers, which are
// immutable, are safe for concurrent use: give each worker its own Counter and histograms, then merge those.
package engine
