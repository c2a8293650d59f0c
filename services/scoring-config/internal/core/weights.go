package core

// The choices for a scoring, in the order of the interface.
var (
	// Percentiles are the percentiles of the reference.
	Percentiles = [...]int{80, 85, 90, 95}
	// DayRanges are the analysis periods, in days.
	DayRanges = [...]int{14, 28, 42, 63, 91}
)

// The defaults of a new scoring.
const (
	DefaultPercentile = 90
	DefaultDayRange   = 14
)

// Defaults are the default weights of a message channel, in whole percent and in the order of its weights.
type Defaults struct {
	// Custom are the initial custom weights.
	Custom []int
	// ByCategory are the weights for messages of each category, in the categories' order. Equal shares of all yield the
	// custom weights.
	ByCategory [][]int
}

var defaults = map[Channel]Defaults{
	Mailing: {
		Custom:     []int{45, 30, 25},
		ByCategory: [][]int{{40, 45, 15}, {55, 20, 25}, {40, 45, 15}, {50, 15, 35}, {40, 25, 35}},
	},
	SMS: {
		Custom:     []int{25, 75},
		ByCategory: [][]int{{20, 80}, {25, 75}, {45, 55}, {10, 90}},
	},
}

// DefaultsOf returns the default weights of a message channel. Callers must not change them.
func DefaultsOf(channel Channel) Defaults { return defaults[channel] }
