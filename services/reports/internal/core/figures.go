// Package core decides what a report shows: bands, percents and averages drawn from the histograms that a calculation
// leaves, and who is written to an export.
package core

// The bands of scores, lowest first.
var bandLimits = [5][2]int{{0, 20}, {21, 40}, {41, 60}, {61, 80}, {81, 100}}

// Scores is one count for each score from 0 to 100.
type Scores [101]int

// Add sums another histogram into this one.
func (s *Scores) Add(counts []int32) {
	for score, count := range counts {
		if score < len(s) {
			s[score] += int(count)
		}
	}
}

// Total returns how many were scored.
func (s *Scores) Total() int { return s.between(0, 100) }

func (s *Scores) between(low, high int) int {
	total := 0
	for _, count := range s[low : high+1] {
		total += count
	}
	return total
}

// Average returns the mean score with two decimals, half up, and 0 when nobody was scored. Integers all the way:
// floor((2·100·sum + n) / (2·n)) hundredths.
func (s *Scores) Average() float64 {
	sum, n := 0, 0
	for score, count := range s {
		sum += score * count
		n += count
	}
	if n == 0 {
		return 0
	}
	return float64((2*100*sum+n)/(2*n)) / 100
}

// Percent returns the share of part in whole with two decimals, half up, and 0 of nothing.
func Percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64((2*10000*part+whole)/(2*whole)) / 100
}

// Band is one row of the partition report.
type Band struct {
	Min, Max int
	Count    int
	// Percent of all scored.
	Percent float64
	// New counts those created in the 14 days before.
	New int
	// Known counts known visitors.
	Known int
}

// Bands returns the five bands.
func (r *Result) Bands() []Band {
	total := r.Scores.Total()
	bands := make([]Band, 0, len(bandLimits))
	for _, limits := range bandLimits {
		count := r.Scores.between(limits[0], limits[1])
		bands = append(bands, Band{
			Min: limits[0], Max: limits[1], Count: count, Percent: Percent(count, total),
			New: r.New.between(limits[0], limits[1]), Known: r.Known.between(limits[0], limits[1]),
		})
	}
	return bands
}

// Reasons returns the exclusion reasons of a channel in the order in which reports show them.
func Reasons(channel Channel) []string {
	switch channel {
	case Mailing:
		return []string{"NO_EMAIL", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}
	case SMS:
		return []string{"NO_GSM", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}
	case Web:
		return nil
	default:
		return nil
	}
}

// ReferenceNames returns what a channel's references may be, so that missing ones can be shown as such.
func ReferenceNames(channel Channel) []string {
	switch channel {
	case Mailing:
		return []string{"or", "ctr", "delivery"}
	case SMS:
		return []string{"ctr", "delivery"}
	case Web:
		return []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
	default:
		return nil
	}
}
