// Package figure turns counts of scores into the figures that people read: the bands, and percents and averages with
// two decimals, rounded half up. All are sums of integers until the last division, so that every service shows the
// same.
package figure

import "puls.app/services/spec"

// Bands are one count for each band of scores, lowest first.
type Bands [spec.Bands]int

// Total returns the sum over all bands.
func (b Bands) Total() int {
	total := 0
	for _, count := range b {
		total += count
	}
	return total
}

// Scores are one count for each score from 0 to 100.
type Scores [101]int

// Add sums another histogram into this one.
func (s *Scores) Add(counts []int32) {
	for score, count := range counts {
		if score < len(s) {
			s[score] += int(count)
		}
	}
}

// Tally returns the counts per band and the sum of the scores.
func (s *Scores) Tally() Tally {
	var t Tally
	for band := range t.Bands {
		lowest, highest := spec.Limits(band)
		for score := lowest; score <= highest; score++ {
			t.Bands[band] += s[score]
			t.Sum += score * s[score]
		}
	}
	return t
}

// Tally is the input of figures: the count of each band and the sum of the scores.
type Tally struct {
	Bands Bands
	Sum   int
}

// Plus returns the sum of both tallies.
func (t Tally) Plus(other Tally) Tally {
	for band, count := range other.Bands {
		t.Bands[band] += count
	}
	t.Sum += other.Sum
	return t
}

// Minus returns the difference; other must be a part of t.
func (t Tally) Minus(other Tally) Tally {
	for band, count := range other.Bands {
		t.Bands[band] -= count
	}
	t.Sum -= other.Sum
	return t
}

// Total returns the number of scored contacts.
func (t Tally) Total() int { return t.Bands.Total() }

// Average returns the mean score, or 0 if no contact was scored.
func (t Tally) Average() float64 { return Average(t.Sum, t.Total()) }

// Average returns the mean of n scores with two decimals, half up, or 0 if n is 0.
func Average(sum, n int) float64 { return hundredths(sum, 100, n) }

// Percent returns the share of part in whole with two decimals, half up, or 0 if whole is 0.
func Percent(part, whole int) float64 { return hundredths(part, 10000, whole) }

// hundredths returns part·scale/whole hundredths, half up.
func hundredths(part, scale, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64((2*scale*part+whole)/(2*whole)) / 100
}
