package acceptance

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// resetPeak resets the peak of the program's memory.
func (p *process) resetPeak() {
	p.t.Helper()
	if runtime.GOOS == "linux" {
		require.NoError(p.t, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.cmd.Process.Pid), []byte("5"), 0))
	}
}

// peak returns the peak of the program's memory since resetPeak, in MiB; 0 if the system does not report it.
func (p *process) peak() (mib int) {
	p.t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	require.NoError(p.t, err)
	_, rest, found := bytes.Cut(status, []byte("VmHWM:"))
	require.True(p.t, found)
	_, err = fmt.Sscan(string(rest), &mib)
	require.NoError(p.t, err)
	return mib >> 10
}

// manyRows is the number of good rows. A tenth as many again are made by badRow, or have a megabyte or 5,000 cells.
// PULS_ROWS sets more rows than the few import steps of the gate.
var manyRows = fromEnvironment("PULS_ROWS", 12_000)

// badRow returns a row of one line with one of all possible defects.
func badRow(i int) string {
	kinds := []string{
		"001,B,b\xff\xfe@example.com\n", "001,B\xb3,b@example.com\n", "\xff\xfe0\x000\x001\x00\n",
		"001,B\x00,b@example.com\n", "001,\"B,b@example.com\n", "001,B\"B,b@example.com\n",
		"001,B,b@example.com,,,,,,,,\n", "001,B\n",
		"009,B,b@example.com,,,,,\n", "001,,,,,,,\n", "001,B,=cmd(),,,,,\n", "001,B,#N/A,,,,,\n",
		"001,B,b@example.com,4.85E+10,,,,\n",
		"001,4.85E+10,b@example.com,,,,,\n", "001,B,b@example.com,12,,,,\n", "001,B,b@example.com,,32.13.2026,,,\n",
		"001,B,b@example.com,,,perhaps,,\n", "001,B,c1@example.com,,,,,\n",
		"001,B,b@example.com,,,,,twelve\n", "001,B,b@example.com,,,," + strings.Repeat("g", 101) + ",\n",
	}
	return kinds[i%len(kinds)]
}

// mixed returns a file with bad rows among good ones, a few of them of a megabyte or of 5,000 cells, and the lines of
// the bad rows.
func mixed() (file []byte, bad []string) {
	file = []byte("\xef\xbb\xbfuid,external_id,email,gsm,created_at,email_consent,groups,property:Points\n")
	line := 1
	add := func(row string, wrong bool) {
		line++
		if file = append(file, row...); wrong {
			bad = append(bad, fmt.Sprint(line))
		}
	}
	for i := range manyRows {
		ending := []string{"\n", "\r\n"}[i%2]
		add(fmt.Sprintf("001,C%d,c%d@example.com,+48%09d,2026-01-01,true,=cmd|żółw,%d.5%s", i, i, i, i, ending), false)
		if i%10 == 5 {
			add(badRow(i/10), true)
		}
		if i%20_000 == 9 {
			add("001,B,"+strings.Repeat("x", 1<<20)+",,,,,\n", true)
			add("001,B"+strings.Repeat(",", 5000)+"\n", true)
		}
	}
	return file, bad
}

// draft uploads a file, checks it and imports it.
func (c *client) draft(file []byte) (checked, done importState) {
	c.t.Helper()
	const imports = "protected/saresystem/imports/"
	status, data := c.do(
		http.MethodPost, "protected/saresystem/contacts:import?dryRun=true", "text/csv", bytes.NewReader(file),
	)
	require.Equal(c.t, http.StatusOK, status, "%s", data)
	require.NoError(c.t, json.Unmarshal(data, &checked))
	eventually(c.t, "the check to end", func() bool {
		c.call(http.MethodGet, imports+checked.ID, nil, &checked)
		return checked.Check.State != "running"
	})
	c.call(http.MethodPost, imports+checked.ID+":start", object{}, nil)
	return checked, c.waitImport(checked.ID)
}

// records reads a CSV file, its first row apart.
func records(t *testing.T, file string) (names []string, rows [][]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file, "\ufeff"))).ReadAll()
	require.NoError(t, err)
	return all[0], all[1:]
}

// mend replaces the bad rows of a file of refused ones by good ones.
func mend(t *testing.T, refused string) (file []byte, lines []string) {
	t.Helper()
	names, rows := records(t, refused)
	var mended bytes.Buffer
	w := csv.NewWriter(&mended)
	require.NoError(t, w.Write(names))
	for i, row := range rows {
		lines = append(lines, row[0])
		for at, name := range names {
			switch name {
			case "line", "reason":
			case "uid":
				row[at] = "001"
			case "external_id":
				row[at] = fmt.Sprintf("M%d", i)
			case "email":
				row[at] = fmt.Sprintf("m%d@example.com", i)
			case "gsm":
				row[at] = fmt.Sprintf("+48%09d", manyRows+i)
			default:
				row[at] = ""
			}
		}
		require.NoError(t, w.Write(row))
	}
	w.Flush()
	require.NoError(t, w.Error())
	return mended.Bytes(), lines
}

// S14: each good row is imported once, and so are the others after they are mended.
func TestAFileOfManyBadRowsIsMendedAndSentAgain(t *testing.T) {
	p := newProcess(t)
	p.env = []string{"GOGC=10"} // so that the measured memory is in use and not uncollected garbage
	c := p.createAccount(p.start(), "mend@example.com")
	property := object{"uid": "001", "name": "Points", "type": "Number"}
	c.call(http.MethodPost, "protected/saresystem/properties:add", property, nil)
	warm := []byte("email\n") // until the program has the buffers that it reuses for the next file
	for i := range 100_000 {
		warm = fmt.Appendf(warm, "warm%d@example.org\n", i)
	}
	c.uploadTo("warm", warm)
	p.resetPeak()
	before := p.peak()
	file, bad := mixed()
	checked, done := c.draft(file)
	peak := p.peak()
	figure(t, "%d MiB; the program had %d MiB before and at most %d MiB while it was checked and read",
		len(file)>>20, before, peak)
	want := [4]any{"done", manyRows + len(bad), manyRows, len(bad)}
	require.Equal(t, want, [4]any{done.State, done.Read, done.Kept, done.Refused})
	require.True(t, checked.Check.Approximate, "it has several steps, and rows that give away addresses of earlier ones")
	require.Equal(t, manyRows+len(bad), checked.Check.Kept+checked.Check.Refused)
	require.GreaterOrEqual(t, checked.Check.Kept, manyRows)
	require.Equal(t, manyRows, done.Effects.NewCount)
	require.LessOrEqual(t, peak, before+64, "MiB")
	c.requirePeople("C", manyRows)

	refused := c.download(http.MethodGet, "protected/saresystem/imports/"+done.ID+":refused", "")
	mended, lines := mend(t, refused)
	require.Equal(t, bad, lines)
	again := c.uploadTo("mended", mended)
	require.Equal(t, [3]any{"done", len(bad), len(bad)}, [3]any{again.State, again.Read, again.Kept}, "%v", again.Errors)
	require.Equal(t, len(bad), again.Effects.NewCount)
	c.requirePeople("C", manyRows)
	c.requirePeople("M", len(bad))
	rechecked, repeated := c.draft(file)
	require.Equal(t, [2]int{manyRows, len(bad)}, [2]int{rechecked.Check.Kept, rechecked.Check.Refused})
	require.Equal(t, importEffects{UnchangedCount: manyRows}, rechecked.Check.Effects, "all of them are there")
	require.Equal(t, want, [4]any{repeated.State, repeated.Read, repeated.Kept, repeated.Refused})
	require.Equal(t, importEffects{UnchangedCount: manyRows}, repeated.Effects)
}

func (c *client) uploadTo(name string, file []byte) importState {
	c.t.Helper()
	state := c.upload("contacts", "text/csv", bytes.NewReader(file))
	require.Equal(c.t, "done", state.State, name)
	return state
}

// requirePeople fails unless count contacts whose external id has the prefix exist, each once.
func (c *client) requirePeople(prefix string, count int) {
	c.t.Helper()
	names, rows := records(c.t, c.download(http.MethodPost, "protected/saresystem/contacts:exportToCsv", `{"uid":"001"}`))
	external := slices.Index(names, "external_id")
	require.GreaterOrEqual(c.t, external, 0, "%v", names)
	there := map[string]int{}
	for _, row := range rows {
		if strings.HasPrefix(row[external], prefix) {
			there[row[external]]++
		}
	}
	require.Len(c.t, there, count)
	for i := range count {
		require.Equal(c.t, 1, there[fmt.Sprint(prefix, i)], "%s%d", prefix, i)
	}
}

// repeated reads the same piece over and over.
type repeated struct {
	piece []byte
	left  int64
	at    int
}

func (r *repeated) Read(to []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(to[:min(int64(len(to)), r.left)], r.piece[r.at:])
	r.left -= int64(n)
	r.at = (r.at + n) % len(r.piece)
	return n, nil
}

func endless(text string, size int64) io.Reader {
	return &repeated{piece: []byte(strings.Repeat(text, 1<<16/len(text))), left: size}
}

func TestFilesOfImmenseLinesOrPackingsLeaveNothing(t *testing.T) {
	p := startProgram(t) // no file of any account may leave a piece
	c := p.createAccount("immense@example.com", "UTC", "001")
	admin := p.connect("")
	const gigabyte = 1 << 30
	// Members of a gzip file may follow each other: one of 16 MiB, many times, is over 2 GiB, but no bomb by its ratio.
	pack := func(text io.Reader) []byte {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := io.Copy(w, text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return packed.Bytes()
	}
	const memberSize = 16 << 20
	head := pack(strings.NewReader("uid,email\n"))
	member := pack(endless("001,a@immense.example\n001,bcd@immense.example\n", memberSize))
	members := int64(3 << 30 / memberSize)
	for _, it := range []struct {
		name, contentType, class string
		status                   int
		body                     io.Reader
	}{
		{"a header of 1 GB", "text/csv", "IMPORT_HEADER_INVALID", 400, endless("email,", gigabyte)},
		{"a first line of 1 GB", "text/csv", "IMPORT_HEADER_INVALID", 400, endless("x", gigabyte)},
		{
			"gzip of 3 GiB", "application/gzip", "IMPORT_TOO_LARGE", 413,
			io.MultiReader(bytes.NewReader(head), &repeated{piece: member, left: members * int64(len(member))}),
		},
	} {
		t.Run(it.name, func(t *testing.T) {
			status, data := c.do(http.MethodPost, "protected/saresystem/contacts:import?draft=true", it.contentType, it.body)
			require.Equal(t, it.status, status, "%s", data)
			var f failure
			require.NoError(t, json.Unmarshal(data, &f))
			require.Equal(t, it.class, f.Meta.Class, "%s", data)
			var list struct{ Items []importState }
			c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
			require.Empty(t, list.Items)
			left := 0
			require.NoError(t, admin.QueryRow(t.Context(), "SELECT count(*) FROM contacts.import_blocks").Scan(&left))
			require.Zero(t, left, "pieces of the file")
		})
	}
	t.Run("a row of 1 GB", func(t *testing.T) {
		body := io.MultiReader(
			strings.NewReader("uid,email\n001,a@example.com\n001,"), endless("x", gigabyte),
			strings.NewReader("\n001,b@example.com\n"),
		)
		got := c.upload("contacts", "text/csv", body)
		require.Equal(t, [3]any{"done", 2, 1}, [3]any{got.State, got.Kept, got.Refused})
		require.Equal(t, 3, got.Errors[0].Line)
		require.Contains(t, got.Errors[0].Reason, "ROW_TOO_LONG")
	})
}
