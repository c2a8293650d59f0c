package importing

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// sheetParts are the parts of a spreadsheet that a test does not write itself.
var sheetParts = map[string]string{
	"[Content_Types].xml": `<Types/>`,
	"_rels/.rels": `<Relationships>` +
		`<Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/sheet.xml"/>` +
		`<Relationship Id="b" Type="x/sharedStrings" Target="strings.xml"/>` +
		`<Relationship Id="c" Type="x/styles" Target="styles.xml"/></Relationships>`,
	"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
	"xl/styles.xml":   `<styleSheet/>`,
	"xl/strings.xml":  `<sst/>`,
}

// pack writes a zip archive.
func pack(t testing.TB, members map[string]func(io.Writer)) []byte {
	t.Helper()
	var body bytes.Buffer
	w := zip.NewWriter(&body)
	for name, fill := range members {
		f, err := w.Create(name)
		require.NoError(t, err)
		fill(f)
	}
	require.NoError(t, w.Close())
	return body.Bytes()
}

// spreadsheet writes a book. Given parts replace the default parts of the same name.
func spreadsheet(t testing.TB, parts map[string]func(io.Writer)) []byte {
	t.Helper()
	all := map[string]func(io.Writer){}
	for name, text := range sheetParts {
		all[name] = func(w io.Writer) { write(w, text) }
	}
	for name, fill := range parts {
		all[name] = fill
	}
	return pack(t, all)
}

func write(w io.Writer, texts ...string) {
	for _, text := range texts {
		_, _ = io.WriteString(w, text) // it goes to memory
	}
}

// many writes a text many times.
func many(w io.Writer, text string, times int) {
	whole := strings.Repeat(text, max(1, min(times, (64<<10)/max(1, len(text)))))
	each := max(1, len(whole)/max(1, len(text)))
	for ; times >= each; times -= each {
		write(w, whole)
	}
	for range times {
		write(w, text)
	}
}

// firstRows writes a header that names a known column, and valid rows.
func firstRows(w io.Writer, rows int) {
	write(w, `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>email</t></is></c></row>`)
	for i := range rows {
		write(w, fmt.Sprintf(`<row r="%d"><c t="inlineStr"><is><t>p%d@example.com</t></is></c></row>`, i+2, i))
	}
}

// namedOften is a book in which cells of rows refer to the same string. With the size that crashed a program it has
// about 2 kB.
func namedOften(t testing.TB, good, size, rows, cells int) []byte {
	return spreadsheet(t, map[string]func(io.Writer){
		"xl/strings.xml": func(w io.Writer) {
			write(w, `<sst><si><t>`)
			many(w, "x", size)
			write(w, `</t></si></sst>`)
		},
		"xl/sheet.xml": func(w io.Writer) {
			firstRows(w, good)
			for range rows {
				write(w, `<row>`)
				many(w, `<c t="s"><v>0</v></c>`, cells)
				write(w, `</row>`)
			}
			write(w, `</sheetData></worksheet>`)
		},
	})
}

// generator makes small files that take a lot of memory or time to read.
type generator struct {
	t      testing.TB
	random *rand.Rand
	// most bounds the unpacked size of a part, in bytes.
	most int
}

// upTo returns a number from 1 to most, of any magnitude.
func (g *generator) upTo(most int) int {
	n := 1 << g.random.IntN(31)
	return 1 + g.random.IntN(min(n, most))
}

// times returns a random number of repetitions of a text, bounded by most.
func (g *generator) times(text string) int { return g.upTo(max(1, g.most/len(text))) }

func (g *generator) pick(texts ...string) string { return texts[g.random.IntN(len(texts))] }

// file returns the next file and a description.
func (g *generator) file() (name string, body []byte) {
	kinds := []struct {
		name string
		make func() []byte
	}{
		{"shared", g.shared},
		{"inline", g.inline},
		{"row", g.row},
		{"rows", g.rows},
		{"styles", g.styles},
		{"merged", g.merged},
		{"lists", g.lists},
		{"archives", g.archives},
		{"gzip", g.gzip},
		{"text", g.text},
		{"utf16", g.utf16},
	}
	kind := kinds[g.random.IntN(len(kinds))]
	return kind.name, kind.make()
}

func (g *generator) shared() []byte {
	run := g.pick(
		`<t>%s</t>`, `<r><rPr><b/></rPr><t>%s</t></r>`, `<rPh sb="0"><t>%s</t></rPh>`, `<t>&#x10FFFF;%s</t>`,
		`<t><![CDATA[%s]]></t>`,
	)
	text := strings.Repeat(g.pick("x", "ż", "&amp;", ","), g.upTo(8<<10))
	item := `<si>` + strings.Repeat(fmt.Sprintf(run, text), g.upTo(1+(256<<10)/len(text))) + `</si>`
	items := g.times(item)
	return spreadsheet(g.t, map[string]func(io.Writer){
		"xl/strings.xml": func(w io.Writer) { write(w, `<sst>`); many(w, item, items); write(w, `</sst>`) },
		"xl/sheet.xml": func(w io.Writer) {
			firstRows(w, g.random.IntN(1000))
			rows := g.upTo(20_000)
			cells := g.upTo(max(1, min(16_000, g.most/30/rows)))
			for range rows {
				write(w, `<row>`)
				many(w, fmt.Sprintf(`<c t="s"><v>%d</v></c>`, g.random.IntN(items)), cells)
				write(w, `</row>`)
			}
			write(w, `</sheetData></worksheet>`)
		},
	})
}

func (g *generator) inline() []byte {
	cell := g.pick(
		`<c t="inlineStr"><is><t>%s</t></is></c>`, `<c t="str"><v>%s</v></c>`, `<c><v>%s</v></c>`, `<c><f>%s</f></c>`,
		`<c t="inlineStr"><is><r><rPr><i/></rPr><t>%[1]s</t></r><r><t>%[1]s</t></r></is></c>`, `<c t="%s"/>`,
		`<c r="A1" x="%s"/>`,
	)
	cell = fmt.Sprintf(cell, strings.Repeat(g.pick("y", "1", "&lt;", "\n"), g.upTo(1<<20)))
	return g.sheet(func(w io.Writer) {
		rows := g.upTo(10_000)
		for range min(rows, g.times(cell)) {
			write(w, `<row>`)
			many(w, cell, min(17_000, g.upTo(max(1, g.most/len(cell)/rows))))
			write(w, `</row>`)
		}
	})
}

// sheet is a book of valid rows and the given ones.
func (g *generator) sheet(rows func(io.Writer)) []byte {
	return spreadsheet(g.t, map[string]func(io.Writer){"xl/sheet.xml": func(w io.Writer) {
		if g.random.IntN(2) == 0 {
			firstRows(w, g.random.IntN(6000))
		} else {
			write(w, `<worksheet><sheetData>`)
		}
		rows(w)
		write(w, `</sheetData></worksheet>`)
	}})
}

// row is one row with a lot of XML without content.
func (g *generator) row() []byte {
	filler := g.pick(`<c/>`, `<c></c>`, `<x/>`, `<!---->`, ` `, `<c r="A1"/>`, `<?x?>`, `<x a="1" b="2" c="3"/>`, `&amp;`)
	return g.sheet(func(w io.Writer) {
		write(w, `<row>`)
		many(w, filler, g.times(filler))
		write(w, g.pick(`</row>`, ``))
	})
}

func (g *generator) rows() []byte {
	row := g.pick(`<row/>`, `<row><c/></row>`, `<row><c><v>1</v></c></row>`, `<row r="1048576"/>`,
		`<row><c r="XFD1" t="str"><v>a</v></c></row>`, `<row hidden="1"><c><f>1</f></c></row>`)
	return g.sheet(func(w io.Writer) { many(w, row, g.times(row)) })
}

func (g *generator) styles() []byte {
	style := g.pick(`<xf/>`, `<xf numFmtId="14"/>`, `<x/>`)
	format := fmt.Sprintf(`<numFmt numFmtId="%d" formatCode="%s"/>`, g.upTo(1000), strings.Repeat("[h]", g.upTo(40_000)))
	return spreadsheet(g.t, map[string]func(io.Writer){
		"xl/styles.xml": func(w io.Writer) {
			write(w, `<styleSheet><numFmts>`)
			many(w, format, min(g.times(format), 1000))
			write(w, `</numFmts><cellXfs>`)
			many(w, style, g.times(style))
			write(w, `</cellXfs></styleSheet>`)
		},
		"xl/sheet.xml": func(w io.Writer) { firstRows(w, 3); write(w, `</sheetData></worksheet>`) },
	})
}

func (g *generator) merged() []byte {
	merge := g.pick(`<mergeCell ref="A1:B2"/>`, `<mergeCell ref="A1:XFD1048576"/>`, `<hyperlink ref="A1"/>`)
	return spreadsheet(g.t, map[string]func(io.Writer){"xl/sheet.xml": func(w io.Writer) {
		firstRows(w, 3)
		write(w, `</sheetData><mergeCells>`)
		many(w, merge, g.times(merge))
		write(w, `</mergeCells></worksheet>`)
	}})
}

// lists are books with long lists of sheets, parts, names or levels.
func (g *generator) lists() []byte {
	part := g.pick("xl/workbook.xml", "xl/_rels/workbook.xml.rels", "_rels/.rels")
	item := g.pick(`<sheet name="S" r:id="a"/>`, `<Relationship Id="a" Type="x/worksheet" Target="/xl/sheet.xml"/>`, `<a>`,
		`<sheet name="`+strings.Repeat("n", g.upTo(300_000))+`" r:id="a"/>`, `<definedName name="a">b</definedName>`)
	return spreadsheet(g.t, map[string]func(io.Writer){
		part: func(w io.Writer) {
			begin, end, _ := strings.Cut(sheetParts[part], "</")
			write(w, begin)
			many(w, item, g.times(item))
			write(w, "</", end)
		},
		"xl/sheet.xml": func(w io.Writer) { firstRows(w, 3); write(w, `</sheetData></worksheet>`) },
	})
}

func (g *generator) archives() []byte {
	switch g.random.IntN(4) {
	case 0: // many members
		members := map[string]func(io.Writer){}
		for i := range g.upTo(40_000) {
			members[fmt.Sprintf("%d/%s", i, strings.Repeat("n", g.random.IntN(60)))] = func(io.Writer) {}
		}
		return pack(g.t, members)
	case 1: // archives in archives
		inner := g.plain(64 << 10)
		for range 1 + g.random.IntN(5) {
			body := inner
			inner = pack(g.t, map[string]func(io.Writer){"a.zip": func(w io.Writer) { _, _ = w.Write(body) }})
		}
		return inner
	default:
		size := g.upTo(4 * g.most)
		line := g.line()
		return pack(g.t, map[string]func(io.Writer){"a.csv": func(w io.Writer) {
			write(w, "email\n")
			many(w, line, max(1, size/len(line)))
		}})
	}
}

func (g *generator) gzip() []byte {
	var body bytes.Buffer
	w := gzip.NewWriter(&body)
	inner := g.pick("", string(g.plain(1<<20)), string(namedOften(g.t, 1, 1<<20, 1, 300)))
	write(w, "email\n", inner)
	line := g.line()
	many(w, line, g.times(line))
	_ = w.Close() // it goes to memory
	if g.random.IntN(2) == 0 {
		return body.Bytes()[:1+g.random.IntN(body.Len())]
	}
	return body.Bytes()
}

// line returns a line of text.
func (g *generator) line() string {
	return g.pick(
		"a@example.com\n", strings.Repeat("x", g.upTo(1<<20)), strings.Repeat(",", g.upTo(1<<17))+"\n", "\n", "\x00",
		`"`+strings.Repeat(`""`, g.upTo(1<<18)), `{"uid":"`+strings.Repeat(`\u0041`, g.upTo(1<<16))+`"}`+"\n",
		strings.Repeat(`{"a":`, g.upTo(1<<16))+"\n", "\xff\xfe", "\xb9\n",
	)
}

func (g *generator) plain(most int) []byte {
	var body bytes.Buffer
	write(&body, g.pick("email\n", "email;gsm\n", "", "\xef\xbb\xbfemail\n", "\n\n\nemail\n", `{"uid":"001"}`+"\n"))
	line := g.line()
	many(&body, line, max(1, g.upTo(most)/len(line)))
	return body.Bytes()[:min(body.Len(), 5<<20)]
}

func (g *generator) text() []byte { return g.plain(5 << 20) }

func (g *generator) utf16() []byte {
	body := []byte(g.pick("\xff\xfe", "\xfe\xff", "", "\xff\xfe\xff\xfe"))
	units := utf16.Encode([]rune("email\n" + strings.Repeat(g.pick("ż@x.pl\n", "😀", "\u200b", "x"), g.upTo(1<<20))))
	for _, unit := range units[:min(len(units), 2<<20)] {
		body = append(body, byte(unit), byte(unit>>8))
	}
	return body
}
