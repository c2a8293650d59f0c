package spec

// Bands is how many bands of scores there are, numbered from the lowest: 0 to 20, 21 to 40 and so on.
const Bands = 5

// width is how many scores are in a band; the lowest has 0 besides.
const width = 20

// BandOf returns the band of a score from 0 to 100.
func BandOf(score int) int { return max(score-1, 0) / width }

// Limits returns the lowest and the highest score of a band.
func Limits(band int) (lowest, highest int) {
	if band > 0 {
		lowest = band*width + 1
	}
	return lowest, (band + 1) * width
}
