package contacts_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

func counts(i *contactsv1.Import) [3]int32 {
	return [3]int32{i.GetRead(), i.GetKept(), i.GetRefused()}
}

func TestAFileSentTwiceAddsNothing(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	people, events := contactsFile(3000), eventsFile(9000, 3000, "shuffled")
	require.Equal(t, [3]int32{3000, 3000, 0}, counts(s.load(t, "contacts", "csv", people)))
	require.Equal(t, [3]int32{9000, 9000, 0}, counts(s.load(t, "engagement", "csv", events)))
	before, facts := s.recipients(t, id, typev1.Channel_CHANNEL_MAILING), s.facts(t)
	require.Len(t, before, 3000)
	require.Equal(t, [3]int32{3000, 3000, 0}, counts(s.load(t, "contacts", "csv", people)))
	require.Equal(t, [3]int32{9000, 9000, 0}, counts(s.load(t, "engagement", "csv", events)))
	require.Equal(t, before, s.recipients(t, id, typev1.Channel_CHANNEL_MAILING))
	again := s.facts(t)
	require.Len(t, again, len(facts))
	for f := range facts {
		require.NotZero(t, again[f])
	}
}

func TestEngagementFindsTheContactsOfTheFileBefore(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	var ids []string
	for round := range 3 {
		people := fmt.Sprintf("email\nperson%d@example.com\n", round)
		id, err := s.upload(t, "contacts", []byte(people))
		require.NoError(t, err)
		ids = append(ids, id)
		events := fmt.Sprintf(
			"occurred_at,type,message_id,email\n2026-11-01T10:00:00Z,mailing.sent,m,person%d@example.com\n", round,
		)
		id, err = s.upload(t, "engagement", []byte(events))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	for _, id := range ids {
		require.Equal(t, [3]int32{1, 1, 0}, counts(s.wait(t, id)))
	}
}

func TestUploadsThatCannotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	good := []byte("email\nada@example.com\n")
	for name, c := range map[string]struct {
		header *contactsv1.UploadHeader
		body   []byte
		size   int64
		code   codes.Code
		reason string
	}{
		"header": {
			&contactsv1.UploadHeader{Kind: "contacts", Format: "csv"}, []byte("mail\n"), 5, codes.InvalidArgument,
			"IMPORT_HEADER_INVALID",
		},
		"empty": {&contactsv1.UploadHeader{Kind: "contacts", Format: "csv"}, nil, 0, codes.InvalidArgument, "IMPORT_EMPTY"},
		"utf-16": {
			&contactsv1.UploadHeader{Kind: "contacts", Format: "csv"}, []byte("\xff\xfee\x00"), 4, codes.InvalidArgument,
			"IMPORT_HEADER_INVALID",
		},
		"cut off": {
			&contactsv1.UploadHeader{Kind: "contacts", Format: "csv"}, good, 100, codes.InvalidArgument, "IMPORT_CUT_OFF",
		},
		"format": {
			&contactsv1.UploadHeader{Kind: "contacts", Format: "ndjson"}, []byte("{}"), 2, codes.InvalidArgument,
			"IMPORT_FORMAT_INVALID",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.send(t, c.header, c.body, c.size)
			require.Equal(t, c.code, status.Code(err), "%v", err)
			require.Equal(t, c.reason, rpc.Reason(err))
		})
	}
	// A sender that stops before the end leaves no data either.
	stream, err := s.imports.UploadImport(t.Context())
	require.NoError(t, err)
	require.NoError(t, stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Header{
		Header: &contactsv1.UploadHeader{Kind: "contacts", Format: "csv"},
	}}))
	require.NoError(
		t, stream.Send(&contactsv1.UploadImportRequest{Part: &contactsv1.UploadImportRequest_Data{Data: good}}),
	)
	_, err = stream.CloseAndRecv()
	require.Equal(t, "IMPORT_CUT_OFF", rpc.Reason(err))
	res, err := s.imports.ListImports(t.Context(), &contactsv1.ListImportsRequest{})
	require.NoError(t, err)
	require.Empty(t, res.GetItems())
	require.Zero(t, s.waiting(t))
}

func TestParallelUploadsOfOneKeyAreOneImport(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	body := contactsFile(200)
	header := &contactsv1.UploadHeader{Kind: "contacts", Format: "csv", IdempotencyKey: "key"}
	var mu sync.Mutex
	ids := map[string]int{}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			id, err := s.send(t, header, body, int64(len(body)))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				id = err.Error()
			}
			ids[id]++
		})
	}
	all.Wait()
	require.Len(t, ids, 1)
	for id := range ids {
		require.Equal(t, [3]int32{200, 200, 0}, counts(s.wait(t, id)))
	}
	_, err := s.send(t, header, contactsFile(201), int64(len(contactsFile(201))))
	require.Equal(t, "IMPORT_KEY_REUSED", rpc.Reason(err))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM imports"))
	require.Zero(t, s.waiting(t))
}

func TestPolishExcelIsRead(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: "Miasto"})
	require.NoError(t, err)
	// "żółw" and "Łódź" in windows-1250, as saved by Excel: without leading zeros and plus signs, and with PRAWDA for
	// true.
	body := "uid;email;gsm;email_consent;groups;property:Miasto\r\n1;ada@example.com;48500000001;PRAWDA;\xbf\xf3\xb3w;\xa3\xf3d\x9f\r\n1;bob;;;;\r\n"
	got := s.load(t, "contacts", "csv", []byte(body))
	require.Equal(t, [3]int32{2, 1, 1}, counts(got))
	require.Equal(t, int32(3), got.GetErrors()[0].GetLine())
	groups, err := s.contacts.ListGroups(t.Context(), &contactsv1.ListGroupsRequest{})
	require.NoError(t, err)
	group := groups.GetUids()["001"].GetItems()[0]
	require.Equal(t, "żółw", group.GetName())
	require.Equal(t, []int32{1, 1}, []int32{group.GetEmailValue(), group.GetSmsValue()})
	require.Equal(
		t, 1,
		s.contactsWhere(t, `properties->>'1' = 'Łódź' AND gsm = '+48500000001' AND email_consent`),
	)
}

func TestAddressesMoveBetweenContactsWithinOneFile(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("external_id,email\nA,a@x.co\nB,b@x.co\nC,c@x.co\n"))
	got := s.load(
		t, "contacts", "csv", []byte("external_id,email\nA,free@x.co\nB,a@x.co\nC,b@x.co\nD,c@x.co\nA,free@x.co\n"),
	)
	require.Equal(t, [3]int32{5, 5, 0}, counts(got))
	require.Equal(
		t, []string{"A free@x.co ", "B a@x.co ", "C b@x.co ", "D c@x.co "}, s.recipients(t, id, typev1.Channel_CHANNEL_SMS),
	)
}

func TestConsentIsKeptWhenTheFileSaysSo(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,email_consent\na@x.co,true\n"))
	body := []byte("email,email_consent\na@x.co,false\nb@x.co,true\n")
	id, err := s.send(
		t, &contactsv1.UploadHeader{Kind: "contacts", Format: "csv", ConsentPolicy: "keep"}, body, int64(len(body)),
	)
	require.NoError(t, err)
	require.Equal(t, [3]int32{2, 2, 0}, counts(s.wait(t, id)))
	require.Equal(t, 1, s.contactsWhere(t, "email_consent AND email = 'a@x.co'"))
	require.Zero(t, s.contactsWhere(t, "email_consent AND email = 'b@x.co'"))
}

func TestNDJSONSaysTheSameAsCSV(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	s.load(t, "contacts", "csv", golden(t, "edges", "contacts.csv"))
	body := golden(t, "edges", "events.csv")
	rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	require.NoError(t, err)
	var lines bytes.Buffer
	for _, row := range rows[1:] {
		object := map[string]string{}
		for i, name := range rows[0] {
			object[name] = row[i]
		}
		line, err := json.Marshal(object)
		require.NoError(t, err)
		lines.Write(append(line, '\n'))
	}
	one := s.load(t, "engagement", "csv", body)
	facts := s.facts(t)
	two := s.load(t, "engagement", "ndjson", lines.Bytes())
	require.Equal(t, counts(one), counts(two))
	both := s.facts(t)
	require.Len(t, both, len(facts))
	require.Equal(t, one.GetErrors()[0].GetLine()-1, two.GetErrors()[0].GetLine())
}

// malformed mixes 100,000 rows of contacts with 10,000 malformed rows of different kinds, and returns the lines of
// these.
func malformed() (body []byte, bad map[int32]bool, good int) {
	bad = map[int32]bool{}
	text := []byte("\xef\xbb\xbfuid,external_id,email,created_at,email_consent,groups\n")
	line := int32(1)
	add := func(row string, wrong bool) {
		line++
		if wrong {
			bad[line] = true
		} else {
			good++
		}
		text = append(text, row...)
	}
	for i := range 100_000 {
		ending := []string{"\n", "\r\n"}[i%2]
		add(fmt.Sprintf("001,C%d,c%d@example.com,2026-01-01T00:00:00Z,true,=cmd|żółw%s", i, i, ending), false)
		if i%10 != 0 {
			continue
		}
		add([]string{
			"001,B,b\xff\xfe@example.com,,,\n", "001,B\xb3,b@example.com,,,\n", "\xff\xfe0\x000\x001\x00\n",
			"001,B\x00,b@example.com,,,\n",
			"001,\"B,b@example.com,,,\n", "001,B,b@example.com,,,,,,,\n", "001,B\n", "009,B,b@example.com,,,\n", "001,,,,,\n",
			"001,B,=cmd(),,,\n", "001,B,b@example.com,32.13.2026,,\n", "001,B,b@example.com,,perhaps,\n",
			"001,B\"B,b@example.com,,,\n",
		}[i/10%13], true)
		if i%20_000 == 0 {
			add("001,B,"+strings.Repeat("x", 1<<20)+",,,\n", true)
			add("001,B"+strings.Repeat(",", 5000)+"\n", true)
		}
	}
	return text, bad, good
}

func TestAMalformedFileGivesExactlyItsGoodRows(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a large file, row after row")
	}
	s := start(t)
	id := s.ensure(t, "001")["001"]
	body, bad, good := malformed()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := s.load(t, "contacts", "csv", body)
	runtime.ReadMemStats(&after)
	t.Logf("the heap went from %d to %d MiB", before.HeapSys>>20, after.HeapSys>>20)
	require.Equal(t, [3]int32{int32(good + len(bad)), int32(good), int32(len(bad))}, counts(got))
	require.Len(t, got.GetErrors(), 1000)
	lines := s.refusedLines(t, got.GetId())
	require.Len(t, lines, len(bad))
	for _, line := range lines {
		if !bad[line] {
			t.Fatalf("line %d is good", line)
		}
	}
	requireCount(t, good, s.recipients(t, id, typev1.Channel_CHANNEL_MAILING))
	again := s.load(t, "contacts", "csv", body)
	require.Equal(t, counts(got), counts(again))
	requireCount(t, good, s.recipients(t, id, typev1.Channel_CHANNEL_MAILING))
}

// refused downloads the refused rows of an import.
func (s *system) refused(t testing.TB, id string) [][]string {
	t.Helper()
	name, rows := s.refusedIn(t, id, "")
	require.Equal(t, `attachment; filename="refused-`+id+`.csv"`, name)
	require.Equal(t, []string{"line", "reason"}, rows[0][:2])
	return rows[1:]
}

// refusedIn returns the content disposition and the rows of a file of refused rows in a language.
func (s *system) refusedIn(t testing.TB, id, language string) (disposition string, rows [][]string) {
	t.Helper()
	stream, err := s.imports.DownloadRefused(t.Context(), &contactsv1.DownloadRefusedRequest{Id: id, Language: language})
	require.NoError(t, err)
	head, err := stream.Header()
	require.NoError(t, err)
	var all bytes.Buffer
	for {
		piece, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // streams end with this very value
			break
		}
		require.NoError(t, err)
		require.Equal(t, "text/csv; charset=utf-8", piece.GetContentType())
		all.Write(piece.GetData())
	}
	rows, err = csv.NewReader(&all).ReadAll()
	require.NoError(t, err)
	return head.Get("content-disposition")[0], rows
}

func (s *system) refusedLines(t testing.TB, id string) []int32 {
	t.Helper()
	var lines []int32
	for _, row := range s.refused(t, id) {
		var line int32
		_, err := fmt.Sscan(row[0], &line)
		require.NoError(t, err)
		lines = append(lines, line)
	}
	return lines
}

func TestRefusedRowsAreHarmlessInSpreadsheets(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	got := s.load(
		t, "contacts", "csv", []byte("email,external_id\n=1+1,\n@x,\"a\nb\"\n\xff,\n+48500000001,\n+048,\n\"\n=1\",\n"),
	)
	rows := s.refused(t, got.GetId())
	var emails, lines []string
	for _, row := range rows {
		lines, emails = append(lines, row[0]), append(emails, row[2])
	}
	require.Equal(t, []string{"'=1+1", "'@x", "'\ufffd", "+48500000001", "'+048", "'\n'=1"}, emails)
	require.Equal(t, "a\nb", rows[1][3])
	require.Equal(t, []string{"2", "3", "5", "6", "7", "8"}, lines)
}

func TestDaysAreThoseOfTheAccountsZone(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.peers.accounts.zones.Store(s.account, "America/New_York")
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email\na@x.co\n"))
	s.load(
		t, "engagement", "csv", []byte("occurred_at,type,message_id,email\n2026-11-02T03:00:00Z,mailing.sent,m,A@x.co\n"),
	)
	for f := range s.facts(t) {
		require.Equal(t, uint32(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).Unix()/86400), f.day)
	}
	require.Len(t, s.facts(t), 1)
}

func TestFilesOfBothFormatsMarkActivityOfMachines(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email\na@example.com\n"))
	csv := s.load(t, "engagement", "csv", []byte("occurred_at,type,message_id,email,machine\n"+
		"2026-11-01T10:00:00Z,mailing.sent,m,a@example.com,\n2026-11-01T10:00:01Z,mailing.opened,m,a@example.com,true\n"))
	require.Equal(t, [3]int32{2, 2, 0}, counts(csv))
	ndjson := s.load(t, "engagement", "ndjson", []byte(`{"occurred_at":"2026-11-01T10:00:02Z","type":"mailing.clicked",`+
		`"message_id":"m","email":"a@example.com","machine":true}`+"\n"+`{"occurred_at":"2026-11-01T12:00:00Z",`+
		`"type":"mailing.opened","message_id":"m","email":"a@example.com","machine":false}`+"\n"))
	require.Equal(t, [3]int32{2, 2, 0}, counts(ndjson))
	kinds := map[contactsv1.EngagementKind]int{}
	for f := range s.facts(t) {
		kinds[f.kind]++
	}
	require.Equal(t, map[contactsv1.EngagementKind]int{
		contactsv1.EngagementKind_ENGAGEMENT_KIND_SENT:            1,
		contactsv1.EngagementKind_ENGAGEMENT_KIND_OPENED:          1,
		contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_OPENED:  1,
		contactsv1.EngagementKind_ENGAGEMENT_KIND_MACHINE_CLICKED: 1,
	}, kinds)
}
