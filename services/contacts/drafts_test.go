package contacts_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/rpc"
)

// draft uploads a file as a draft.
func (s *system) draft(t testing.TB, kind string, body []byte) string {
	t.Helper()
	header := &contactsv1.UploadHeader{Kind: kind, Draft: true, FileName: `C:\lists\klienci.csv`}
	id, err := s.send(t, header, body, int64(len(body)))
	require.NoError(t, err)
	return id
}

func (s *system) inspect(t testing.TB, id string, o *contactsv1.ReadOptions) *contactsv1.Inspection {
	t.Helper()
	res, err := s.imports.InspectImport(t.Context(), &contactsv1.InspectImportRequest{Id: id, Options: inDatabase(o)})
	require.NoError(t, err)
	return res.GetInspection()
}

// check starts a dry run of a draft and waits for its result.
func (s *system) check(t testing.TB, id string, o *contactsv1.ReadOptions) *contactsv1.Import {
	t.Helper()
	_, err := s.imports.CheckImport(t.Context(), &contactsv1.CheckImportRequest{Id: id, Options: inDatabase(o)})
	require.NoError(t, err)
	return s.waitFor(t, id, func(i *contactsv1.Import) bool { return i.GetCheck().GetState() != "running" })
}

// begin starts the import of a draft and waits for its end.
func (s *system) begin(t testing.TB, id string, o *contactsv1.ReadOptions) *contactsv1.Import {
	t.Helper()
	_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: id, Options: inDatabase(o)})
	require.NoError(t, err)
	return s.wait(t, id)
}

func guessed(i *contactsv1.Inspection) (fields, because []string) {
	for _, c := range i.GetColumns() {
		fields, because = append(fields, c.GetField()), append(because, c.GetBecause())
	}
	return fields, because
}

const polishFile = "Adres e-mail;Telefon;Imię;Zgoda e-mail;Uwagi\r\n" +
	"Ada@Example.com;500 000 001;Ada;PRAWDA;x\r\n" +
	"bob@example.com;4,85012E+10;Bob;;y\r\n"

func TestADraftIsLookedAtCheckedAndStarted(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001", "042")
	_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: "Imię"})
	require.NoError(t, err)
	id := s.draft(t, "contacts", []byte(polishFile))
	seen := s.inspect(t, id, nil)
	fields, because := guessed(seen)
	require.Equal(t, []string{"email", "gsm", "property:Imię", "email_consent", ""}, fields)
	require.Equal(t, []string{"NAME", "NAME", "NAME", "NAME", ""}, because)
	require.Equal(t, []string{";", "csv", "utf-8", "contacts"}, []string{
		seen.GetDelimiter(), seen.GetFormat(), seen.GetEncoding(), seen.GetKind(),
	})
	require.Equal(t, []string{"Ada@Example.com", "bob@example.com"}, seen.GetColumns()[0].GetExamples())
	require.Contains(t, seen.GetFields(), "property:Imię")
	require.Len(t, seen.GetRows(), 2)
	require.Empty(t, seen.GetRows()[0].GetReason())
	require.Contains(t, seen.GetRows()[1].GetReason(), "ROUNDED_NUMBER")
	require.Equal(t, "ROUNDED_NUMBERS", seen.GetNotices()[0].GetNotice())
	require.Equal(t, "2", seen.GetNotices()[0].GetCell())

	options := &contactsv1.ReadOptions{Mapping: fields}
	checked := s.check(t, id, options)
	require.Equal(t, "draft", checked.GetState())
	require.Equal(t, []int32{2, 1, 1}, []int32{
		checked.GetCheck().GetRead(), checked.GetCheck().GetKept(), checked.GetCheck().GetRefused(),
	})
	require.True(t, proto.Equal(&contactsv1.ImportEffects{
		NewCount: 1, EmailConsentsGiven: 1, NewEmailConsents: 1,
	}, checked.GetCheck().GetEffects()), "%v", checked)
	require.Equal(t, "klienci.csv", checked.GetFileName())
	require.EqualValues(t, 100, checked.GetPercent())
	require.True(t, proto.Equal(&contactsv1.RefusedReason{
		Reason: "ROUNDED_NUMBER", Count: 1, FirstLine: 3, Column: "Telefon", Value: "4,85012E+10",
	}, checked.GetReasons()[0]), "%v", checked.GetReasons())
	require.Equal(t, "Telefon", checked.GetErrors()[0].GetColumn())
	require.Zero(t, s.contactsWhere(t, "true"), "a check keeps nothing")

	done := s.begin(t, id, options)
	require.Equal(t, "done", done.GetState())
	require.Equal(t, [3]int32{2, 1, 1}, counts(done))
	require.Nil(t, done.GetCheck())
	require.Equal(t, 1, s.contactsWhere(t, `email = 'ada@example.com'
		AND gsm = '+48500000001' AND email_consent AND properties->>'1' = 'Ada'`))
	require.Zero(t, s.waiting(t))
	_, err = s.imports.CheckImport(t.Context(), &contactsv1.CheckImportRequest{Id: id})
	require.Equal(t, "IMPORT_NOT_DRAFT", rpc.Reason(err))

	// The next file of the account gets the same mapping, in any order of its columns.
	other := s.draft(t, "contacts", []byte("Uwagi;Adres e-mail;Nowa\r\nz;eve@example.com;1\r\n"))
	again := s.inspect(t, other, nil)
	fields, because = guessed(again)
	require.Equal(t, []string{"", "email", ""}, fields)
	require.Equal(t, []string{"LEARNED", "LEARNED", ""}, because)
	require.NotNil(t, again.GetMappedAs())
}

func TestCancelledDraftsAndImportsAreOver(t *testing.T) {
	t.Parallel()
	s := startAlone(t, nil) // counts published events
	s.ensure(t, "001")
	id := s.draft(t, "contacts", []byte("email\nada@example.com\n"))
	for range 2 {
		res, err := s.imports.CancelImport(t.Context(), &contactsv1.CancelImportRequest{Id: id})
		require.NoError(t, err)
		require.Equal(t, "cancelled", res.GetImport().GetState())
	}
	require.Zero(t, s.waiting(t))
	require.Zero(t, s.count(t, "SELECT count(*) FROM outbox WHERE subject = 'contacts.import-finished'"))
	_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: id})
	require.Equal(t, "IMPORT_NOT_DRAFT", rpc.Reason(err))
	done := s.load(t, "contacts", "csv", []byte("email\nada@example.com\n"))
	_, err = s.imports.CancelImport(t.Context(), &contactsv1.CancelImportRequest{Id: done.GetId()})
	require.Equal(t, "IMPORT_ENDED", rpc.Reason(err))

	body := contactsFile(300_000)
	id, err = s.send(t, &contactsv1.UploadHeader{Kind: "contacts", FileName: "klienci.csv"}, body, int64(len(body)))
	require.NoError(t, err)
	s.waitFor(t, id, func(i *contactsv1.Import) bool { return i.GetKept() > 0 })
	res, err := s.imports.CancelImport(t.Context(), &contactsv1.CancelImportRequest{Id: id})
	require.NoError(t, err)
	require.Equal(t, "cancelled", res.GetImport().GetState())
	kept := res.GetImport().GetKept()
	require.Less(t, kept, int32(300_000))
	next := s.load(t, "contacts", "csv", []byte("email\nzoe@example.com\n")) // it starts once the other has stopped
	require.EqualValues(t, 1, next.GetKept())
	require.Equal(t, int(kept)+2, s.contactsWhere(t, "true"), "what was kept stays, and no more comes")
	require.Equal(t, 1, s.count(t, `SELECT count(*) FROM outbox WHERE subject = 'contacts.import-finished'
		AND position('cancelled'::bytea IN payload) > 0 AND position('klienci.csv'::bytea IN payload) > 0`))
}

func packGzip(t testing.TB, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return packed.Bytes()
}

func packZip(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, text := range files {
		f, err := w.Create(name)
		require.NoError(t, err)
		_, err = f.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return packed.Bytes()
}

func asUTF16(text string, order binary.AppendByteOrder, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	var body []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		body = order.AppendUint16(body, unit)
	}
	return body
}

func TestFilesAreReadAsTheyCome(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads files, one after the other")
	}
	text := "email;property:Miasto;groups\r\nada@example.com;Łódź;żółw|🐢\r\nbob@example.com;Kraków;\r\n"
	cp1250 := []byte("email;property:Miasto\r\nada@example.com;\xa3\xf3d\x9f\r\nbob@example.com;Krak\xf3w\r\n")
	for name, body := range map[string][]byte{
		"gzip":                 packGzip(t, []byte(text)),
		"zip":                  packZip(t, map[string][]byte{"lista/klienci.csv": []byte(text), "__MACOSX/._klienci.csv": {1}}),
		"UTF-16, little":       asUTF16(text, binary.LittleEndian, true),
		"UTF-16, big":          asUTF16(text, binary.BigEndian, true),
		"UTF-16, no mark":      asUTF16(text, binary.LittleEndian, false),
		"UTF-16, big, no mark": asUTF16(text, binary.BigEndian, false),
		"UTF-16 in gzip":       packGzip(t, asUTF16(text, binary.LittleEndian, true)),
		"UTF-16 in zip":        packZip(t, map[string][]byte{"a.csv": asUTF16(text, binary.BigEndian, true)}),
		"windows-1250":         cp1250,
		"windows-1250 in gzip": packGzip(t, cp1250),
		"windows-1250 in zip":  packZip(t, map[string][]byte{"a.txt": cp1250}),
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.ensure(t, "001")
			_, err := s.contacts.AddProperty(t.Context(), &contactsv1.AddPropertyRequest{Uid: "001", Name: "Miasto"})
			require.NoError(t, err)
			id := s.draft(t, "contacts", body)
			seen := s.inspect(t, id, nil)
			require.Equal(t, []string{"Łódź", "Kraków"}, seen.GetColumns()[1].GetExamples())
			got := s.begin(t, id, nil)
			require.Equal(t, [3]int32{2, 2, 0}, counts(got))
			require.Equal(t, 1, s.contactsWhere(t, `email = 'ada@example.com' AND properties->>'1' = 'Łódź'`))
			require.Zero(t, s.waiting(t))
		})
	}
}

func TestArchivesThatCannotBeReadAreRefused(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("unpacks hundreds of megabytes, one file after the other")
	}
	s := start(t)
	s.ensure(t, "001")
	good := []byte("email\nada@example.com\n")
	locked := packZip(t, map[string][]byte{"a.csv": good})
	for at := 0; at+4 < len(locked); at++ { // the flag of encryption is in both headers
		switch string(locked[at : at+4]) {
		case "PK\x03\x04":
			locked[at+6] |= 1
		case "PK\x01\x02":
			locked[at+8] |= 1
		}
	}
	for name, c := range map[string]struct {
		body   []byte
		reason string
	}{
		"two files":      {packZip(t, map[string][]byte{"a.csv": good, "b.csv": good}), "IMPORT_ARCHIVE_INVALID"},
		"none":           {packZip(t, nil), "IMPORT_ARCHIVE_INVALID"},
		"zip in zip":     {packZip(t, map[string][]byte{"a.zip": locked}), "IMPORT_ARCHIVE_INVALID"},
		"gzip in gzip":   {packGzip(t, packGzip(t, good)), "IMPORT_ARCHIVE_INVALID"},
		"a locked one":   {locked, "IMPORT_ARCHIVE_INVALID"},
		"a locked sheet": {[]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest of it"), "IMPORT_FILE_UNKNOWN"},
		"a picture":      {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"), "IMPORT_FILE_UNKNOWN"},
		"a PDF":          {[]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), "IMPORT_FILE_UNKNOWN"},
		"a page as .xls": {[]byte("\ufeff\r\n<HTML><body><table>"), "IMPORT_FILE_UNKNOWN"},
		"a .docx": {
			packZip(t, map[string][]byte{"[Content_Types].xml": nil, "word/document.xml": nil}), "IMPORT_FILE_UNKNOWN",
		},
		"an .ods":      {packZip(t, map[string][]byte{"mimetype": nil, "content.xml": nil}), "IMPORT_FILE_UNKNOWN"},
		"a .numbers":   {packZip(t, map[string][]byte{"Index/Document.iwa": nil}), "IMPORT_FILE_UNKNOWN"},
		"a zipped PDF": {packZip(t, map[string][]byte{"a.pdf": []byte("%PDF-1.7")}), "IMPORT_FILE_UNKNOWN"},
		"a cut zip":    {packZip(t, map[string][]byte{"a.csv": good})[:60], "IMPORT_ARCHIVE_INVALID"},
		"a cut gzip":   {packGzip(t, bytes.Repeat(good, 1000))[:60], "IMPORT_ARCHIVE_INVALID"},
		"a gzip bomb":  {packGzip(t, append([]byte("email\n"), make([]byte, 400<<20)...)), "IMPORT_ARCHIVE_INVALID"},
		"a zip bomb": {
			packZip(t, map[string][]byte{"a.csv": append([]byte("email\n"), make([]byte, 300<<20)...)}),
			"IMPORT_ARCHIVE_INVALID",
		},
		"no text":       {[]byte("em\x00ail,email\n,a@x.co\n"), "IMPORT_ENCODING_UNKNOWN"},
		"5,001 columns": {[]byte(strings.Repeat("a,", 5000) + "a\n"), "IMPORT_HEADER_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.send(t, &contactsv1.UploadHeader{Kind: "contacts", Draft: true}, c.body, int64(len(c.body)))
			require.Equal(t, c.reason, rpc.Reason(err), "%v", err)
			require.Zero(t, s.waiting(t))
		})
	}
}

func TestMappingsThatCannotBeUsedAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	id := s.draft(t, "contacts", []byte("a,b\nada@example.com,x\n"))
	for name, o := range map[string]*contactsv1.ReadOptions{
		"too short":            {Mapping: []string{"email"}},
		"an unknown field":     {Mapping: []string{"email", "shoe"}},
		"a field twice":        {Mapping: []string{"email", "email"}},
		"nobody":               {Mapping: []string{"groups", ""}},
		"no such property":     {Mapping: []string{"email", "property:Shoe"}},
		"a header unexplained": {NoHeader: proto.Bool(true)},
	} {
		_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: id, Options: inDatabase(o)})
		require.Equal(t, "IMPORT_MAPPING_INVALID", rpc.Reason(err), name)
	}
	_, err := s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{Id: id})
	require.Equal(t, "IMPORT_HEADER_INVALID", rpc.Reason(err))
	_, err = s.imports.StartImport(t.Context(), &contactsv1.StartImportRequest{
		Id: id, Options: &contactsv1.ReadOptions{Mapping: []string{"email", ""}, Uid: "777"},
	})
	require.Equal(t, "DATABASE_NOT_FOUND", rpc.Reason(err))
	// With NoHeader the first row counts as data.
	got := s.begin(t, id, &contactsv1.ReadOptions{Mapping: []string{"email", ""}, NoHeader: proto.Bool(true)})
	require.Equal(t, [3]int32{2, 1, 1}, counts(got))
}

func TestSampleFilesAreTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	for _, kind := range []string{"contacts", "unsubscribes", "engagement"} {
		stream, err := s.imports.GetSampleFile(t.Context(), &contactsv1.GetSampleFileRequest{Kind: kind, Delimiter: ";"})
		require.NoError(t, err)
		var file bytes.Buffer
		for {
			piece, err := stream.Recv()
			if err == io.EOF { //nolint:errorlint // streams end with this very value
				break
			}
			require.NoError(t, err)
			file.Write(piece.GetData())
		}
		got := s.load(t, kind, "", file.Bytes())
		require.Equal(t, "done", got.GetState())
		require.Zero(t, got.GetRefused(), "%s: %v", kind, got.GetErrors())
		require.Positive(t, got.GetKept(), kind)
	}
}

func TestAFileOfUnsubscriptionsWithdrawsConsents(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,email_consent,sms_consent\n"+
		"A,a@x.co,500000001,1,1\nB,b@x.co,500000002,1,1\nC,c@x.co,500000003,1,1\nD,d@x.co,500000004,1,1\n"))
	file := []byte("email,gsm,external_id,channel,occurred_at\n" +
		"A@x.co,,,,\n,500000002,,sms,2026-11-01T10:00:00Z\n,,C,,\nnew@x.co,,,mailing,\nnobody,,,,\n,,,,\nd@x.co,,,fax,\n")
	id := s.draft(t, "unsubscribes", file)
	want := &contactsv1.ImportEffects{ChangedCount: 3, EmailConsentsWithdrawn: 2, SmsConsentsWithdrawn: 2}
	checked := s.check(t, id, nil).GetCheck()
	require.True(t, proto.Equal(want, checked.GetEffects()), "%v", checked)
	require.Equal(t, 4, s.contactsWhere(t, "email_consent AND sms_consent"))
	done := s.begin(t, id, nil)
	require.Equal(t, [3]int32{6, 4, 2}, counts(done), "a row without anything in it is none")
	require.True(t, proto.Equal(want, done.GetEffects()), "%v", done.GetEffects())
	require.Equal(t, 1, s.contactsWhere(t, "NOT email_consent AND sms_consent AND external_id = 'A'"))
	require.Equal(t, 1, s.contactsWhere(t, "email_consent AND NOT sms_consent AND external_id = 'B'"))
	require.Equal(t, 1, s.contactsWhere(t, "NOT email_consent AND NOT sms_consent AND external_id = 'C'"))
	// An address without a contact is on the suppression list.
	got := s.load(t, "contacts", "csv", []byte("email,email_consent\nnew@x.co,true\n"))
	require.EqualValues(t, 1, got.GetEffects().GetUnsubscribedKept())
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM log_entries WHERE kind = 'UNSUBSCRIBE_IMPORT'"))
}

func TestMendedRowsAreAllTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	options := &contactsv1.ReadOptions{Mapping: []string{"external_id", "email", "gsm"}}
	body := []byte("Klient;Poczta;Telefon\nK1;ada@example.com;\n'=K2;bob;\nK3;\"eve@\"\"x;\"\nK4;zoe@example.com;4.85E+10\n")
	header := &contactsv1.UploadHeader{Kind: "contacts", Options: options}
	id, err := s.send(t, header, body, int64(len(body)))
	require.NoError(t, err)
	got := s.wait(t, id)
	require.Equal(t, [3]int32{4, 1, 3}, counts(got))
	rows := s.refused(t, id)
	require.Len(t, rows, 3)
	var mended bytes.Buffer
	w := csv.NewWriter(&mended)
	w.Comma = ';'
	require.NoError(t, w.Write([]string{"line", "reason", "Klient", "Poczta", "Telefon"}))
	for i, row := range rows {
		row[3], row[4] = []string{"bob", "eve", "zoe"}[i]+"@example.com", ""
		require.NoError(t, w.Write(row))
	}
	w.Flush()
	id, err = s.send(t, header, mended.Bytes(), int64(mended.Len()))
	require.NoError(t, err)
	require.Equal(t, [3]int32{3, 3, 0}, counts(s.wait(t, id)))
	require.Equal(t, 4, s.contactsWhere(t, "true"))
}
