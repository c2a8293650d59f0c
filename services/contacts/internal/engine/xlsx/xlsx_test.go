package xlsx_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/xlsx"
)

// Parts are the parts of a book other than its sheet and its strings.
var Parts = map[string]string{
	"[Content_Types].xml": `<Types/>`,
	"_rels/.rels": `<Relationships>` +
		`<Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/sheet.xml"/>` +
		`<Relationship Id="b" Type="x/sharedStrings" Target="strings.xml"/></Relationships>`,
	"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
}

// Write writes a book whose sheet and strings are written by functions.
func Write(t testing.TB, to io.Writer, sheet, texts func(w io.Writer)) {
	t.Helper()
	w := zip.NewWriter(to)
	for name, text := range Parts {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(f, text)
		require.NoError(t, err)
	}
	for name, fill := range map[string]func(io.Writer){"xl/sheet.xml": sheet, "xl/strings.xml": texts} {
		f, err := w.Create(name)
		require.NoError(t, err)
		fill(f)
	}
	require.NoError(t, w.Close())
}

func Unhurried(int) error { return nil }

func TextOf(t testing.TB, sheet, texts string) (string, error) {
	t.Helper()
	var body bytes.Buffer
	put := func(text string) func(io.Writer) { return func(w io.Writer) { _, _ = io.WriteString(w, text) } }
	Write(t, &body, put(sheet), put(texts))
	archive, err := zip.NewReader(bytes.NewReader(body.Bytes()), int64(body.Len()))
	require.NoError(t, err)
	book, err := xlsx.Open(archive, Unhurried)
	require.NoError(t, err)
	text, err := book.Text(book.Sheets[0], 0)
	require.NoError(t, err)
	all, err := io.ReadAll(text)
	require.NoError(t, text.Close())
	return string(all), err
}

func TestASheetIsTextOnTheLinesOfItsRows(t *testing.T) {
	texts := `<sst><si><t>e-mail</t></si><si><r><t>żó</t></r><rPh><t>no</t></rPh><r><t xml:space="preserve">łw "x"</t></r></si></sst>`
	got, err := TextOf(t, `<worksheet><sheetData>
		<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>a,b</t></is></c></row>
		<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>48501234567</v></c><c t="b"><v>1</v></c></row>
		<row r="5"><c r="B5"><v>4.85E10</v></c><c r="E5" t="str"><v>line`+"\n"+`break</v></c></row>
		<row r="6"><c r="A6"><f>1+1</f></c><c r="B6"><f>1+1</f><v>0.1</v></c></row>
		</sheetData></worksheet>`, texts)
	require.NoError(t, err)
	require.Equal(t, "\ne-mail,,\"a,b\"\n\n\"żółw \"\"x\"\"\",48501234567,true\n,4.85E+10,,line break\n#FORMULA!,0.1,\n", got)
}

func TestBrokenSheetsAreTold(t *testing.T) {
	for name, sheet := range map[string]string{
		"a string that is not there": `<worksheet><row><c t="s"><v>7</v></c></row></worksheet>`,
		"rows in disorder":           `<worksheet><row r="3"/><row r="2"/></worksheet>`,
		"a row out of bounds":        `<worksheet><row r="9999999"/></worksheet>`,
		"no XML":                     `<worksheet><row r="1"><c></row></worksheet>`,
		"a document type":            `<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>`,
		"an endless cell":            `<worksheet><row><c><v>` + strings.Repeat("1", 3<<20),
		"an endless comment":         `<worksheet><!--` + strings.Repeat("<", 3<<20),
		"an end too early":           `<worksheet><row><c><v>1`,
	} {
		_, err := TextOf(t, sheet, `<sst/>`)
		if name == "no XML" { // end tags are not matched with start tags: the cell never ends
			require.Error(t, err, name)
			continue
		}
		require.True(t, xlsx.IsBroken(err), "%s: %v", name, err)
	}
}

// A million rows with two million distinct strings take no more memory than a few.
func TestAMillionRowsTakeLittleMemory(t *testing.T) {
	if os.Getenv("PULS_SCALE") == "" {
		t.Skip("PULS_SCALE is not set: it writes 60 MB and takes half a minute")
	}
	const rows = 1_000_000
	path := filepath.Join(t.TempDir(), "book.xlsx")
	file, err := os.Create(path)
	require.NoError(t, err)
	Write(t, file, func(w io.Writer) {
		_, _ = io.WriteString(w, "<worksheet><sheetData>")
		for i := range rows {
			_, _ = fmt.Fprintf(w, `<row><c t="s"><v>%d</v></c><c t="s"><v>%d</v></c><c><v>%d</v></c></row>`,
				2*i, 2*i+1, 500_000_000+i)
		}
		_, _ = io.WriteString(w, "</sheetData></worksheet>")
	}, func(w io.Writer) {
		_, _ = io.WriteString(w, "<sst>")
		for i := range 2 * rows {
			_, _ = fmt.Fprintf(w, `<si><t>somebody.number%d@example.com</t></si>`, i)
		}
		_, _ = io.WriteString(w, "</sst>")
	})
	size, err := file.Seek(0, io.SeekEnd)
	require.NoError(t, err)
	archive, err := zip.NewReader(file, size)
	require.NoError(t, err)
	book, err := xlsx.Open(archive, Unhurried)
	require.NoError(t, err)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, err := book.Text(book.Sheets[0], 0)
	require.NoError(t, err)
	read, err := io.Copy(io.Discard, text)
	require.NoError(t, err)
	require.NoError(t, text.Close())
	runtime.ReadMemStats(&after)
	t.Logf("%d MiB packed, %d MiB of text; the heap went from %d to %d MiB",
		size>>20, read>>20, before.HeapSys>>20, after.HeapSys>>20)
	require.Less(t, after.HeapSys-before.HeapSys, uint64(150<<20))
}
