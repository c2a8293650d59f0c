package file

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pieces is a source that returns a text in the pieces that it was cut into.
type pieces [][]byte

func (p *pieces) Append(text []byte) ([]byte, error) {
	if len(*p) == 0 {
		return text, io.EOF
	}
	text = append(text, (*p)[0]...)
	*p = (*p)[1:]
	return text, nil
}

func whole(text string) *pieces { return &pieces{[]byte(text)} }

// cutAt cuts a text into pieces of the lengths that next returns.
func cutAt(text []byte, next func() int) *pieces {
	var p pieces
	for len(text) > 0 {
		n := min(max(next(), 1), len(text))
		p = append(p, text[:n])
		text = text[n:]
	}
	return &p
}

type found struct {
	line   int
	defect *Defect
	fields string
	text   string
}

type stop struct {
	rows, lines int
	position    int64
}

// scan returns all rows and, after each window, the counts and the position so far.
func scan(t testing.TB, s Scanner) (rows []found, stops []stop) {
	t.Helper()
	for s.Fill() {
		for s.Next() {
			r := s.Row()
			f := found{line: r.Line, defect: r.Defect, text: string(r.Text)}
			if r.Defect == nil {
				f.fields = fmt.Sprintf("%q", r.Fields)
			}
			rows = append(rows, f)
		}
		stops = append(stops, stop{len(rows), s.Lines(), s.Position()})
	}
	require.NoError(t, s.Err())
	return rows, stops
}

func threeColumns(source Source, start Start) Scanner {
	return NewCSV(source, start, ',', []int{0, 1, 2}, 3)
}

func threeKeys(source Source, start Start) Scanner {
	return NewNDJSON(source, start, map[string]int{"a": 0, "b": 1, "c": 2}, 3)
}

func TestRowsOfCSV(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []found
	}{
		"plain": {
			"1,2,3\n4,5,6\n", []found{{1, nil, `["1" "2" "3"]`, "1,2,3"}, {2, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"no end of line": {"1,2,3", []found{{1, nil, `["1" "2" "3"]`, "1,2,3"}}},
		"carriage returns": {
			"1,2,3\r\n4,5,6\n7,8,9\r\n",
			[]found{{1, nil, `["1" "2" "3"]`, "1,2,3"}, {2, nil, `["4" "5" "6"]`, "4,5,6"}, {3, nil, `["7" "8" "9"]`, "7,8,9"}},
		},
		"blank lines": {"\n\r\n1,2,3\n\n", []found{{3, nil, `["1" "2" "3"]`, "1,2,3"}}},
		"nothing in it": {
			",,\n1,2,3\n , \t,\r\n\"\",,\"\"\n,,,,,\n4,5,6\n,\",\n,,",
			[]found{{2, nil, `["1" "2" "3"]`, "1,2,3"}, {6, nil, `["4" "5" "6"]`, "4,5,6"}, {7, UnclosedQuote, "", `,",`}},
		},
		"quotes": {`"a ""b"", c",2,""` + "\n", []found{{1, nil, `["a \"b\", c" "2" ""]`, `"a ""b"", c",2,""`}}},
		"a break in quotes": {
			"\"a\r\nb\",2,3\n4,5,6\n",
			[]found{{1, nil, `["a\r\nb" "2" "3"]`, "\"a\r\nb\",2,3"}, {3, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"quoted last": {
			"1,2,\"3\"\r\n4,5,\"6\"", []found{{1, nil, `["1" "2" "3"]`, `1,2,"3"`}, {2, nil, `["4" "5" "6"]`, `4,5,"6"`}},
		},
		"too few": {"1,2\n4,5,6\n", []found{{1, WrongColumns, "", "1,2"}, {2, nil, `["4" "5" "6"]`, "4,5,6"}}},
		"too many": {
			"1,2,3,4\n4,5,6\n", []found{{1, WrongColumns, "", "1,2,3,4"}, {2, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"stray quote": {
			"1,2\"x,3\n4,5,6\n", []found{{1, StrayQuote, "", `1,2"x,3`}, {2, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"text after quotes": {
			"1,\"2\"x,3\n4,5,6\n", []found{{1, StrayQuote, "", `1,"2"x,3`}, {2, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"unclosed quote": {
			"1,\"2,3\n4,5,6\n7,8,9\n",
			[]found{{1, UnclosedQuote, "", `1,"2,3`}, {2, nil, `["4" "5" "6"]`, "4,5,6"}, {3, nil, `["7" "8" "9"]`, "7,8,9"}},
		},
		"unclosed, then good": {
			"1,\"2,3\n4,\"5\",6\n", []found{{1, StrayQuote, "", `1,"2,3`}, {2, nil, `["4" "5" "6"]`, `4,"5",6`}},
		},
		"a zero byte": {
			"1,\x00,3\n4,5,6\n", []found{{1, BadCharacter, "", "1,\x00,3"}, {2, nil, `["4" "5" "6"]`, "4,5,6"}},
		},
		"bad encoding": {
			"1,\xb3,3\n4,ł,6\n", []found{{1, BadEncoding, "", "1,\xb3,3"}, {2, nil, `["4" "ł" "6"]`, "4,ł,6"}},
		},
		"a bare return": {"1,a\rb,3\n", []found{{1, nil, `["1" "a\rb" "3"]`, "1,a\rb,3"}}},
		"nothing":       {"", nil},
	} {
		t.Run(name, func(t *testing.T) {
			rows, _ := scan(t, threeColumns(whole(c.text), Start{}))
			require.Equal(t, c.want, rows)
		})
	}
}

func TestABareReturnMakesARowRough(t *testing.T) {
	s := threeColumns(whole("1,a\rb,3\n"), Start{})
	require.True(t, s.Fill())
	require.True(t, s.Next())
	require.True(t, s.Row().Rough)
}

func TestRowsOfNDJSON(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []found
	}{
		"plain":          {`{"a":"1","b":"2"}` + "\n", []found{{1, nil, `["1" "2" ""]`, `{"a":"1","b":"2"}`}}},
		"order, spaces":  {` { "c" : "3" , "a" : "1" } `, []found{{1, nil, `["1" "" "3"]`, ` { "c" : "3" , "a" : "1" } `}}},
		"numbers, null":  {`{"a":12,"b":null,"c":-7}`, []found{{1, nil, `["12" "" "-7"]`, `{"a":12,"b":null,"c":-7}`}}},
		"true, false":    {`{"a":true,"b":false}`, []found{{1, nil, `["true" "false" ""]`, `{"a":true,"b":false}`}}},
		"not quite true": {`{"a":trues}`, []found{{1, BadJSON, "", `{"a":trues}`}}},
		"escapes": {
			`{"a":"\"\\\/\u0142\ud83d\ude00"}`, []found{{1, nil, `["\"\\/ł😀" "" ""]`, `{"a":"\"\\\/\u0142\ud83d\ude00"}`}},
		},
		"empty":          {"{}\n", []found{{1, nil, `["" "" ""]`, "{}"}}},
		"unknown key":    {`{"x":"1"}`, []found{{1, UnknownKey, "", `{"x":"1"}`}}},
		"repeated key":   {`{"a":null,"a":"1"}`, []found{{1, RepeatedKey, "", `{"a":null,"a":"1"}`}}},
		"half a pair":    {`{"a":"\ud83d"}`, []found{{1, BadJSON, "", `{"a":"\ud83d"}`}}},
		"a decimal":      {`{"a":1.5}`, []found{{1, BadJSON, "", `{"a":1.5}`}}},
		"nested":         {`{"a":{}}`, []found{{1, BadJSON, "", `{"a":{}}`}}},
		"cut":            {`{"a":"1"` + "\n{}", []found{{1, BadJSON, "", `{"a":"1"`}, {2, nil, `["" "" ""]`, "{}"}}},
		"something more": {`{"a":"1"}{}`, []found{{1, BadJSON, "", `{"a":"1"}{}`}}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, _ := scan(t, threeKeys(whole(c.text), Start{}))
			require.Equal(t, c.want, rows)
		})
	}
}

// messy makes text in which everything that matters to scanners is frequent.
func messy(r *rand.Rand, parts []string, n int) []byte {
	var b bytes.Buffer
	for range n {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.Bytes()
}

var csvParts = []string{
	",", ",", ",", "\n", "\n", "\r\n", `"`, `""`, `"x",`, "a", "bcd", "ł", "\xb3", "\x00", "\t", "\r", "1,2,3\n",
	`"1","2","3"` + "\r\n",
	strings.Repeat("long ", 3000), strings.Repeat("x", MaxRow-2),
}

var jsonParts = []string{
	`{"a":"1","b":"2","c":"3"}` + "\n", `{"a":"1"}` + "\r\n", "{", "}", `"a"`, ":", ",", `"`, `\`, `\u0142`, "\n", " ",
	"1", "null", "true", "ł", "\xb3", "\x00",
	strings.Repeat("y", MaxRow/2),
}

func TestRowsDoNotDependOnHowTheTextArrives(t *testing.T) {
	for name, c := range map[string]struct {
		make  func(Source, Start) Scanner
		parts []string
	}{"csv": {threeColumns, csvParts}, "ndjson": {threeKeys, jsonParts}} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(60) {
				r := rand.New(rand.NewPCG(seed, 1))
				text := messy(r, c.parts, 1+r.IntN(60))
				requireSameRows(t, r, text, c.make)
			}
		})
	}
}

func requireSameRows(t testing.TB, r *rand.Rand, text []byte, make func(Source, Start) Scanner) {
	t.Helper()
	want, _ := scan(t, make(whole(string(text)), Start{}))
	largest := 1 + r.IntN(2000)
	if len(text) > 100_000 {
		largest = 20_000 + r.IntN(100_000)
	}
	rows, stops := scan(t, make(cutAt(text, func() int { return r.IntN(largest) }), Start{}))
	require.Equal(t, want, rows)
	// A scanner that starts at the end of a window finds the remaining rows.
	s := stops[r.IntN(len(stops))]
	rest, _ := scan(t, make(whole(string(text[s.position:])), Start{Position: s.position, Lines: s.lines}))
	require.Equal(t, append([]found{}, want[s.rows:]...), append([]found{}, rest...))
}

func TestWellFormedCSVIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	cells := []string{"", "a", `"`, `""`, ",", "x,y", "line\nbreak", "żółw", " ", "1"}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		w.UseCRLF = seed%2 == 0
		var want []string
		for range r.IntN(50) {
			row := []string{"0", cells[r.IntN(len(cells))], cells[r.IntN(len(cells))]}
			require.NoError(t, w.Write(row))
			want = append(want, fmt.Sprintf("%q", row))
		}
		w.Flush()
		rows, _ := scan(t, threeColumns(cutAt(text.Bytes(), func() int { return r.IntN(30) }), Start{}))
		require.Len(t, rows, len(want))
		for i := range rows {
			// The standard writer turns line feeds within fields into CRLF.
			require.Equal(t, want[i], strings.ReplaceAll(rows[i].fields, `\r\n`, `\n`))
		}
	}
}

func TestPositionsOfSingleByteTextCountItsBytes(t *testing.T) {
	text := []byte("a\xb3,b,c\nd,\xf3\xbf,f\n")
	s := threeColumns(&pieces{AppendWindows1250(nil, text)}, Start{SingleByte: true})
	require.True(t, s.Fill())
	require.True(t, s.Next())
	require.Equal(t, int64(bytes.IndexByte(text, '\n')+1), s.Position())
	require.True(t, s.Next())
	require.Equal(t, int64(len(text)), s.Position())
}

func FuzzCSV(f *testing.F) {
	for _, part := range csvParts[:len(csvParts)-2] { // without the long ones, which only slow it down
		f.Add([]byte(part), uint64(1))
	}
	f.Add([]byte("1,\"2\n3\",4\n\"5\"x,\n\n"), uint64(7))
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		if len(text) > 0 {
			requireSameRows(t, rand.New(rand.NewPCG(seed, 3)), text, threeColumns)
		}
	})
}

func FuzzNDJSON(f *testing.F) {
	for _, part := range jsonParts[:len(jsonParts)-1] {
		f.Add([]byte(part), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		if len(text) == 0 {
			return
		}
		requireSameRows(t, rand.New(rand.NewPCG(seed, 4)), text, threeKeys)
		rows, _ := scan(t, threeKeys(whole(string(text)), Start{}))
		for _, row := range rows {
			if row.defect == nil && len(row.text) < keptText && !json.Valid([]byte(row.text)) {
				t.Fatalf("taken although it is no JSON: %q", row.text)
			}
		}
	})
}
