package acceptance

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// heaviest returns a spreadsheet of mib MiB of XML with hardly any content, in rows of the largest size.
func heaviest(t *testing.T, mib int) []byte {
	t.Helper()
	var body bytes.Buffer
	w := zip.NewWriter(&body)
	part := func(name string, fill func(io.Writer)) {
		f, err := w.Create(name)
		require.NoError(t, err)
		fill(f)
	}
	text := func(text string) func(io.Writer) {
		return func(w io.Writer) { _, _ = io.WriteString(w, text) } // writes to memory
	}
	part("[Content_Types].xml", text(`<Types/>`))
	part("_rels/.rels",
		text(`<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`))
	part("xl/_rels/workbook.xml.rels",
		text(`<Relationships><Relationship Id="a" Type="x/worksheet" Target="/xl/sheet.xml"/></Relationships>`))
	part("xl/workbook.xml", text(`<workbook xmlns:r="x"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`))
	part("xl/sheet.xml", func(w io.Writer) {
		cell := func(text string) string { return `<row><c t="inlineStr"><is><t>` + text + `</t></is></c></row>` }
		text(`<worksheet><sheetData>` + cell("email"))(w)
		for i := range 20_000 { // more than is inspected before the file is accepted
			text(cell(fmt.Sprintf("heavy%d@example.com", i)))(w)
		}
		row := `<row>` + strings.Repeat(`<x/>`, 1<<20-16) + `</row>`
		for range mib / 4 {
			text(row)(w)
		}
		text(`</sheetData></worksheet>`)(w)
	})
	require.NoError(t, w.Close())
	return body.Bytes()
}

// oneRow imports one row and returns the time that it took.
func (c *client) oneRow(name string) time.Duration {
	c.t.Helper()
	began := time.Now()
	state := c.upload("contacts", "text/csv", strings.NewReader("uid,email\n001,"+name+"@example.com\n"))
	require.Equal(c.t, "done", state.State)
	return time.Since(began)
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// Two accounts with a file of 191 MiB of XML each occupied both readers: another account's single row took 218 s. Here
// two accounts have twenty files of PULS_HEAVY_MIB each.
func TestHeavyFilesKeepNoOtherAccountWaiting(t *testing.T) {
	const files, rows = 20, 5
	mib := fromEnvironment("PULS_HEAVY_MIB", 64)
	p := newProcessIn(t, "")
	address := p.start()
	quiet := p.createAccount(address, "quiet@example.com")
	heavy := []*client{p.createAccount(address, "heavy1@example.com"), p.createAccount(address, "heavy2@example.com")}
	body := heaviest(t, mib)
	var before, beside []time.Duration
	for i := range rows {
		before = append(before, quiet.oneRow(fmt.Sprintf("before%d", i)))
	}
	var alone time.Duration
	for _, c := range heavy {
		began := time.Now()
		require.Equal(t, "done", c.upload("contacts", sheetType, bytes.NewReader(body)).State)
		alone = time.Since(began)
	}
	p.resetPeak()
	idle := p.peak()
	for n := range files * len(heavy) {
		status, data := heavy[n%len(heavy)].do(
			http.MethodPost, "protected/saresystem/contacts:import", sheetType, bytes.NewReader(body),
		)
		require.Equal(t, http.StatusOK, status, "%s", data)
	}
	for i := range rows {
		beside = append(beside, quiet.oneRow(fmt.Sprintf("beside%d", i)))
	}
	left := 0
	for _, c := range heavy {
		var list struct{ Items []importState }
		c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
		for _, item := range list.Items {
			require.NotEqual(t, "failed", item.State)
			if item.State != "done" {
				left++
			}
		}
	}
	figure(t, "a file of %d kB, %d MiB of XML takes %s; one row takes %s alone, at most %s beside %d such files "+
		"(%d left); %d MiB at most, %d before", len(body)>>10, mib, alone.Round(time.Millisecond),
		median(before).Round(time.Millisecond), slices.Max(beside).Round(time.Millisecond), files*len(heavy), left,
		p.peak(), idle)
	require.Positive(t, left, "the files were read before anybody could wait for them")
	// Earlier files are read to their end, or for a turn.
	require.LessOrEqual(t, slices.Max(beside), 3*median(before)+3*alone)
	if idle > 0 {
		// Two of them are read at a time, each within the limit of TestFilesTakeLittleMemoryHoweverLargeTheyUnpack; the
		// collector lets the heap grow to twice the live memory.
		require.LessOrEqual(t, p.peak(), idle+2*2*64, "MiB")
	}
}
