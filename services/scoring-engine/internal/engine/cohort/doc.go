// Package cohort decides how what was counted of a chunk is kept, so that a night adds instead of counting again, and
// when that may stand for the facts. It is derived from segments and can be thrown away at any time.
//
// A pair (message, contact) is clean when, among the facts from a fold's first day on, it has exactly one day of sent,
// no counted fact on an earlier day, and none for the first time after the fold's last day; its cohort is the week of
// that day. A fold holds of each cohort
//
//	planes  how many clean pairs of each contact were sent, not delivered, opened and clicked, as of each of the days
//	        horizon ... horizon + Lead: sets of contacts, bit by bit of the counts; and how many more of these there are
//	        by what machines did
//	late    the facts of the clean pairs from after the cohort's week, as a segment
//	names   a filter of the messages of the clean pairs
//
// and one residue: all counted facts of pairs that are not clean, as a segment. So each pair is counted by exactly one
// of: the planes of its cohort, its cohort's week of the base with late, or the residue. ADR 55 gives the reasons.
//
// Of visits an event counts once for each visitor, day, kind and event id, so what days have simply adds up. A cohort
// is a week of the base, and its planes hold what each visitor did on each of its days; there is nothing else. They
// tell of every window, as of any day. A week in which a fresh fact lies, which may be in the base too, is counted from
// both, and so is one that has no planes. ADR 67 gives the reasons.
package cohort
