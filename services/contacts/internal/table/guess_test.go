package table

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAColumnIsTheVerdictOnMachinesOnlyWhereItsValuesAreVerdicts(t *testing.T) {
	for _, name := range []string{"machine", "Machine ", "Maszyna", "Automat", "is_bot", "sg_machine_open"} {
		for _, c := range []struct {
			values []string
			want   string
		}{
			{[]string{"true", "false"}, "machine"},
			{[]string{"PRAWDA"}, "machine"},
			{[]string{"1", "0"}, "machine"},
			{nil, "machine"},
			{[]string{"Googlebot"}, ""},
			{[]string{"true", "paczkomat"}, ""},
			{[]string{"7"}, ""},
		} {
			require.Equal(t, c.want, guessedAs(name, c.values, nil), "%s %v", name, c.values)
		}
	}
	require.Equal(t, "machine", guessedAs("Bot", []string{"Googlebot"}, map[string]string{"Bot": "machine"}),
		"what somebody chose stands")
}

// guessedAs returns the guessed field of the only column of a file of engagement.
func guessedAs(name string, values []string, learned map[string]string) string {
	columns := slices.Repeat([]FileColumn{{Name: name, Examples: values}}, 1)
	Guess(KindEngagement, columns, learned, nil)
	return columns[0].Field
}

func TestANameOfTwoFieldsIsAnAddressEachTime(t *testing.T) {
	for range 100 {
		require.Equal(t, 2, named([]string{"clientid", "kampania"}))
	}
}
