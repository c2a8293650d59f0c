package reference

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/data"
)

const firstDay = 20_000

var (
	usual    = Rule{Open: 45, Click: 30, Delivery: 25, Percentile: 90}
	packages = filepath.Join("..", "..", "..", "..", "deploy", "postgres", "node_modules")
	home     = filepath.Join("..", "..", "clickhouse")
)

// TestMain serves DuckDB instead of running tests when OpenDuckDB starts this binary.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "duckdb" {
		if err := ServeDuckDB(context.Background(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// writeParquet writes the files of a set like the program gets them, and as Parquet for the references.
func writeParquet(t *testing.T, dir string, set *data.Set) {
	t.Helper()
	path := filepath.Join(dir, "rows.csv")
	file := func(write func(io.Writer) (int, error)) {
		var text bytes.Buffer
		_, err := write(&text)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	}
	file(set.WriteContacts)
	require.NoError(t, WriteContacts(t.Context(), dir, path))
	for from := 0; from < set.Days; from += WeekDays {
		file(func(w io.Writer) (int, error) { return set.WriteDays(w, from, min(from+WeekDays, set.Days)) })
		require.NoError(t, WriteWeek(t.Context(), dir, path, set, from/WeekDays))
	}
}

// openEngine starts DuckDB on the files of a set.
func openEngine(t *testing.T, dir string, set *data.Set) *Engine {
	t.Helper()
	writeParquet(t, dir, set)
	duck, err := OpenDuckDB(t.Context(), dir, 2, "1GB")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, duck.Close()) })
	return duck
}

func TestReferencesAgreeWithTheRules(t *testing.T) {
	server := startServer(t)
	for _, shape := range []data.Shape{data.Daily, data.Many, data.Own} {
		set, err := data.New(3, 3000, 30, firstDay, shape)
		require.NoError(t, err)
		dir := openFolder(t)
		duck, postgres := openEngine(t, dir, set), NewSQL(server.Pool, dir, "set_"+string(shape))
		for range 2 { // a second load changes nothing
			require.NoError(t, postgres.Load(t.Context(), set))
		}
		compareByTheRules(t, set, duck, postgres)
	}
}

func TestClickHouseAgreesWithTheRules(t *testing.T) {
	if err := FindClickHouse(home); err != nil {
		t.Skip(err)
	}
	for _, shape := range []data.Shape{data.Daily, data.Many, data.Own} {
		set, err := data.New(3, 3000, 30, firstDay, shape)
		require.NoError(t, err)
		dir := t.TempDir()
		writeParquet(t, dir, set)
		compareByTheRules(t, set, openClickHouse(t, dir))
	}
}

func TestClickHouseReportsErrors(t *testing.T) {
	_, err := OpenClickHouse(t.Context(), t.TempDir(), t.TempDir(), 2)
	require.ErrorContains(t, err, "run tools/task bench:clickhouse")
	if err := FindClickHouse(home); err != nil {
		t.Skip(err)
	}
	house := openClickHouse(t, t.TempDir())
	_, err = house.Run(t.Context(), Window{First: 1, Last: 2}, usual)
	require.ErrorContains(t, err, "count: ClickHouse: ", "no files are there")
	version, err := house.Version()
	require.NoError(t, err, "it goes on after an error")
	require.NotEmpty(t, version)
}

func openClickHouse(t *testing.T, dir string) *Engine {
	t.Helper()
	house, err := OpenClickHouse(t.Context(), home, dir, 2)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, house.Close()) })
	return house
}

// compareByTheRules computes several windows and configurations with the references.
func compareByTheRules(t *testing.T, set *data.Set, references ...runner) {
	t.Helper()
	var sendings []data.Sending
	for day := range set.Days {
		sendings = set.Chunk(sendings, day, 0)
	}
	people := make([]data.Contact, set.Contacts)
	for i := range people {
		people[i] = set.Contact(i)
	}
	for _, test := range []struct {
		days int
		rule Rule
	}{
		{30, usual},
		{14, usual},
		{14, Rule{Open: 10, Click: 80, Delivery: 10, Percentile: 80}},
		{1, Rule{Open: 100, Percentile: 95}},
		{14, Rule{Open: 20, Click: 20, Delivery: 60, Percentile: 100}},
	} {
		t.Run(fmt.Sprintf("shape %s, %d days, %+v", set.Shape, test.days, test.rule), func(t *testing.T) {
			last := firstDay + set.Days - 1
			w := Window{First: last - test.days + 1, Last: last}
			want := oracle(people, sendings, w, test.rule)
			compare(t, references, w, test.rule, want)
			scores := map[byte]bool{}
			for _, code := range want {
				scores[code] = true
			}
			for _, code := range []byte{NoConsent, NotInGroup, NoSending, NoAddress, 100} {
				require.True(t, scores[code], "the set has some of %d", code)
			}
		})
	}
}

type runner interface {
	Run(ctx context.Context, w Window, r Rule) (time.Duration, error)
	Scores(ctx context.Context) (path string, err error)
}

// Codes that replace a score.
const (
	NoConsent  = 201
	NotInGroup = 202
	NoSending  = 203
	NoAddress  = 204
	// Missing marks a visitor that a result does not contain.
	Missing = 255
)

func compare(t *testing.T, references []runner, w Window, rule Rule, want []byte) {
	t.Helper()
	for _, reference := range references {
		_, err := reference.Run(t.Context(), w, rule)
		require.NoError(t, err)
		path, err := reference.Scores(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, readScores(t, path, len(want)))
	}
}

// readScores reads a file of scores of a number of contacts or visitors.
func readScores(t *testing.T, path string, contacts int) []byte {
	t.Helper()
	db, err := openDuckDB()
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	rows, err := db.QueryContext(t.Context(), "SELECT contact, code FROM '"+path+"'")
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	codes := newCodes(contacts)
	for rows.Next() {
		var contact, code int
		require.NoError(t, rows.Scan(&contact, &code))
		require.EqualValues(t, Missing, codes[contact], "contact %d is there twice", contact)
		codes[contact] = byte(code)
	}
	require.NoError(t, rows.Err())
	return codes
}

func newCodes(contacts int) []byte { return bytes.Repeat([]byte{Missing}, contacts) }

// oracle applies the rules of the scoring page one by one.
func oracle(people []data.Contact, sendings []data.Sending, w Window, rule Rule) []byte {
	in := func(day int16) bool { return day != 0 && int(day) >= w.First && int(day) <= w.Last }
	type counts struct{ sent, delivered, opened, clicked int }
	of := make([]counts, len(people))
	for _, s := range sendings {
		if !in(s.Sent) {
			continue
		}
		c := &of[s.Contact]
		c.sent++
		clicked := in(s.Clicked)
		opened := clicked || in(s.Opened)
		if opened || in(s.Delivered) {
			c.delivered++
		}
		if opened {
			c.opened++
		}
		if clicked {
			c.clicked++
		}
	}
	codes := make([]byte, len(people))
	for i, p := range people {
		switch {
		case !p.Consent:
			codes[i] = NoConsent
		case p.Excluded:
			codes[i] = NotInGroup
		case of[i].sent == 0:
			codes[i] = NoSending
		case !p.Address:
			codes[i] = NoAddress
		}
	}
	type rate struct{ a, b int }
	rates := []struct {
		weight int
		of     func(counts) rate
	}{
		{rule.Delivery, func(c counts) rate { return rate{c.delivered, c.sent} }},
		{rule.Open, func(c counts) rate { return rate{c.opened, c.delivered} }},
		{rule.Click, func(c counts) rate { return rate{c.clicked, c.delivered} }},
	}
	sums := make([]int, len(people))
	for _, kind := range rates {
		var above []rate
		for i := range people {
			if r := kind.of(of[i]); codes[i] == 0 && r.a > 0 {
				above = append(above, r)
			}
		}
		if len(above) == 0 {
			continue
		}
		slices.SortFunc(above, func(x, y rate) int { return cmp.Compare(x.a*y.b, y.a*x.b) })
		reference := above[(len(above)*rule.Percentile+99)/100-1]
		for i := range people {
			if r := kind.of(of[i]); r.a > 0 {
				sums[i] += kind.weight * min(1_000_000, r.a*reference.b*1_000_000/(r.b*reference.a))
			}
		}
	}
	for i := range codes {
		if codes[i] == 0 {
			codes[i] = byte((sums[i] + 500_000) / 1_000_000)
		}
	}
	return codes
}
