// Package figure decides how counts of scores become the figures that people read: the bands, and percents and averages
// with two decimals, half up. All of it is sums of integers until the last division, so that every service shows the
// same.
package figure

import "puls.app/services/spec"

// Bands are one count for each band of scores, lowest first.
type Bands [spec.Bands]int

// Total returns how many are in any band.
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

// Tally returns what is left of the scores in figures.
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

// Tally is what figures need of scores: how many are in each band, and their sum.
type Tally struct {
	Bands Bands
	Sum   int
}

// Plus returns the tally of both.
func (t Tally) Plus(other Tally) Tally {
	for band, count := range other.Bands {
		t.Bands[band] += count
	}
	t.Sum += other.Sum
	return t
}

// Minus returns the tally of what is not in other, which is a part of it.
func (t Tally) Minus(other Tally) Tally {
	for band, count := range other.Bands {
		t.Bands[band] -= count
	}
	t.Sum -= other.Sum
	return t
}

// Total returns how many were scored.
func (t Tally) Total() int { return t.Bands.Total() }

// Average returns the mean score, and 0 when nobody was scored.
func (t Tally) Average() float64 { return Average(t.Sum, t.Total()) }

// Average returns the mean of n scores with two decimals, half up, and 0 of none.
func Average(sum, n int) float64 { return hundredths(sum, 100, n) }

// Percent returns the share of part in whole with two decimals, half up, and 0 of nothing.
func Percent(part, whole int) float64 { return hundredths(part, 10000, whole) }

// hundredths returns part·scale/whole hundredths, half up.
func hundredths(part, scale, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64((2*scale*part+whole)/(2*whole)) / 100
}
