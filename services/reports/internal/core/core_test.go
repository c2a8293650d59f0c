package core_test

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/figure"
	"puls.app/services/kit/sheet"
	"puls.app/services/reports/internal/core"
)

func TestOnlyUIDsOfTheResultAreSummed(t *testing.T) {
	part := func(uid core.UID, scored, excluded int) core.Part {
		return core.Part{UID: uid, Figures: core.Figures{
			Scored: figure.Tally{Bands: figure.Bands{scored}, Sum: 10 * scored}, New: figure.Bands{1},
			Excluded: map[string]int{"NO_CONSENT": excluded},
		}}
	}
	r := &core.Result{Parts: []core.Part{part("001", 3, 2), part("042", 4, 5)}}
	all, err := r.Of(nil)
	require.NoError(t, err)
	require.Equal(t, part("", 7, 7).Scored, core.Sum(all).Scored)
	require.Equal(t, 7, core.Sum(all).ExcludedCount())
	require.Equal(t, figure.Bands{2}, core.Sum(all).New)
	some, err := r.Of([]core.UID{"042"})
	require.NoError(t, err)
	require.Equal(t, [2]int{4, 5}, [2]int{core.Sum(some).Scored.Total(), core.Sum(some).ExcludedCount()})
	_, err = r.Of([]core.UID{"001", "007"})
	require.ErrorIs(t, err, core.ErrUID)
}

func TestVisitorsAreKnownOrUnknown(t *testing.T) {
	all := figure.Tally{Bands: figure.Bands{5, 3}, Sum: 90}
	known := figure.Tally{Bands: figure.Bands{2, 1}, Sum: 40}
	r := &core.Result{Parts: []core.Part{{Figures: core.Figures{Scored: all, Known: known}}}}
	part := r.Only(core.KnownVisitors).Parts[0]
	require.Equal(t, [2]figure.Tally{known, known}, [2]figure.Tally{part.Scored, part.Known})
	part = r.Only(core.UnknownVisitors).Parts[0]
	require.Equal(t, figure.Tally{Bands: figure.Bands{3, 2}, Sum: 50}, part.Scored)
	require.Zero(t, part.Known)
	require.Equal(t, [2]figure.Tally{all, known}, [2]figure.Tally{r.Parts[0].Scored, r.Parts[0].Known}, "as it was")
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
	w := core.CSV(',', "").NewTable(false)
	var want []string
	for range 10_000 {
		line := core.Line{UID: "001", ExternalID: text(), Email: text(), Score: random.IntN(101)}
		want = append(want, sheet.Harmless(line.ExternalID), sheet.Harmless(line.Email))
		require.NoError(t, w.Append(&line))
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

func TestCellsOfAnExportAreHarmlessInSpreadsheets(t *testing.T) {
	w := core.CSV(',', "").NewTable(false)
	require.NoError(t, w.Append(&core.Line{
		UID: "001", ExternalID: "+048", Email: "\n=1", GSM: "+48500000001", VisitorID: "@x",
	}))
	rows, err := csv.NewReader(bytes.NewReader(w.Take())).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"'+048", "'\n'=1", "+48500000001", "'@x"}, rows[1][1:5])
}

func TestPolishExcelGetsAByteOrderMark(t *testing.T) {
	require.True(t, bytes.HasPrefix(core.CSV(';', "").NewTable(false).Take(), []byte("\xef\xbb\xbfuid;external_id;")))
	require.True(t, bytes.HasPrefix(core.CSV(',', "").NewTable(false).Take(), []byte("uid,external_id,")))
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

func TestAnExportSpeaksALanguageWhenItIsAskedTo(t *testing.T) {
	known := true
	for language, want := range map[string]string{
		"": "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason\r\n" +
			"001,,,,,true,7,\r\n001,,,,,,,NO_CONSENT\r\n",
		"en": "UID,External ID,E-mail,Phone,Visitor ID,Known,Score,Reason for exclusion\r\n" +
			"001,,,,,yes,7,\r\n001,,,,,,,No consent\r\n",
		"pl": "UID,Identyfikator zewnętrzny,E-mail,Telefon," +
			"Identyfikator odwiedzającego,Rozpoznany,Ocena,Powód wykluczenia\r\n" +
			"001,,,,,tak,7,\r\n001,,,,,,,Brak zgody\r\n",
	} {
		w := core.CSV(',', language).NewTable(false)
		require.NoError(t, w.Append(&core.Line{UID: "001", Score: 7, Known: &known}))
		require.NoError(t, w.Append(&core.Line{UID: "001", Score: -1, Reason: "NO_CONSENT"}))
		require.Equal(t, want, string(w.Take()))
	}
}

func TestAFileIsNamedAfterItsScoringChannelAndDay(t *testing.T) {
	s := &core.Result{Key: core.Key{Channel: core.SMS, Date: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)}}
	plain := core.CSV(',', "")
	require.Equal(t, "scoring - sms - 2026-11-02.csv", core.FileName(s, time.Time{}, plain))
	s.Config = &core.Config{Name: "../Zażółć \"100%\"\n"}
	require.Equal(t, "Zażółć 100% - sms - 2026-11-02.csv", core.FileName(s, time.Time{}, plain))
	week := s.Date.AddDate(0, 0, -7)
	require.Equal(t, "Zażółć 100% – oceny SMS – 2026-11-02.csv", core.FileName(s, time.Time{}, core.CSV(';', "pl")))
	require.Equal(t, "Zażółć 100% – SMS score changes – 2026-10-26 – 2026-11-02.csv",
		core.FileName(s, week, core.CSV(',', "en")))
	require.Equal(t,
		`attachment; filename="Za____ 100_ - sms - 2026-11-02.csv"; `+
			`filename*=UTF-8''Za%C5%BC%C3%B3%C5%82%C4%87%20100%25%20-%20sms%20-%202026-11-02.csv`,
		core.Disposition("Zażółć 100% - sms - 2026-11-02.csv"))
}

func TestAScoringHasChangedWhenItWouldCalculateOtherwise(t *testing.T) {
	made := core.Config{
		Version: 1, Name: "Then", DaysAgo: 28, Percentile: 90, Weights: map[string]int{"ctr": 25, "delivery": 75, "or": 0},
		Sources: []core.Source{
			{UID: "002", Included: []core.Group{{ID: 2, Name: "two"}, {ID: 1}}}, {UID: "001", IncludedAll: true},
		},
	}
	same := core.Config{
		Version: 7, Name: "Now", DaysAgo: 28, Percentile: 90, Weights: map[string]int{"ctr": 25, "delivery": 75},
		Sources: []core.Source{
			{UID: "001", IncludedAll: true, Included: []core.Group{{ID: 9}}},
			{UID: "002", Included: []core.Group{{ID: 1}, {ID: 2}}},
		},
	}
	require.True(t, made.Same(same))
	for name, change := range map[string]func(*core.Config){
		"period": func(c *core.Config) { c.DaysAgo = 14 }, "percentile": func(c *core.Config) { c.Percentile = 80 },
		"weights": func(c *core.Config) { c.Weights = map[string]int{"ctr": 30, "delivery": 70} },
		"groups":  func(c *core.Config) { c.Sources[1].Included = c.Sources[1].Included[:1] },
		"uids":    func(c *core.Config) { c.Sources = c.Sources[:1] },
	} {
		changed := same
		changed.Sources = slices.Clone(same.Sources)
		change(&changed)
		require.False(t, made.Same(changed), name)
	}
}
