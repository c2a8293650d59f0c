package engine

// Bands are how many contacts score 0-20, 21-40, 41-60, 61-80 and 81-100.
type Bands [5]uint64

// BandsOf sums a histogram of scores up.
func BandsOf(scores *[MaxScore + 1]uint64) Bands {
	var b Bands
	for score, n := range scores {
		b[max(score-1, 0)/20] += n
	}
	return b
}

// Total returns how many contacts a histogram of scores holds and the sum of their scores.
func Total(scores *[MaxScore + 1]uint64) (n, sum uint64) {
	for score, times := range scores {
		n += times
		sum += uint64(score) * times
	}
	return n, sum
}

// Percent returns part of whole in hundredths of a percent, half up; 0 when whole is 0.
func Percent(part, whole uint64) uint64 {
	if whole == 0 {
		return 0
	}
	return (2*10000*part + whole) / (2 * whole)
}

// Average returns sum/n in hundredths, half up; 0 when n is 0.
func Average(sum, n uint64) uint64 {
	if n == 0 {
		return 0
	}
	return (2*100*sum + n) / (2 * n)
}
