package core

// What a scoring is chosen from, in the order of the interface.
var (
	// Percentiles are the places of the reference, in percent.
	Percentiles = [...]int{80, 85, 90, 95}
	// DayRanges are the analysis periods, in days.
	DayRanges = [...]int{14, 28, 42, 63, 91}
)

// What a scoring begins with.
const (
	DefaultPercentile = 90
	DefaultDayRange   = 14
)

// Defaults are the weights of a channel that carries messages, in whole percent and in the order of its weights.
type Defaults struct {
	// Custom are those that weights of one's own begin with.
	Custom []int
	// ByCategory are those of messages of each category, in their order. Equal shares of all give the custom ones.
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

// DefaultsOf returns the default weights of a channel that carries messages. They must not be changed.
func DefaultsOf(channel Channel) Defaults { return defaults[channel] }
