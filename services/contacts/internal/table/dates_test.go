package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/file"
)

func TestTheOrderOfDatesIsGuessedByTheirColumn(t *testing.T) {
	for dates, monthFirst := range map[string]bool{
		"06/18/2024 07/06/2024": true,
		"07/06/2024 06/18/2024": true,
		"18/06/2024 07/06/2024": false,
		"18/06/2024 06/18/2024": false,
		"07/06/2024":            false,
		"2024-06-18 18.06.2024": false,
	} {
		text := "e-mail;created;other\n"
		for date := range strings.SplitSeq(dates, " ") {
			text += "a@x.co;" + date + ";31/12/2024\n"
		}
		o := ReadOptions{Mapping: []string{"email", "created_at", ""}}
		for _, encoding := range []file.Encoding{file.UTF8, file.Windows1250} {
			head, err := ReadHead(KindContacts, FormatCSV, encoding, o, []byte(text))
			require.NoError(t, err)
			require.Equal(t, monthFirst, head.MonthFirst, dates)
		}
	}
}
