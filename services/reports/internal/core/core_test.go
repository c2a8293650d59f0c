package core_test

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/reports/internal/core"
)

func TestPercentsAndAveragesRoundHalfUp(t *testing.T) {
	require.InDelta(t, 33.33, core.Percent(1, 3), 0)
	require.InDelta(t, 66.67, core.Percent(2, 3), 0)
	require.InDelta(t, 0.01, core.Percent(1, 20000), 0, "0.005 is rounded up")
	require.InDelta(t, 0, core.Percent(0, 0), 0)
	var scores core.Scores
	require.InDelta(t, 0, scores.Average(), 0)
	scores[50], scores[51] = 1, 2
	require.InDelta(t, 50.67, scores.Average(), 0)
}

func TestBandsCoverEveryScoreOnce(t *testing.T) {
	r := &core.Result{}
	for score := range r.Scores {
		r.Scores[score], r.New[score] = 1, 1
	}
	total := 0
	for _, band := range r.Bands() {
		total += band.Count
		require.Equal(t, band.Count, band.New)
	}
	require.Equal(t, 101, total)
}

func TestOnlyKnownUIDsAreSummed(t *testing.T) {
	one := core.Summary{UID: "001", Histogram: []int32{3}, Excluded: map[string]int32{"NO_CONSENT": 2}}
	two := core.Summary{UID: "042", Histogram: []int32{4}, Excluded: map[string]int32{"NO_CONSENT": 5}}
	r, err := core.Sum([]core.Summary{one, two}, nil)
	require.NoError(t, err)
	require.Equal(t, [2]int{7, 7}, [2]int{r.Scores.Total(), r.ExcludedCount()})
	r, err = core.Sum([]core.Summary{one, two}, []string{"042"})
	require.NoError(t, err)
	require.Equal(t, [2]int{4, 5}, [2]int{r.Scores.Total(), r.ExcludedCount()})
	_, err = core.Sum([]core.Summary{one, two}, []string{"001", "007"})
	require.ErrorIs(t, err, core.ErrUID)
}

func TestCellsOfASpreadsheetRunNothing(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd": "'+cmd", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\tx": "'\tx", "\rx": "'\rx", "\x00x": "'\x00x",
		"＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x",
		"+48500000001": "+48500000001", "-12.5": "-12.5", "-7": "-7", "plain": "plain", "": "", "a=b": "a=b", "+048": "'+048", "+48 500": "'+48 500",
	} {
		require.Equal(t, want, core.Harmless(text), "%q", text)
	}
}

func TestEveryLineComesBackFromACSVReader(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("abcżó\"',;\n\r =+-@1 ")
	text := func() string {
		runes := make([]rune, random.IntN(8))
		for i := range runes {
			runes[i] = alphabet[random.IntN(len(alphabet))]
		}
		return string(runes)
	}
	w := core.NewWriter(',')
	var want []string
	for range 10_000 {
		line := core.Line{UID: "001", ExternalID: text(), Email: text(), Score: random.IntN(101)}
		want = append(want, core.Harmless(line.ExternalID), core.Harmless(line.Email))
		w.Append(&line)
	}
	// encoding/csv reads \r\n within quotes as \n, so the comparison does the same.
	rows, err := csv.NewReader(bytes.NewReader(w.Take())).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 10_001)
	for i, row := range rows[1:] {
		require.Equal(t, strings.ReplaceAll(want[2*i], "\r\n", "\n"), row[1])
		require.Equal(t, strings.ReplaceAll(want[2*i+1], "\r\n", "\n"), row[2])
	}
}

func TestPolishExcelGetsAByteOrderMark(t *testing.T) {
	require.True(t, bytes.HasPrefix(core.NewWriter(';').Take(), []byte("\xef\xbb\xbfuid;external_id;")))
	require.True(t, bytes.HasPrefix(core.NewWriter(',').Take(), []byte("uid,external_id,")))
}

func TestCellsAreReadAsTheEngineWritesThem(t *testing.T) {
	require.Equal(t, 77, core.ReadCell(core.Mailing, 77).Score)
	require.Equal(t, "NO_GSM", core.ReadCell(core.SMS, 204).Reason)
	require.Equal(t, "NO_EMAIL", core.ReadCell(core.Mailing, 204).Reason)
	require.True(t, core.ReadCell(core.Mailing, 255).Absent)
	known := core.ReadCell(core.Web, 128+70)
	require.Equal(t, 70, known.Score)
	require.True(t, *known.Known)
	require.False(t, *core.ReadCell(core.Web, 70).Known)
}
