package engine_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// goldenFolders are the folders of the golden cases: the product's own, and those whose licences keep them outside the
// repository. The cases are read naively, as an importer would, and scored by the real engine.
func goldenFolders() []string {
	return []string{"../../../testdata/golden", "../../../../../shared/golden"}
}

type goldenCase struct {
	Timezone      string
	GeneratedDate string
	Config        struct {
		DaysAgo           int
		Mailing, SMS, Web *goldenChannel
	}
}

type goldenChannel struct {
	Weights     map[string]string
	Percentile  float64
	DataSources []goldenSource
}

type goldenSource struct {
	UID                            string
	IncludedAll                    bool
	IncludedGroups, ExcludedGroups []string
}

type goldenContact struct {
	uid, externalID, email, gsm string
	created                     string
	emailConsent, smsConsent    string
	groups                      map[string]bool
	number                      int
}

// goldenWorld is a case as read from its files.
type goldenWorld struct {
	t        *testing.T
	zone     *time.Location
	d        segment.Day
	contacts map[string][]*goldenContact // by uid
	find     map[string]*goldenContact   // by uid, column and value
	events   []map[string]string
	r        *rand.Rand
	counter  *counting.Counter
	scores   [][]string
	channels map[string]any
}

func readCSV(t *testing.T, name string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, cell := range row {
			m[rows[0][i]] = cell
		}
		out = append(out, m)
	}
	return out
}

func TestGoldenCases(t *testing.T) {
	eachGolden(t, runGolden)
}

func eachGolden(t *testing.T, run func(t *testing.T, folder string)) {
	t.Helper()
	folders := map[string]string{}
	for _, folder := range goldenFolders() {
		cases, err := filepath.Glob(filepath.Join(folder, "*", "case.json"))
		require.NoError(t, err)
		for _, file := range cases {
			folders[filepath.Base(filepath.Dir(file))] = filepath.Dir(file)
		}
	}
	require.GreaterOrEqual(t, len(folders), 5)
	for name, folder := range folders {
		t.Run(name, func(t *testing.T) { run(t, folder) })
	}
}

func runGolden(t *testing.T, folder string) {
	w, c := openGolden(t, folder)
	if c.Config.Mailing != nil {
		w.scoreChannel("mailing", c.Config.DaysAgo, c.Config.Mailing)
	}
	if c.Config.SMS != nil {
		w.scoreChannel("sms", c.Config.DaysAgo, c.Config.SMS)
	}
	if c.Config.Web != nil {
		w.scoreWeb(c.Config.DaysAgo, c.Config.Web)
	}
	w.compare(folder)
}

func openGolden(t *testing.T, folder string) (*goldenWorld, *goldenCase) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "case.json"))
	require.NoError(t, err)
	var c goldenCase
	require.NoError(t, json.Unmarshal(data, &c))
	w := &goldenWorld{t: t, r: rand.New(rand.NewPCG(8, 8)), counter: counting.NewCounter(), channels: map[string]any{}}
	w.zone, err = time.LoadLocation(c.Timezone)
	require.NoError(t, err)
	w.d = goldenDay(t, c.GeneratedDate)
	w.readContacts(readCSV(t, filepath.Join(folder, "contacts.csv")))
	w.events = readCSV(t, filepath.Join(folder, "events.csv"))
	return w, &c
}

func goldenDay(t *testing.T, date string) segment.Day {
	t.Helper()
	d, err := time.Parse(time.DateOnly, date)
	require.NoError(t, err)
	return segment.Day(d.Unix() / 86400)
}

func (w *goldenWorld) compare(folder string) {
	var want [][]string
	for _, r := range readCSV(w.t, filepath.Join(folder, "expected_scores.csv")) {
		want = append(want, []string{
			r["channel"], r["uid"], r["external_id"], r["email"], r["gsm"], r["visitor_id"],
			r["score"], r["excluded_reason"], r["sent"], r["delivered"], r["opened"], r["clicked"],
		})
	}
	require.ElementsMatch(w.t, want[:min(len(want), 500)], keep(w.scores, want[:min(len(want), 500)]))
	require.Len(w.t, w.scores, len(want))
	index := map[string]bool{}
	for _, row := range w.scores {
		index[strings.Join(row, "\x00")] = true
	}
	for _, row := range want {
		require.True(w.t, index[strings.Join(row, "\x00")], "missing %q", row)
	}
	data, err := os.ReadFile(filepath.Join(folder, "expected.json"))
	require.NoError(w.t, err)
	var expected struct{ Channels map[string]any }
	require.NoError(w.t, json.Unmarshal(data, &expected))
	got, err := json.Marshal(w.channels)
	require.NoError(w.t, err)
	wanted, err := json.Marshal(expected.Channels)
	require.NoError(w.t, err)
	require.JSONEq(w.t, string(wanted), string(got))
}

// keep returns the rows whose identity occurs in want, for a readable difference.
func keep(rows, want [][]string) [][]string {
	ids := map[string]bool{}
	for _, r := range want {
		ids[strings.Join(r[:6], "\x00")] = true
	}
	var out [][]string
	for _, r := range rows {
		if ids[strings.Join(r[:6], "\x00")] {
			out = append(out, r)
		}
	}
	return out
}

func (w *goldenWorld) readContacts(rows []map[string]string) {
	w.contacts, w.find = map[string][]*goldenContact{}, map[string]*goldenContact{}
	for _, row := range rows {
		c := w.contact(row)
		if c == nil {
			// Numbers are far apart, so that a case fills several chunks.
			c = &goldenContact{uid: row["uid"], groups: map[string]bool{}, number: len(w.contacts[row["uid"]]) * 53}
			w.contacts[c.uid] = append(w.contacts[c.uid], c)
		}
		for field, value := range map[*string]string{
			&c.externalID: row["external_id"], &c.email: strings.ToLower(row["email"]), &c.gsm: row["gsm"],
			&c.created: row["created_at"], &c.emailConsent: row["email_consent"], &c.smsConsent: row["sms_consent"],
		} {
			if value != "" {
				*field = value
			}
		}
		for _, g := range strings.Split(row["groups"], "|") {
			c.groups[g] = true
		}
		w.find[c.uid+" external_id "+c.externalID] = c
		w.find[c.uid+" email "+c.email] = c
		w.find[c.uid+" gsm "+c.gsm] = c
	}
}

// contact returns the contact that a row names: the first of its addresses decides.
func (w *goldenWorld) contact(row map[string]string) *goldenContact {
	for _, column := range []string{"external_id", "email", "gsm"} {
		if value := row[column]; value != "" {
			if column == "email" {
				value = strings.ToLower(value)
			}
			return w.find[row["uid"]+" "+column+" "+value]
		}
	}
	return nil
}

func (w *goldenWorld) day(at string) segment.Day {
	when, err := time.Parse(time.RFC3339Nano, at)
	require.NoError(w.t, err)
	y, m, d := when.In(w.zone).Date()
	return segment.Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

func hashID(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64() * 0x9e3779b97f4a7c15 // an odd number, as the engine mixes keys
}

// segments turns facts by chunk into several batches, half of them merged.
func (w *goldenWorld) segments(form segment.Form, facts []oracle.Fact) []segment.Segment {
	if len(facts) == 0 {
		return nil
	}
	parts := oracle.Deal(w.t, w.r, form, facts, 5)
	var m segment.Merger
	merged, err := m.Merge(parts[:len(parts)/2])
	require.NoError(w.t, err)
	return append(oracle.OpenAll(w.t, merged), parts[len(parts)/2:]...)
}

func (s *goldenSource) allows(groups map[string]bool) bool {
	included := s.IncludedAll
	for _, g := range s.IncludedGroups {
		included = included || groups[g]
	}
	for _, g := range s.ExcludedGroups {
		included = included && !groups[g]
	}
	return included
}

func (w *goldenWorld) isNew(created string) bool {
	if created == "" {
		return false
	}
	d := w.day(created)
	return d >= w.d-14 && d < w.d
}

func percentOf(t *testing.T, weights map[string]string, name string) int {
	t.Helper()
	if weights[name] == "" {
		return 0
	}
	f, err := strconv.ParseFloat(weights[name], 64)
	require.NoError(t, err)
	return int(f*100 + 0.5)
}

func hundredths(n uint64) float64 { return float64(n) / 100 }

func rateOrNil(r scoring.Rate) any {
	if r.Den == 0 {
		return nil
	}
	return r.String()
}

func bandBounds(i int) (low, high int) {
	return []int{0, 21, 41, 61, 81}[i], 20 * (i + 1)
}

func countText(n uint32) string { return fmt.Sprint(n) }
