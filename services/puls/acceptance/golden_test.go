package acceptance

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

// goldenCase is one folder of ../shared/golden.
type goldenCase struct {
	dir string
	// fills are the properties that receive the scores, by channel and uid; nil without any.
	fills         map[string]map[string]int
	Timezone      string `json:"timezone"`
	GeneratedDate string `json:"generatedDate"`
	Config        struct {
		DaysAgo int            `json:"daysAgo"`
		Mailing *goldenChannel `json:"mailing"`
		SMS     *goldenChannel `json:"sms"`
		Web     *goldenChannel `json:"web"`
	} `json:"config"`
	Expected struct {
		Window   struct{ First, Last string }
		Channels map[string]goldenExpected `json:"channels"`
	}
}

type goldenChannel struct {
	Weights     map[string]string `json:"weights"`
	Percentile  float64           `json:"percentile"`
	DataSources []struct {
		UID            string   `json:"uid"`
		IncludedAll    bool     `json:"includedAll"`
		IncludedGroups []string `json:"includedGroups"`
		ExcludedGroups []string `json:"excludedGroups"`
	} `json:"dataSources"`
}

type goldenExpected struct {
	Reference    map[string]any `json:"reference"`
	Count        int            `json:"count"`
	KnownCount   int            `json:"knownCount"`
	UnknownCount int            `json:"unknownCount"`
	AvgScoring   float64        `json:"avgScoring"`
	Bands        []struct {
		Min     int     `json:"scoringMin"`
		Max     int     `json:"scoringMax"`
		Count   int     `json:"count"`
		Value   float64 `json:"value"`
		New     int     `json:"new14"`
		Known   int     `json:"knownCount"`
		Unknown int     `json:"unknownCount"`
	} `json:"bands"`
	Exclusions *struct {
		ExcludedCount      int     `json:"excludedCount"`
		NotExcludedCount   int     `json:"notExcludedCount"`
		ExcludedPercent    float64 `json:"excludedPercent"`
		NotExcludedPercent float64 `json:"notExcludedPercent"`
		Reasons            map[string]struct {
			Count   int     `json:"count"`
			Percent float64 `json:"percent"`
		} `json:"reasons"`
	} `json:"exclusions"`
}

// goldenDirs returns the cases by name: the product's own, and those outside the project, whose licences exclude them.
func goldenDirs(t *testing.T) map[string]string {
	t.Helper()
	own, err := filepath.Glob(filepath.Join("..", "..", "testdata", "golden", "*", "case.json"))
	require.NoError(t, err)
	require.NotEmpty(t, own)
	outside, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "golden", "*", "case.json"))
	require.NoError(t, err)
	if len(outside) == 0 {
		t.Log("../shared/golden is missing: the cases from outside are skipped")
	}
	dirs := map[string]string{}
	for _, file := range append(outside, own...) {
		dirs[filepath.Base(filepath.Dir(file))] = filepath.Dir(file)
	}
	return dirs
}

func readGolden(t *testing.T, dir string) *goldenCase {
	t.Helper()
	g := &goldenCase{dir: dir}
	require.NoError(t, json.Unmarshal(g.file(t, "case.json"), g))
	require.NoError(t, json.Unmarshal(g.file(t, "expected.json"), &g.Expected))
	return g
}

func (g *goldenCase) file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(g.dir, name))
	require.NoError(t, err)
	return data
}

func TestGoldenCasesComeOutExactlyThroughTheAPI(t *testing.T) {
	p := shared(t)
	cases := goldenDirs(t)
	for name, dir := range cases {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			t.Run("in the order of the file", func(t *testing.T) {
				g.prove(t, p.createFor, name+"-once", g.contactsFirst([][]byte{g.file(t, "events.csv")}))
			})
			t.Run("split, shuffled and sent twice", func(t *testing.T) {
				g.prove(t, p.createFor, name+"-twice", g.contactsFirst(shuffled(g.file(t, "events.csv"))))
			})
		})
	}
	figure(t, "%d cases, each in order and shuffled with every row twice: 0 values differ", len(cases))
}

func TestAVisitorIsKnownOnceTheContactIsThere(t *testing.T) {
	p := shared(t)
	g := readGolden(t, goldenDirs(t)["web"])
	g.prove(t, p.createFor, "web-early", func(t *testing.T, c *client) {
		t.Helper()
		for _, part := range shuffled(g.file(t, "events.csv")) {
			require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(part)).State)
		}
		g.uploadContacts(t, c)
	})
}

// contactsFirst sends the contacts, then the events.
func (g *goldenCase) contactsFirst(events [][]byte) func(*testing.T, *client) {
	return func(t *testing.T, c *client) {
		t.Helper()
		g.uploadContacts(t, c)
		for _, part := range events {
			require.Equal(t, "done", c.upload("engagement", "text/csv", bytes.NewReader(part)).State)
		}
	}
}

func (g *goldenCase) uploadContacts(t *testing.T, c *client) {
	t.Helper()
	contacts := c.upload("contacts", "text/csv", bytes.NewReader(g.file(t, "contacts.csv")))
	require.Equal(t, "done", contacts.State)
	require.Zero(t, contacts.Refused, "%v", contacts.Errors)
}

// shuffled splits a file into five of random lines, each of which occurs twice.
func shuffled(events []byte) [][]byte {
	lines := strings.Split(strings.TrimRight(string(events), "\n"), "\n")
	header, rows := lines[0], lines[1:]
	random := rand.New(rand.NewPCG(1, 2))
	var parts [][]byte
	for range 2 {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for part := range slices.Chunk(rows, len(rows)/5+1) {
			parts = append(parts, []byte(header+"\n"+strings.Join(part, "\n")+"\n"))
		}
	}
	return parts
}

// createAccount makes an account in any installation, and signs its user in.
type createAccount func(t *testing.T, email, timezone string, uids ...string) *client

// prove runs the case in an account of its own and compares every figure.
func (g *goldenCase) prove(t *testing.T, create createAccount, name string, send func(*testing.T, *client)) {
	t.Helper()
	c := create(t, name+"@example.com", g.Timezone, g.uids()...)
	send(t, c)
	id := g.createScoring(c)
	for _, channel := range c.calculate(id, g.GeneratedDate) {
		require.Equal(t, "done", channel["stage"], "%v", channel)
	}
	for scoringType := range g.Expected.Channels {
		require.Equal(t, []string{g.GeneratedDate}, c.dates(id, scoringType), "a report is there when progress says done")
	}
	for scoringType := range g.Expected.Channels {
		g.comparePartitions(t, c, id, scoringType)
		g.compareExclusions(t, c, id, scoringType)
		g.compareScores(t, c, id, scoringType)
	}
	g.proveFigures(t, c, id)
}

func (g *goldenCase) channels() map[string]*goldenChannel {
	return map[string]*goldenChannel{"mailing": g.Config.Mailing, "sms": g.Config.SMS, "web": g.Config.Web}
}

func (g *goldenCase) uids() []string {
	var uids []string
	for _, channel := range g.channels() {
		if channel == nil {
			continue
		}
		for _, source := range channel.DataSources {
			if !slices.Contains(uids, source.UID) {
				uids = append(uids, source.UID)
			}
		}
	}
	slices.Sort(uids)
	return uids
}

// keepGroupsApart makes an empty group in each uid of which the case includes all groups. Without it, by the
// specification, they would be the whole uid, but the case means its groups.
func (g *goldenCase) keepGroupsApart(c *client) {
	c.t.Helper()
	groups := c.groups()
	for _, channel := range g.channels() {
		if channel == nil {
			continue
		}
		for _, source := range channel.DataSources {
			if len(source.IncludedGroups) == len(groups[source.UID]) && len(source.IncludedGroups) > 0 {
				c.call(http.MethodPost, "protected/saresystem/groups", object{"uid": source.UID, "name": "empty"}, nil)
				groups = c.groups()
			}
		}
	}
}

// createScoring makes the scoring as a draft and activates it.
func (g *goldenCase) createScoring(c *client) string {
	c.t.Helper()
	g.keepGroupsApart(c)
	groups := c.groups()
	config := object{"daysAgo": g.Config.DaysAgo}
	for name, channel := range g.channels() {
		if channel == nil {
			config[name] = nil
			continue
		}
		var sources []object
		for _, source := range channel.DataSources {
			ids := func(names []string) []int {
				list := []int{}
				for _, name := range names {
					require.Contains(c.t, groups[source.UID], name)
					list = append(list, groups[source.UID][name])
				}
				return list
			}
			sources = append(sources, object{
				"uid": source.UID, "includedAll": source.IncludedAll,
				"includedGroupIds": ids(source.IncludedGroups), "excludedGroupIds": ids(source.ExcludedGroups),
			})
		}
		part := object{"weights": channel.Weights, "percentile": channel.Percentile, "dataSources": sources}
		if g.fills != nil {
			part["exportToProperty"] = object{"properties": g.properties(name)}
		}
		config[name] = part
	}
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Golden case", "config": config}, &created)
	c.call(http.MethodPost, "protected/scoring/scorings/"+created.ID+":setStatus", object{"newStatus": 2}, nil)
	return created.ID
}

func (g *goldenCase) query(scoringType string) string {
	return query(url.Values{"scoringType": {scoringType}, "generatedDate": {g.GeneratedDate}})
}

func (g *goldenCase) comparePartitions(t *testing.T, c *client, id, scoringType string) {
	t.Helper()
	var got struct {
		Items []struct {
			ScoringMin, ScoringMax, EmailCount, NewCount int
			Value                                        float64
			Known, Unknown, All                          *struct{ Count int }
		}
		EmailCount, KnownCount, UnknownCount int
		AvgScoring                           float64
		References                           map[string]any
	}
	c.call(http.MethodGet, "protected/scoring/scorings/"+id+":partitionSummary"+g.query(scoringType), nil, &got)
	want := g.Expected.Channels[scoringType]
	require.Equal(t, want.Count, got.EmailCount)
	require.InDelta(t, want.AvgScoring, got.AvgScoring, 0)
	require.Equal(t, want.Reference, got.References)
	require.Len(t, got.Items, len(want.Bands))
	for i, band := range want.Bands {
		item := got.Items[i]
		require.Equal(t, [3]int{band.Min, band.Max, band.Count}, [3]int{item.ScoringMin, item.ScoringMax, item.EmailCount})
		require.InDelta(t, band.Value, item.Value, 0)
		if scoringType == "web" {
			require.Equal(
				t, [3]int{band.Known, band.Unknown, band.Count}, [3]int{item.Known.Count, item.Unknown.Count, item.All.Count},
			)
			continue
		}
		require.Equal(t, band.New, item.NewCount)
		require.Nil(t, item.Known)
	}
	if scoringType == "web" {
		require.Equal(t, [2]int{want.KnownCount, want.UnknownCount}, [2]int{got.KnownCount, got.UnknownCount})
	}
}

func (g *goldenCase) compareExclusions(t *testing.T, c *client, id, scoringType string) {
	t.Helper()
	var got struct {
		ExcludedPercent, NotExcludedPercent       float64
		ExcludedEmailCount, NotExcludedEmailCount int
		ExcludedReasons                           map[string]struct {
			EmailCount int
			Percent    float64
		}
	}
	c.call(http.MethodGet, "protected/scoring/scorings/"+id+":excludedReasonsSummary"+g.query(scoringType), nil, &got)
	want := g.Expected.Channels[scoringType].Exclusions
	if want == nil {
		require.Zero(t, got.ExcludedEmailCount)
		require.Empty(t, got.ExcludedReasons)
		return
	}
	require.Equal(
		t, [2]int{want.ExcludedCount, want.NotExcludedCount}, [2]int{got.ExcludedEmailCount, got.NotExcludedEmailCount},
	)
	require.InDelta(t, want.ExcludedPercent, got.ExcludedPercent, 0)
	require.InDelta(t, want.NotExcludedPercent, got.NotExcludedPercent, 0)
	require.Len(t, got.ExcludedReasons, 4, "every reason of the channel is told, zeros too")
	for reason, figures := range got.ExcludedReasons {
		require.Equal(t, want.Reasons[reason].Count, figures.EmailCount, reason)
		require.InDelta(t, want.Reasons[reason].Percent, figures.Percent, 0, reason)
	}
}

// compareScores downloads the CSV and compares it with every expected row.
func (g *goldenCase) compareScores(t *testing.T, c *client, id, scoringType string) {
	t.Helper()
	body, err := json.Marshal(
		object{"scoringType": scoringType, "generatedDate": g.GeneratedDate, "includeExcluded": true},
	)
	require.NoError(t, err)
	status, data := c.do(
		http.MethodPost, "protected/scoring/scorings/"+id+":exportToCsv", "application/json", bytes.NewReader(body),
	)
	require.Equal(t, http.StatusOK, status, "%s", data)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "uid,external_id,email,gsm,visitor_id,known,score,excluded_reason", strings.Join(rows[0], ","))
	got := []string{}
	for _, row := range rows[1:] {
		got = append(got, strings.Join([]string{row[0], row[1], row[2], row[3], row[4], row[6], row[7]}, "|"))
	}
	table := c.send(http.MethodPost, "protected/scoring/scorings/"+id+":exportToCsv", string(body), "Accept", parquetType)
	require.Equal(t, parquetType, table.header.Get("Content-Type"), "%s", table.body)
	require.Equal(t, got, parquetRows(t, table.body))
	want := []string{}
	expected, err := csv.NewReader(bytes.NewReader(g.file(t, "expected_scores.csv"))).ReadAll()
	require.NoError(t, err)
	for _, row := range expected[1:] {
		if row[0] == scoringType {
			want = append(want, strings.Join(row[1:8], "|"))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	require.Equal(t, want, got)
}

const parquetType = "application/vnd.apache.parquet"

// parquetRows reads a download like another program does: without known, absent values as empty texts.
func parquetRows(t *testing.T, file []byte) []string {
	t.Helper()
	people, err := parquet.Read[struct {
		UID      string `parquet:"uid"`
		External string `parquet:"external_id,optional"`
		Email    string `parquet:"email,optional"`
		GSM      string `parquet:"gsm,optional"`
		Visitor  string `parquet:"visitor_id,optional"`
		Score    *int32 `parquet:"score,optional"`
		Reason   string `parquet:"excluded_reason,optional"`
	}](bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	rows := []string{}
	for _, p := range people {
		score := ""
		if p.Score != nil {
			score = strconv.Itoa(int(*p.Score))
		}
		rows = append(rows, strings.Join([]string{p.UID, p.External, p.Email, p.GSM, p.Visitor, score, p.Reason}, "|"))
	}
	return rows
}
