//go:build long

package acceptance

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sheetRows is the number of contacts in the sheet, nearly the maximum.
const sheetRows = 1_000_000

// sheetMiB is the additional memory that an import of the sheet may take.
const sheetMiB = 256

// writeSheet writes contacts like spreadsheets do: addresses in a list of all texts, numbers in their cells.
func writeSheet(t *testing.T, to io.Writer) {
	t.Helper()
	archive := zip.NewWriter(to)
	part := func(name string, write func(*bufio.Writer)) {
		file, err := archive.Create(name)
		require.NoError(t, err)
		w := bufio.NewWriterSize(file, 1<<20)
		write(w)
		require.NoError(t, w.Flush())
	}
	text := func(s string) func(*bufio.Writer) { return func(w *bufio.Writer) { fmt.Fprint(w, s) } }
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	part("[Content_Types].xml", text(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`))
	part("_rels/.rels", text(relations+
		`<Relationship Id="r" Type="`+office+`/officeDocument" Target="xl/workbook.xml"/></Relationships>`))
	part("xl/workbook.xml", text(`<workbook `+main+` xmlns:r="`+office+
		`"><sheets><sheet name="Klienci" sheetId="1" r:id="s"/></sheets></workbook>`))
	part("xl/_rels/workbook.xml.rels", text(relations+
		`<Relationship Id="s" Type="`+office+`/worksheet" Target="worksheets/sheet1.xml"/>`+
		`<Relationship Id="t" Type="`+office+`/sharedStrings" Target="sharedStrings.xml"/></Relationships>`))
	part("xl/sharedStrings.xml", func(w *bufio.Writer) {
		fmt.Fprintf(w, `<sst %s><si><t>external_id</t></si><si><t>email</t></si><si><t>gsm</t></si>`, main)
		for i := range sheetRows {
			fmt.Fprintf(w, `<si><t>C%07d</t></si><si><t>person.%x@example.com</t></si>`, i, uint32(i)*2_654_435_761)
		}
		fmt.Fprint(w, `</sst>`)
	})
	part("xl/worksheets/sheet1.xml", func(w *bufio.Writer) {
		fmt.Fprintf(w, `<worksheet %s><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>`+
			`<c r="C1" t="s"><v>2</v></c></row>`, main)
		for i := range sheetRows {
			r, s := i+2, 3+2*i
			fmt.Fprintf(w, `<row r="%d"><c r="A%d" t="s"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c>`, r, r, s, r, s+1)
			fmt.Fprintf(w, `<c r="C%d"><v>%d</v></c></row>`, r, 500_000_000+i)
		}
		fmt.Fprint(w, `</sheetData></worksheet>`)
	})
	require.NoError(t, archive.Close())
}

func TestAMillionRowsOfASpreadsheetAreImportedInLittleMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "klienci.xlsx")
	file, err := os.Create(path)
	require.NoError(t, err)
	writeSheet(t, file)
	size, err := file.Seek(0, io.SeekCurrent)
	require.NoError(t, err)
	_, err = file.Seek(0, io.SeekStart)
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()

	p := newProcess(t)
	c := p.createAccount(p.start(), "million@example.com")
	require.Equal(t, "done", c.upload("contacts", "text/csv", strings.NewReader("email\nwarm@example.com\n")).State)
	p.resetPeak()
	base := p.peak()
	began := time.Now()
	// The client closes only the body.
	body := bufio.NewReader(file)
	status, answer := c.do(http.MethodPost, "protected/saresystem/contacts:import", "application/octet-stream", body)
	require.Equal(t, http.StatusOK, status, "%s", answer)
	sent := time.Since(began)
	var state importState
	require.NoError(t, json.Unmarshal(answer, &state))
	for tick := time.Tick(200 * time.Millisecond); state.State == "" || state.State == "running"; <-tick {
		c.call(http.MethodGet, "protected/saresystem/imports/"+state.ID, nil, &state)
	}
	took, peak := time.Since(began), p.peak()
	figure(t, "%d rows, %d MiB packed: sent in %s, done in %s (%.0f rows/s); memory %d MiB, at most %d MiB more",
		sheetRows, size>>20, sent.Round(time.Millisecond), took.Round(time.Millisecond),
		sheetRows/took.Seconds(), base, peak-base)
	require.Equal(t, "done", state.State)
	require.Equal(t, sheetRows, state.Kept)
	require.Less(t, peak-base, sheetMiB)
}
