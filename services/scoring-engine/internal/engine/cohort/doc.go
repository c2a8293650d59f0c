// Package cohort defines how the counts of a chunk are stored, so that a nightly calculation adds counts instead of
// counting facts again, and when they may replace the facts. The counts are derived from segments and can be dropped at
// any time.
//
// A pair (message, contact) is clean when, among the facts from a fold's first day on, it has exactly one day of sent,
// no counted fact on an earlier day, and none for the first time after the fold's last day; its cohort is the week of
// that day. A fold holds for each cohort
//
//	planes  how many clean pairs of each contact were sent, not delivered, opened and clicked, as of each of the days
//	        horizon ... horizon + Lead: sets of contacts, one for each bit of the counts; and how many more of these
//	        count because of machines
//	late    the facts of the clean pairs from after the cohort's week, as a segment
//	names   a filter of the messages of the clean pairs
//
// and one residue: all counted facts of pairs that are not clean, as a segment. So each pair is counted by exactly one
// of: the planes of its cohort, its cohort's week of the base with late, or the residue. ADR 55 gives the reasons.
//
// An event of a visit counts once for each visitor, day, kind and event id, so the counts of days simply add up. There
// a cohort is a week of the base, and its planes hold each visitor's events on each of its days; there is no late part
// and no residue. The planes serve every window, as of any day. A week with a fresh fact, which the base may have too,
// is counted from the facts of both, and a week without planes from the facts of the base. ADR 67 gives the reasons.
package cohort
