package measure

import (
	"fmt"
	"slices"
)

// Sample holds the same figure of several rounds.
type Sample []float64

// Median returns the middle value, 0 for none.
func (s Sample) Median() float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// Ratio divides each round's figure by that of another in the same round.
func (s Sample) Ratio(by Sample) Sample {
	var ratios Sample
	for i := range min(len(s), len(by)) {
		ratios = append(ratios, s[i]/by[i])
	}
	return ratios
}

// Text writes median, least and greatest with a unit.
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
func Bytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	default:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
}

// Count writes a whole number with commas.
func Count(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
