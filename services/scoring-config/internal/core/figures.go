package core

// bandLimits are the bands of scores, lowest first.
var bandLimits = [5][2]int{{0, 20}, {21, 40}, {41, 60}, {61, 80}, {81, 100}}

// Scores is one count for each score from 0 to 100.
type Scores [101]int

// Band is one band of scores.
type Band struct {
	Min, Max, Count int
	// Percent of all scored, with two decimals, half up.
	Percent float64
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

// Average returns the mean score with two decimals, half up, and 0 when nobody was scored. Integers all the way, as in
// reports.
func (s *Scores) Average() float64 {
	sum := 0
	for score, count := range s {
		sum += score * count
	}
	return hundredths(sum, 100, s.Total())
}

// Bands returns the five bands.
func (s *Scores) Bands() []Band {
	bands := make([]Band, len(bandLimits))
	for i, limits := range bandLimits {
		count := s.between(limits[0], limits[1])
		bands[i] = Band{
			Min: limits[0], Max: limits[1], Count: count, Percent: hundredths(count, 10000, s.Total()),
		}
	}
	return bands
}

// hundredths returns part·scale/whole hundredths, half up, and 0 of nothing.
func hundredths(part, scale, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64((2*scale*part+whole)/(2*whole)) / 100
}

// Reasons returns why a channel leaves contacts out.
func Reasons(channel Channel) []string {
	switch channel {
	case Mailing:
		return []string{"NO_EMAIL", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}
	case SMS:
		return []string{"NO_GSM", "NO_CONSENT", "NOT_IN_GROUP", "NO_SENDING"}
	default:
		return nil
	}
}
