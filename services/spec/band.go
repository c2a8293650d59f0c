package spec

// Bands is the number of score bands, numbered from the lowest: 0 to 20, 21 to 40 and so on.
const Bands = 5

// width is the number of scores in a band; the lowest band also has 0.
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
