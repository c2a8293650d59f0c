package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

const (
	sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	sheetGood = 15_000
)

// spreadsheet makes a spreadsheet of contacts in which every fiftieth row has one of some defects.
func spreadsheet(t *testing.T) (body []byte, bad int) {
	t.Helper()
	f := excelize.NewFile()
	rows, err := f.NewStreamWriter("Sheet1")
	require.NoError(t, err)
	line := 0
	add := func(cells ...any) {
		line++
		require.NoError(t, rows.SetRow(fmt.Sprintf("A%d", line), cells))
	}
	add("uid", "external_id", "email", "gsm", "created_at", "email_consent", "groups")
	for i := range sheetGood {
		email := fmt.Sprintf("person%d@example.com", i)
		add(1, fmt.Sprintf("E%d", i), email, 48_500_000_000+i, "2026-01-15", i%3 == 0, "Łódź")
		if i%50 > 0 {
			continue
		}
		bad++
		switch bad % 4 {
		case 0:
			add(1, fmt.Sprintf("X%d", i), "nonsense")
		case 1:
			add(1, fmt.Sprintf("X%d", i), fmt.Sprintf("x%d@example.com", i), "4.85E+10")
		case 2:
			add(1, fmt.Sprintf("X%d", i), "#N/A")
		default: // another's address
			add(1, fmt.Sprintf("X%d", i), email)
		}
	}
	require.NoError(t, rows.Flush())
	var b bytes.Buffer
	require.NoError(t, f.Write(&b))
	require.NoError(t, f.Close())
	return b.Bytes(), bad
}

// killedImport is an account whose import of a spreadsheet is killed somewhere.
type killedImport struct {
	*process
	c     *client
	email string
	body  []byte
	id    string
	// seen is the progress just before the end.
	seen string
}

// post sends a request that may get no response because the program ends.
func (k *killedImport) post(path, contentType string, body []byte) (state importState, answered bool) {
	k.t.Helper()
	address := k.c.address + "/api/protected/saresystem/" + path
	req, err := http.NewRequestWithContext(k.t.Context(), http.MethodPost, address, bytes.NewReader(body))
	require.NoError(k.t, err)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+k.c.token)
	res, err := web.Do(req)
	if err != nil {
		return state, false
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return state, false
	}
	if res.StatusCode == http.StatusOK {
		require.NoError(k.t, decode(bytes.NewReader(answer), &state), "%s", answer)
	}
	return state, res.StatusCode == http.StatusOK
}

func (k *killedImport) upload() { k.id = k.sent("contacts:import?draft=true", sheetType, k.body) }
func (k *killedImport) check()  { k.sent("imports/"+k.id+":check", jsonType, []byte("{}")) }
func (k *killedImport) begin()  { k.sent("imports/"+k.id+":start", jsonType, []byte("{}")) }

func (k *killedImport) sent(path, contentType string, body []byte) string {
	k.t.Helper()
	state, answered := k.post(path, contentType, body)
	require.True(k.t, answered, path)
	return state.ID
}

func (k *killedImport) state() (i importState) {
	k.t.Helper()
	k.c.call(http.MethodGet, "protected/saresystem/imports/"+k.id, nil, &i)
	return i
}

func (k *killedImport) checked() importState {
	k.t.Helper()
	eventually(k.t, "the check to end", func() bool { return k.state().Check.State != "running" })
	return k.state()
}

// revive starts the program again and continues like a user, with the data that exist.
func (k *killedImport) revive() (found string) {
	k.t.Helper()
	k.c.address = k.start()
	k.c.login(k.email, testPassword)
	var list struct{ Items []importState }
	k.c.call(http.MethodGet, "protected/saresystem/imports", nil, &list)
	require.LessOrEqual(k.t, len(list.Items), 1)
	if len(list.Items) == 0 {
		k.upload()
		return "nothing"
	}
	k.id = list.Items[0].ID
	i := k.state()
	found = fmt.Sprintf("%s, %d %%", i.State, i.Percent)
	if i.Check != nil {
		found += ", check " + i.Check.State
	}
	return found
}

// killing lists the parts of an import in which the program is killed; took has their times in an undisturbed import.
var killing = []struct {
	part string
	run  func(k *killedImport, random *rand.Rand, took sheetTimes)
}{
	{"reading", func(k *killedImport, random *rand.Rand, took sheetTimes) {
		k.upload()
		k.check()
		k.checked()
		k.begin()
		k.killWithin(random, took.reading/2) // the first reading is the slowest
	}},
	{"conversion of a check", func(k *killedImport, random *rand.Rand, took sheetTimes) {
		k.upload()
		k.check()
		k.killWithin(random, took.conversion)
	}},
	{"check", func(k *killedImport, random *rand.Rand, took sheetTimes) {
		k.upload()
		k.check()
		<-time.After(took.conversion)
		k.killWithin(random, took.check)
	}},
	{"upload", func(k *killedImport, random *rand.Rand, took sheetTimes) {
		died := make(chan struct{})
		time.AfterFunc(within(random, took.upload), func() { k.kill(); close(died) })
		k.post("contacts:import?draft=true", sheetType, k.body)
		<-died
	}},
	{"between check and start", func(k *killedImport, _ *rand.Rand, _ sheetTimes) {
		k.upload()
		k.check()
		k.checked()
		k.kill()
	}},
	{"conversion of a start", func(k *killedImport, random *rand.Rand, took sheetTimes) {
		k.upload()
		k.begin()
		k.killWithin(random, took.conversion)
	}},
	{"start", func(k *killedImport, random *rand.Rand, _ sheetTimes) {
		k.upload()
		k.check()
		k.checked()
		died := make(chan struct{})
		time.AfterFunc(within(random, 20*time.Millisecond), func() { k.kill(); close(died) })
		k.post("imports/"+k.id+":start", jsonType, []byte("{}"))
		<-died
	}},
}

type sheetTimes struct{ upload, conversion, check, reading time.Duration }

func within(random *rand.Rand, took time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(took)))
}

func (k *killedImport) killWithin(random *rand.Rand, took time.Duration) {
	k.t.Helper()
	<-time.After(within(random, took))
	i := k.state()
	k.seen = fmt.Sprintf(" at %d %%", i.Percent)
	k.kill()
}

// download returns a whole file.
func (c *client) download(method, path, body string) string {
	c.t.Helper()
	status, data := c.do(method, path, jsonType, bytes.NewReader([]byte(body)))
	require.Equal(c.t, http.StatusOK, status, "%s", data)
	return string(data)
}

// links are the last columns of an export.
var links = regexp.MustCompile(`,https?://\S+`)

// outcome is the complete outcome of an import of the spreadsheet.
type outcome struct {
	state             importState
	contacts, refused string
}

func (k *killedImport) outcome() outcome {
	k.t.Helper()
	o := outcome{
		state:    k.c.waitImport(k.id),
		contacts: k.c.download(http.MethodPost, "protected/saresystem/contacts:exportToCsv", `{"uid":"001"}`),
		refused:  k.c.download(http.MethodGet, "protected/saresystem/imports/"+k.id+":refused", ""),
	}
	require.Equal(k.t, []string{k.id}, k.c.logged(k.t, "CONTACTS_IMPORT"))
	o.state.ID = ""
	o.contacts = links.ReplaceAllString(o.contacts, "") // they depend on the account and the program's address
	return o
}

// undisturbed imports the spreadsheet without being killed.
func (k *killedImport) undisturbed(bad int) (want outcome, took sheetTimes) {
	k.t.Helper()
	began := time.Now()
	k.upload()
	took.upload = time.Since(began)
	began = time.Now()
	k.check()
	eventually(k.t, "the text to be made", func() (made bool) {
		withDatabase(k.t, k.process, func(query func(string, ...any)) {
			query("SELECT text_size IS NOT NULL FROM contacts.imports", &made)
		})
		return made
	})
	took.conversion = time.Since(began)
	k.checked()
	took.check = time.Since(began) - took.conversion
	k.requireChecked()
	began = time.Now()
	k.begin()
	k.c.waitImport(k.id)
	took.reading = time.Since(began)
	want = k.outcome()
	require.Equal(k.t, [4]any{"done", sheetGood + bad, sheetGood, bad},
		[4]any{want.state.State, want.state.Read, want.state.Kept, want.state.Refused})
	require.Equal(k.t, sheetGood, want.state.Effects.NewCount)
	require.Equal(k.t, sheetGood, bytes.Count([]byte(want.contacts), []byte("\n"))-1)
	require.Equal(k.t, bad, bytes.Count([]byte(want.refused), []byte("\n"))-1)
	return want, took
}

// requireChecked fails unless the check accepted the good rows. The check does not see a taken address if the end of a
// step separates the two rows that have it.
func (k *killedImport) requireChecked() {
	k.t.Helper()
	check := k.checked().Check
	require.Equal(k.t, sheetGood+sheetGood/50, check.Kept+check.Refused)
	require.GreaterOrEqual(k.t, check.Kept, sheetGood)
	require.LessOrEqual(k.t, check.Kept, sheetGood+8)
}

// requireSameLines compares files too long to be shown.
func requireSameLines(t *testing.T, want, got string) {
	t.Helper()
	wanted, have := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wanted), len(have)) {
		require.Equal(t, wanted[i], have[i], "line %d", i+1)
	}
	require.Len(t, have, len(wanted), "lines")
}

// A spreadsheet is uploaded, checked and started like in the browser; whenever the program is killed, each good row
// counts once, and each other row is reported once.
func TestAKilledImportOfASpreadsheetKeepsEachRowOnce(t *testing.T) {
	body, bad := spreadsheet(t)
	p := newProcess(t)
	address := p.start()
	account := func(email string) *killedImport {
		return &killedImport{process: p, c: p.createAccount(address, email), email: email, body: body}
	}
	k := account("undisturbed@example.com")
	want, took := k.undisturbed(bad)
	seed := uint64(fromEnvironment("PULS_CRASH_SEED", int(time.Now().UnixNano()&0xffff)))
	t.Logf("seed %d; undisturbed: upload %s, conversion %s, check %s, reading %s",
		seed, took.upload, took.conversion, took.check, took.reading)
	random := rand.New(rand.NewPCG(35, seed))
	for point := range crashPoints(t) {
		k := account(fmt.Sprintf("killed%d@example.com", point))
		kind := killing[point%len(killing)]
		kind.run(k, random, took)
		found := k.revive()
		t.Logf("point %d, killed in %s%s: found %s", point, kind.part, k.seen, found)
		if i := k.state(); i.State == "draft" {
			if i.Check != nil {
				k.requireChecked()
			}
			k.begin()
		}
		got := k.outcome()
		require.Equal(t, want.state, got.state, "seed %d, point %d, killed in %s: %s", seed, point, kind.part, found)
		requireSameLines(t, want.contacts, got.contacts)
		requireSameLines(t, want.refused, got.refused)
		address = k.c.address
	}
	withDatabase(t, p, func(query func(string, ...any)) {
		left := 0
		query("SELECT count(*) FROM contacts.import_blocks WHERE import_id IN (SELECT id FROM contacts.imports)", &left)
		require.Zero(t, left, "pieces of files that are done")
	})
	figure(t, "%d rows, killed at %d points: 0 rows lost or twice", sheetGood, crashPoints(t))
}
