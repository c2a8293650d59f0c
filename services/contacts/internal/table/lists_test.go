package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTagsOfOtherToolsAreSplit(t *testing.T) {
	for cell, want := range map[string][]string{
		`"VIP","Klub"`: {"VIP", "Klub"}, `"VIP","Klub, Łódź"`: {"VIP", "Klub, Łódź"}, "VIP, Klub": {"VIP", " Klub"},
		"VIP; Klub": {"VIP", " Klub"}, "VIP|Klub": {"VIP", "Klub"}, "A, B|C": {"A, B", "C"}, "A, B; C": {"A, B", " C"},
		"VIP": {"VIP"}, `"VIP"`: {"VIP"},
	} {
		list, separator := plainTags(cell)
		require.Equal(t, want, strings.Split(list, separator), cell)
	}
}

func TestNumbersOfSpreadsheetsAreRead(t *testing.T) {
	for text, want := range map[string][2]string{
		"1 234,50": {"1234.50", "1234.50"}, "1\u00a0234,50": {"1234.50", "1234.50"}, "1\u202f234": {"1234", "1234"},
		"27.78%": {"27.78", "27.78"}, "27,78 %": {"27.78", "27.78"}, "1,234.50": {"1234.50", "1234.50"},
		"1.234,50": {"1234.50", "1234.50"}, "12,5": {"12.5", "12.5"}, "1,750": {"1.750", "1750"},
		"1,234,567.5": {"1234567.5", "1234567.5"}, "x": {"x", "x"},
	} {
		require.Equal(t, want, [2]string{plainNumber(text, true), plainNumber(text, false)}, text)
	}
}
