package contacts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/rpc"
)

// spoiled is a broken file with its expected outcome: a reason for refusing the whole file, or counts with the lines of
// the refused rows.
type spoiled struct {
	kind, body string
	reason     string
	// kept is the minimum number of imported rows; refused are the lines of the others.
	kept    int32
	refused []int32
}

func isText(body string) bool {
	return !strings.HasPrefix(body, "PK") && !strings.Contains(body, "\x00")
}

// spoil returns broken versions of a file.
func spoil(f *ordinaryFile, header int) map[string]spoiled {
	whole := f.counts[1]
	if !isText(f.body) {
		cut := spoiled{kind: f.kind, body: f.body[:len(f.body)/2]}
		if strings.HasPrefix(f.body, "PK") {
			cut.reason = "IMPORT_ARCHIVE_INVALID"
		}
		return map[string]spoiled{"cut": cut}
	}
	// The file is cut in the last row, after its first character.
	lines := strings.SplitAfter(strings.TrimRight(f.body, "\r\n"), "\n")
	last := len(lines) - 1
	cut := spoiled{
		kind: f.kind, body: strings.Join(lines[:last], "") + lines[last][:1], kept: whole - 1, refused: []int32{int32(last + 1)},
	}
	ways := map[string]spoiled{"cut": cut}
	if strings.Contains(lines[header-1], "@") || strings.Count(lines[header-1], `"`)%2 == 1 {
		return ways // the header names no columns, or spans several lines
	}
	again := strings.TrimPrefix(strings.TrimRight(lines[header-1], "\r\n"), "\ufeff") + "\n"
	ways["a second header"] = spoiled{
		kind: f.kind, body: strings.Join(lines[:header+1], "") + "\n" + again + strings.Join(lines[header+1:], ""), kept: whole,
		refused: []int32{int32(header + 3)},
	}
	if last == header { // one row
		ways["a second header"] = spoiled{kind: f.kind, body: f.body + again, kept: whole, refused: []int32{int32(last + 2)}}
	}
	ways["with a name that is not known"] = renamed(f, lines, header)
	ways["another kind"] = spoiled{kind: "engagement", body: f.body, reason: "IMPORT_MAPPING_INVALID"}
	return ways
}

// renamed returns a file whose first column has another name: every row is imported by the remaining columns, or the
// dry run reports that no column identifies contacts.
func renamed(f *ordinaryFile, lines []string, header int) spoiled {
	head := strings.TrimPrefix(lines[header-1], "\ufeff")
	at := strings.IndexAny(head, ",;\r\n")
	changed := slices.Clone(lines)
	changed[header-1] = "Kolumna X" + head[at:]
	return spoiled{kind: f.kind, body: strings.Join(changed, ""), kept: f.counts[1]}
}

func TestBrokenFilesLoseNothingAndSayWhy(t *testing.T) {
	t.Parallel()
	files := map[string]messyFile{}
	for name, f := range toolFiles {
		files[name] = messyFile{ordinaryFile: f, header: 1}
	}
	maps.Copy(files, messyFiles(t))
	for name, f := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.ensure(t, "001")
			ways := spoil(&f.ordinaryFile, int(f.header))
			for _, way := range slices.Sorted(maps.Keys(ways)) { // the mapping learned from one file applies to the next
				bad := ways[way]
				s.requireSpoiled(t, way, &bad)
			}
		})
	}
}

func (s *system) requireSpoiled(t *testing.T, way string, bad *spoiled) {
	t.Helper()
	before := s.contactsWhere(t, "true")
	header := &contactsv1.UploadHeader{Kind: bad.kind, Draft: true, FileName: "klienci.csv"}
	id, err := s.send(t, header, []byte(bad.body), int64(len(bad.body)))
	if err != nil {
		require.Equal(t, bad.reason, rpc.Reason(err), way)
		return
	}
	seen := s.inspect(t, id, nil)
	options := proposed(bad.kind, seen)
	if bad.reason != "" {
		_, err := s.imports.CheckImport(t.Context(), &contactsv1.CheckImportRequest{Id: id, Options: inDatabase(options)})
		require.Equal(t, bad.reason, rpc.Reason(err), way)
		require.NotEmpty(t, fieldsOf(err), way)
		require.Equal(t, before, s.contactsWhere(t, "true"), way)
		return
	}
	done := s.begin(t, id, options)
	require.Equal(t, done.GetRead(), done.GetKept()+done.GetRefused(), way)
	require.GreaterOrEqual(t, done.GetKept(), bad.kept, "%s: %v", way, done.GetErrors())
	var lines []int32
	for _, e := range done.GetErrors() {
		lines = append(lines, e.GetLine())
		require.Regexp(t, `^[A-Z_]+: `, e.GetReason(), way)
		if way == "a second header" {
			require.Equal(t, "REPEATED_HEADER: the row repeats the names of the columns", e.GetReason())
		}
	}
	if len(bad.refused) > 0 {
		require.Equal(t, bad.refused, lines, "%s: %v", way, done.GetErrors())
		require.Len(t, s.refused(t, id), len(lines), way)
	}
}

func TestAMappingThatRefusesEveryRowIsReportedBeforeTheStart(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	draft := s.draft(t, "contacts", []byte("Imię;E-mail;Miasto\nAda;ada@x.co;Łódź\nBob;bob@x.co;Kielce\n"))
	checked := s.check(t, draft, &contactsv1.ReadOptions{Mapping: []string{"email", "", "groups"}})
	require.Zero(t, checked.GetCheck().GetKept())
	require.EqualValues(t, 2, checked.GetCheck().GetRefused())
	require.Len(t, checked.GetReasons(), 1)
	require.Equal(t, "BAD_EMAIL", checked.GetReasons()[0].GetReason())
	require.Equal(t, "Imię", checked.GetReasons()[0].GetColumn())
	require.Equal(t, "Ada", checked.GetReasons()[0].GetValue())
	require.Zero(t, s.contactsWhere(t, "true"))

	// The call that starts the import refuses it too, under every consent policy. Another mapping is accepted.
	options := &contactsv1.ReadOptions{Mapping: []string{"email", "", "groups"}}
	for _, policy := range []string{"", "keep"} {
		options.ConsentPolicy = policy
		_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: draft, Options: inDatabase(options)})
		require.Equal(t, "IMPORT_NO_ROWS", rpc.Reason(err))
	}
	options.Mapping = []string{"", "email", ""}
	require.EqualValues(t, 2, s.begin(t, draft, options).GetKept())
}

func TestAFileOfAnotherKindIsDetectedAndReadAsThatKind(t *testing.T) {
	t.Parallel()
	const report = "st_text;ts;sub;frm;email\ndelivered;18-06-2024 09:55:20;Lato;me@x.co;ada@example.com\n" +
		"unsubscribed;18-06-2024 10:01:00;Lato;me@x.co;ada@example.com\n"
	const list = "E-mail;Imię;Zgoda\nada@example.com;Ada;TAK\nbob@example.com;Bob;NIE\n"
	for name, c := range map[string]struct{ sent, body, is string }{
		"events as contacts":         {"contacts", report, "engagement"},
		"events as unsubscriptions":  {"unsubscribes", report, "engagement"},
		"contacts as events":         {"engagement", list, "contacts"},
		"contacts as contacts":       {"contacts", list, ""},
		"events as events":           {"engagement", report, ""},
		"unsubscriptions as such":    {"unsubscribes", "email\nada@example.com\n", ""},
		"unsubscribed with a status": {"contacts", "email,status,data\nada@x.co,unsubscribed,2024-06-18\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.ensure(t, "001")
			s.load(t, "contacts", "csv", []byte("email,email_consent\nada@example.com,1\n"))
			draft := s.draft(t, c.sent, []byte(c.body))
			seen := s.inspect(t, draft, nil)
			require.Equal(t, c.sent, seen.GetKind())
			require.Equal(t, c.is, seen.GetOtherKind())
			if c.is == "" {
				return
			}
			seen = s.inspect(t, draft, &contactsv1.ReadOptions{Kind: c.is})
			require.Equal(t, c.is, seen.GetKind())
			require.Empty(t, seen.GetOtherKind())
			options := proposed(c.is, seen)
			options.Kind = c.is
			checked := s.check(t, draft, options)
			require.Equal(t, c.is, checked.GetKind())
			require.EqualValues(t, 2, checked.GetCheck().GetKept(), "%v", checked.GetReasons())
			done := s.begin(t, draft, options)
			require.Equal(t, c.is, done.GetKind())
			require.Equal(t, [3]int32{2, 2, 0}, counts(done))
		})
	}
}

// Any text is a valid external id, so only the repeated names identify a header.
func TestASecondHeaderAmongExternalIDsIsNoContact(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for _, kind := range []string{"contacts", "unsubscribes"} {
		got := s.load(t, kind, "csv", []byte("external_id\nA1\n\ufeffexternal_id\nA2\nexternal_id\n"))
		require.Equal(t, [3]int32{4, 2, 2}, counts(got), kind)
		require.Equal(t, []int32{3, 5}, s.refusedLines(t, got.GetId()), kind)
		require.Equal(t, "REPEATED_HEADER", got.GetReasons()[0].GetReason(), kind)
	}
	require.Equal(t, 2, s.contactsWhere(t, "true"))
}

func TestAReportSentAsContactsIsTakenByItsAddresses(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.takeOrdinary(t, s.ensure(t, "001")["001"], &ordinaryFile{
		kind: "contacts", tool: "Brevo", body: "st_text;ts;sub;frm;email\ndelivered;18-06-2024 09:55:20;Lato;me@x.co;ada@example.com\n" +
			"click;18-06-2024 10:01:00;Lato;me@x.co;ada@example.com\n",
		fields: "email", counts: [3]int32{2, 2, 0},
	})
	require.Equal(t, 1, s.contactsWhere(t, "true"))
}

// An export with a renamed or missing column is not recognised as the tool's, but its columns are.
func TestAnExportThatNearlyFitsIsReadByItsColumns(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]ordinaryFile{
		"Mailchimp without a column": {
			body:   "Email Adress,MEMBER_RATING,OPTIN_TIME,EUID,TAGS,UNSUB_TIME\na@x.co,2,2018-10-11 09:55:14,a,,\nb@x.co,2,,b,,2019-01-02 03:04:05\n",
			fields: "email created_at groups email_consent", values: []string{"UNSUB_TIME *=unsubscribed"},
		},
		"Brevo without a list of blocks for SMS": {
			body:   "CONTACT ID;EMAIL;SMS;EMAIL_BLACKLISTED;ADDED_TIME\n7;a@x.co;48500000001;No;18-06-2024\n8;b@x.co;;Yes;05-07-2024\n",
			fields: "external_id email gsm email_blocked created_at", blocked: 1,
			values: []string{"EMAIL_BLACKLISTED No=no", "EMAIL_BLACKLISTED Yes=yes"},
		},
		"FreshMail in other words": {
			body: "E-mail;Status\na@x.co;Nowy\nb@x.co;Stały\n", fields: "email",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f.kind, f.counts = "contacts", [3]int32{2, 2, 0}
			s := start(t)
			s.takeOrdinary(t, s.ensure(t, "001")["001"], &f)
		})
	}
}
