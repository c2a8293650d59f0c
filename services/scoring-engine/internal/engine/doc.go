// Package engine decides what engagement facts mean: it stores them as sets, unites them, counts them per contact
// over a window of days, and turns the counts into references and scores, all in exact integer arithmetic.
//
// It knows no clock, no database and no channel names. The caller hands over the segments of one chunk (65,536
// consecutive contact numbers of one database and channel) at a time:
//
//	Builder, Merger   facts -> segments, segments -> fewer segments (FORMAT.md describes the bytes)
//	Counter           segments -> one Tally per window: sent, delivered, opened, clicked of each contact
//	Rates             pass 1: tallies and audience masks -> exact histograms -> references
//	Scorer            pass 2: tallies, masks and references -> a cell byte per contact and a Summary
//
// VisitCounts, VisitRates and VisitScorer do the same for visitors of websites. Nothing here is safe for concurrent use, except
// Segment, Scorer and VisitScorer, which do not change: give each worker its own Counter and histograms, then add the histograms up.
package engine
