package reference

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/data"
)

const header = "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason\n"

// compared compares a result of the program with that of a reference, which has the lines of the last argument.
func compared(t *testing.T, dir, channel, result, reference string) error {
	t.Helper()
	path := filepath.Join(dir, "result.csv")
	require.NoError(t, os.WriteFile(path, []byte(header+reference), 0o600))
	require.NoError(t, WriteResult(t.Context(), dir, path, channel))
	scores := filepath.Join(dir, "scores.parquet")
	require.NoError(t, os.Rename(filepath.Join(dir, "puls.parquet"), scores))
	require.NoError(t, os.WriteFile(path, []byte(header+result), 0o600))
	require.NoError(t, WriteResult(t.Context(), dir, path, channel))
	return Compare(t.Context(), dir, scores)
}

func TestEveryDifferenceOfContactsIsFound(t *testing.T) {
	set, err := data.New(1, 3, 1, firstDay, data.Daily)
	require.NoError(t, err)
	dir := t.TempDir()
	writeParquet(t, dir, set)
	line := func(i int, rest string) string {
		external, email := set.Names(i)
		return "001," + external + "," + email + ",,,," + rest + "\n"
	}
	good := line(0, "100,") + line(1, ",NO_CONSENT") + line(2, "0,")
	require.NoError(t, compared(t, dir, "mailing", good, good))
	other := line(2, "0,") + line(1, ",NO_CONSENT") + line(0, "100,")
	require.NoError(t, compared(t, dir, "mailing", other, good), "in any order")
	for bad, says := range map[string]string{
		line(0, "100,") + line(1, ",NO_EMAIL") + line(2, "1,"):    "on 2 contacts, first on contact 1 with 204 and 201",
		line(0, "100,") + line(2, "0,"):                           "on 1 contacts, first on contact 1 with nothing and 201",
		good + line(2, "0,"):                                      "on 2 contacts, first on contact 2 with 250 and 0",
		strings.Replace(good, ",100,", ",101,", 1):                "252 and 100",
		strings.Replace(good, ",100,", ",,", 1):                   "252 and 100",
		strings.Replace(good, "NO_CONSENT", "SOME_REASON", 1):     "251 and 201",
		strings.Replace(good, "@example.com", "@example.org", 1):  "with nothing and 100",
		strings.Replace(good, line(0, "100,"), line(0, "99,"), 1): "99 and 100",
	} {
		require.ErrorContains(t, compared(t, dir, "mailing", bad, good), says, bad)
	}
}

func TestEveryDifferenceOfVisitorsIsFound(t *testing.T) {
	set, err := data.NewLeads(1, 40, 10, 2, firstDay)
	require.NoError(t, err)
	dir := t.TempDir()
	writeParquet(t, dir, set)
	line := func(i int) string {
		external, email := "", ""
		contact, known := set.Known(i)
		if known {
			external, email = set.Names(contact)
		}
		return fmt.Sprintf("001,%s,%s,,%s,%t,7,\n", external, email, set.VisitorID(i), known)
	}
	good := ""
	for i := range 30 {
		good += line(i)
	}
	require.NoError(t, compared(t, dir, "web", good, good))
	require.Contains(t, good, ",true,")
	require.Contains(t, good, ",false,")
	for bad, says := range map[string]string{
		good + line(31):                                          "on 1 contacts, first on contact 31 with 7 and nothing",
		good + line(29):                                          "on 2 contacts, first on contact 29 with 250 and 7",
		strings.TrimSuffix(good, line(29)):                       "on 1 contacts, first on contact 29 with nothing and 7",
		strings.Replace(good, ",true,", ",false,", 1):            "253 and 7",
		strings.Replace(good, ",false,", ",true,", 1):            "253 and 7",
		strings.Replace(good, "@example.com", "@example.org", 1): "253 and 7",
		strings.Replace(good, ",7,", ",,NOT_IN_GROUP", 1):        "251 and 7",
	} {
		require.ErrorContains(t, compared(t, dir, "web", bad, good), says, bad)
	}
}
