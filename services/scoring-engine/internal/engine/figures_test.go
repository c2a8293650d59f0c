package engine_test

import "puls.app/services/spec"

// bands are the numbers of contacts that score 0-20, 21-40, 41-60, 61-80 and 81-100.
type bands [5]uint64

// bandsOf sums up a histogram of scores.
func bandsOf(scores *[spec.MaxScore + 1]uint64) bands {
	var b bands
	for score, n := range scores {
		b[max(score-1, 0)/20] += n
	}
	return b
}

// totalOf returns the number of contacts in a histogram of scores and the sum of their scores.
func totalOf(scores *[spec.MaxScore + 1]uint64) (n, sum uint64) {
	for score, times := range scores {
		n += times
		sum += uint64(score) * times
	}
	return n, sum
}

// percent returns part of whole in hundredths of a percent, half up; 0 when whole is 0.
func percent(part, whole uint64) uint64 {
	if whole == 0 {
		return 0
	}
	return (2*10000*part + whole) / (2 * whole)
}

// average returns sum/n in hundredths, half up; 0 when n is 0.
func average(sum, n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return (2*100*sum + n) / (2 * n)
}
