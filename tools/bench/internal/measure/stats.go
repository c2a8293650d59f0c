// Package measure reads the resource usage of processes and formats the figures of several rounds.
package measure

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"
	"github.com/montanaflynn/stats"
)

// Sample has the values of one figure in several rounds.
type Sample []float64

// Median returns the middle value, 0 for none.
func (s Sample) Median() float64 {
	median, err := stats.Median(stats.Float64Data(s))
	if err != nil {
		return 0
	}
	return median
}

// Ratio divides each round's figure by that of another in the same round.
func (s Sample) Ratio(by Sample) Sample {
	var ratios Sample
	for i := range min(len(s), len(by)) {
		ratios = append(ratios, s[i]/by[i])
	}
	return ratios
}

// Growth returns the growth from the median of the first quarter to that of the last, in percent.
func (s Sample) Growth() float64 {
	quarter := (len(s) + 3) / 4
	first := s[:quarter].Median()
	return 100 * (s[len(s)-quarter:].Median() - first) / first
}

// Text writes median, minimum and maximum with a unit.
func (s Sample) Text(format string) string {
	if len(s) == 0 {
		return "-"
	}
	if len(s) == 1 {
		return fmt.Sprintf(format, s[0])
	}
	return fmt.Sprintf(format+" ("+format+" to "+format+")", s.Median(), slices.Min(s), slices.Max(s))
}

// Bytes writes a size.
func Bytes(n int64) string { return humanize.IBytes(uint64(max(0, n))) }

// Count writes a whole number with commas.
func Count(n int) string { return humanize.Comma(int64(n)) }
