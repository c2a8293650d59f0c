package contacts_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/rpc"
)

func TestFilesOfLibreOfficeInPolishAreRead(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string][]string{
		"klienci.xlsx":    {"6 Punkty CELL_ERROR"},
		"utf8.csv":        {"7 Punkty CELL_ERROR"},
		"windows1250.csv": {"7 Punkty CELL_ERROR"},
		"utf16.csv":       {"7 Punkty CELL_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.ensure(t, "001")
			s.addProperty(t, "001", "Imię", "Text")
			s.addProperty(t, "001", "Punkty", "Number")
			body, err := os.ReadFile(filepath.Join("testdata", "libreoffice", name))
			require.NoError(t, err)
			id := s.draft(t, "contacts", body)
			seen := s.inspect(t, id, nil)
			fields, _ := guessed(seen)
			require.Equal(t, []string{
				"email", "gsm", "property:Imię", "created_at", "email_consent", "property:Punkty", "groups",
			}, fields)
			got := s.begin(t, id, &contactsv1.ReadOptions{Mapping: fields})
			var told []string
			for _, e := range got.GetErrors() {
				var code string
				_, err := fmt.Sscanf(e.GetReason(), "%s", &code)
				require.NoError(t, err)
				told = append(told, fmt.Sprintf("%d %s %s", e.GetLine(), e.GetColumn(), code[:len(code)-1]))
			}
			require.Equal(t, refused, told)
			require.EqualValues(t, 3, got.GetKept())
			require.Equal(t, 1, s.contactsWhere(t, `email = 'anna@example.com'
				AND gsm = '+48501234567' AND email_consent AND properties->>'1' = 'Żaneta' AND properties->>'2' = '12.5'
				AND created_at = '2026-01-15T00:00:00+01:00'`))
			require.Equal(t, 1, s.contactsWhere(t, `email = 'jan@example.com'
				AND NOT email_consent AND properties->>'2' = '0.25' AND created_at = '2026-03-01T12:30:00+01:00'`))
			require.Equal(t, 1, s.contactsWhere(t, `email = 'ewa@example.com'
				AND properties->>'1' = 'Ewa "Ef"; Nowak'`))
			require.ElementsMatch(t, []string{"VIP", "Łódź", "a b"}, got.GetEffects().GetNewGroups())
			if name == "klienci.xlsx" {
				require.Equal(t, "FORMULAS A6", seen.GetNotices()[0].GetNotice()+" "+seen.GetNotices()[0].GetCell())
			}
		})
	}
}

// book writes a spreadsheet, with another library than the service reads it with.
func book(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var body bytes.Buffer
	require.NoError(t, f.Write(&body))
	require.NoError(t, f.Close())
	return body.Bytes()
}

func set(t testing.TB, f *excelize.File, sheet string, cells map[string]any) {
	t.Helper()
	for cell, value := range cells {
		require.NoError(t, f.SetCellValue(sheet, cell, value))
	}
}

func TestTrapsOfSpreadsheetsAreToldAtTheirCell(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	body := book(t, func(f *excelize.File) {
		set(t, f, "Sheet1", map[string]any{"A1": "nothing here"})
		require.NoError(t, f.SetSheetVisible("Sheet1", true))
		_, err := f.NewSheet("Klienci")
		require.NoError(t, err)
		_, err = f.NewSheet("Stare")
		require.NoError(t, err)
		require.NoError(t, f.SetSheetVisible("Stare", false))
		set(t, f, "Klienci", map[string]any{
			"B3": "email", "C3": "gsm", "D3": "external_id", "E3": "created_at", "F3": "email",
			"B4": "ada@example.com", "C4": 48501234567.0, "D4": 123456789012345.0, "E4": 46037.75,
			"B5": "bob@example.com", "C5": "4.85E+10",
			"B6": "eve@example.com", "D6": 12345678901234567.0,
			"B9": "zoe@example.com", "C9": "500 000 009", "H9": "too much",
		})
		require.NoError(t, f.SetCellFormula("Klienci", "B7", `"x"&"@example.com"`)) // without a calculated value
		require.NoError(t, f.MergeCell("Klienci", "B4", "B5"))
		require.NoError(t, f.SetRowVisible("Klienci", 6, false))
	})
	header := &contactsv1.UploadHeader{Kind: "contacts", Draft: true, Options: &contactsv1.ReadOptions{Sheet: "Klienci"}}
	id, err := s.send(t, header, body, int64(len(body)))
	require.NoError(t, err)
	options := &contactsv1.ReadOptions{
		Sheet: "klienci", Mapping: []string{"", "email", "gsm", "external_id", "created_at", ""},
	}
	seen := s.inspect(t, id, options)
	require.Len(t, seen.GetSheets(), 3)
	require.True(t, seen.GetSheets()[2].GetHidden())
	var notices []string
	for _, n := range seen.GetNotices() {
		notices = append(notices, n.GetNotice()+" "+n.GetCell())
	}
	require.ElementsMatch(t, []string{
		"FORMULAS B7", "MERGED_CELLS B4", "HIDDEN_ROWS A6", "ROUNDED_NUMBERS C5", "DUPLICATE_HEADER F3",
	}, notices)
	got := s.begin(t, id, options)
	reasons := map[int32]string{}
	for _, e := range got.GetErrors() {
		reasons[e.GetLine()] = e.GetColumn() + " " + e.GetReason()[:12]
	}
	require.Equal(t, map[int32]string{
		5: "gsm ROUNDED_NUMB", 6: "external_id ROUNDED_NUMB", 7: "email CELL_ERROR: ", 9: " WRONG_COLUMN",
	}, reasons)
	require.Equal(t, [3]int32{5, 1, 4}, counts(got))
	require.Equal(t, 1, s.contactsWhere(t, `gsm = '+48501234567'
		AND external_id = '123456789012345' AND created_at = '2026-01-15T18:00:00+01:00'`))
}

func TestSheetsThatAreNotThereAreTold(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	body := book(t, func(f *excelize.File) { set(t, f, "Sheet1", map[string]any{"A1": "email", "A2": "a@x.co"}) })
	header := &contactsv1.UploadHeader{Kind: "contacts", Options: &contactsv1.ReadOptions{Sheet: "Klienci"}}
	_, err := s.send(t, header, body, int64(len(body)))
	require.Equal(t, "IMPORT_SHEET_UNKNOWN", rpc.Reason(err))
	_, err = s.imports.InspectFile(t.Context(), &contactsv1.InspectFileRequest{Data: body[:len(body)/2]})
	require.Equal(t, "IMPORT_ARCHIVE_INVALID", rpc.Reason(err))
	res, err := s.imports.InspectFile(t.Context(), &contactsv1.InspectFileRequest{Data: body})
	require.NoError(t, err)
	require.Equal(t, "xlsx", res.GetInspection().GetFormat())
	empty := book(t, func(*excelize.File) {})
	_, err = s.send(t, &contactsv1.UploadHeader{Kind: "contacts"}, empty, int64(len(empty)))
	require.Equal(t, "IMPORT_EMPTY", rpc.Reason(err))
}

func TestDatesOfBothSystemsAreTheSameDays(t *testing.T) {
	t.Parallel()
	for _, from1904 := range []bool{false, true} {
		s := start(t)
		s.ensure(t, "001")
		body := book(t, func(f *excelize.File) {
			require.NoError(t, f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &from1904}))
			format := `dd"."mm"."yyyy hh:mm`
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
			require.NoError(t, err)
			day := 46037.5
			if from1904 {
				day -= 1462
			}
			set(t, f, "Sheet1", map[string]any{"A1": "email", "B1": "created_at", "A2": "a@x.co", "B2": day})
			require.NoError(t, f.SetCellStyle("Sheet1", "B2", "B2", style))
		})
		require.Equal(t, [3]int32{1, 1, 0}, counts(s.load(t, "contacts", "", body)))
		require.Equal(t, 1, s.contactsWhere(t, "created_at = '2026-01-15T12:00:00+01:00'"))
	}
}
