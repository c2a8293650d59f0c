package contacts_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
)

// plainRows are the rows of most messy files below the header.
const plainRows = "ada@example.com;500 000 001;TAK\r\nbob@example.com;500 000 002;NIE\r\n"

func messyFiles(t *testing.T) map[string]messyFile {
	t.Helper()
	plain := ordinaryFile{
		kind: "contacts", fields: "email gsm email_consent", counts: [3]int32{2, 2, 0}, mailing: []int{0},
		values: []string{"Zgoda e-mail TAK=yes", "Zgoda e-mail NIE=no"},
	}
	of := func(header int32, sheet, body string) messyFile {
		f := plain
		if f.body = body; sheet != "" {
			f.tool = "Excel"
		}
		return messyFile{f, header, sheet}
	}
	const names = "E-mail;Telefon;Zgoda e-mail\r\n"
	files := map[string]messyFile{
		"title":            of(3, "", "Lista klientów, stan na 1 czerwca, 2024\r\n\r\n"+names+plainRows),
		"title and date":   of(3, "", "Raport;;\r\nUtworzono;01.06.2024;\r\n"+names+plainRows),
		"merged headings":  of(2, "", "Kontakt;;Zgody\r\n"+names+plainRows),
		"UTF-16":           of(1, "", string(asUTF16(names+plainRows, binary.LittleEndian, true))),
		"UTF-16 and title": of(2, "", string(asUTF16("Żółta lista\r\n"+names+plainRows, binary.BigEndian, true))),
		"windows-1250":     of(2, "", "Lista klient\xf3w \xb3\xf3dzkich\r\n"+names+plainRows),
		"two sheets": of(1, "Klienci", string(book(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": "Notatki", "A2": "zadzwonić do Ady", "B2": "jutro"})
			_, err := f.NewSheet("Klienci")
			require.NoError(t, err)
			fillPlain(t, f, "Klienci", 1)
		}))),
		"title in a sheet": of(4, "Sheet1", string(book(t, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": "Lista klientów", "A3": "Kontakt", "C3": "Zgody"})
			require.NoError(t, f.MergeCell("Sheet1", "A1", "C1"))
			require.NoError(t, f.MergeCell("Sheet1", "A3", "B3"))
			fillPlain(t, f, "Sheet1", 4)
		}))),
	}
	files["names that are not known"] = messyFile{ordinaryFile{
		kind: "contacts", body: "Lista;;\nKto;Skąd;Co\nada@example.com;Łódź;x\nbob@example.com;Kraków;y\n",
		fields: "email", counts: [3]int32{2, 2, 0},
	}, 2, ""}
	files["no names"] = messyFile{ordinaryFile{
		kind: "contacts", body: "Lista\n\nada@example.com;Łódź;x\nbob@example.com;Kraków;y\n",
		fields: "email", counts: [3]int32{2, 2, 0},
	}, 3, ""}
	files["phone numbers"] = messyFile{ordinaryFile{
		kind: "contacts", fields: "gsm", counts: [3]int32{4, 4, 0},
		body: "Telefon\n'+48500000001\n48500000002\n500000003\n'+48 500 000 004\n",
	}, 1, ""}
	files["dates of three forms"] = messyFile{ordinaryFile{
		kind: "contacts", fields: "email created_at", counts: [3]int32{4, 4, 0},
		body:    "E-mail;Data dodania\na@x.co;18-06-2024\nb@x.co;06/18/2024\nc@x.co;2018-10-11 09:55:14\nd@x.co;05.07.2024\n",
		created: "2024-06-18 2024-06-18 2018-10-11 2024-07-05",
	}, 1, ""}
	files["a break in a name"] = messyFile{ordinaryFile{
		kind: "contacts", body: "Lista \"A\"\n\"Adres\r\ne-mail\";\"Zgoda\ne-mail\"\nada@x.co;TAK\nbob@x.co;NIE\n",
		fields: "email email_consent", counts: [3]int32{2, 2, 0}, mailing: []int{0},
		values: []string{"Zgoda e-mail TAK=yes", "Zgoda e-mail NIE=no"},
	}, 2, ""}
	files["names of months"] = messyFile{ordinaryFile{
		kind: "contacts", fields: "email created_at", counts: [3]int32{3, 3, 0}, created: "2018-06-09 2018-06-10 2024-10-01",
		body: "Email,Date Added\na@x.co,\"Jun 09, 2018 09:30 pm\"\nb@x.co,\"Jun 10, 2018\"\nc@x.co,1 października 2024\n",
	}, 1, ""}
	files["the twelfth sheet"] = of(1, "Klienci", string(book(t, func(f *excelize.File) {
		set(t, f, "Sheet1", map[string]any{"A1": "Notatki"})
		for month := range 10 {
			_, err := f.NewSheet(fmt.Sprintf("M%d", month))
			require.NoError(t, err)
		}
		_, err := f.NewSheet("Klienci")
		require.NoError(t, err)
		fillPlain(t, f, "Klienci", 1)
	})))
	files["tags"] = messyFile{ordinaryFile{
		kind: "contacts", fields: "email groups", counts: [3]int32{4, 4, 0}, groups: []string{"VIP", "Klub"},
		body: "email,Tagi\na@x.co,\"\"\"VIP\"\",\"\"Klub\"\"\"\nb@x.co,\"VIP, Klub\"\nc@x.co,VIP; Klub\nd@x.co,VIP|Klub\n",
	}, 1, ""}
	return files
}

// messyFile adds the expected proposals for the line of the header and the sheet.
type messyFile struct {
	ordinaryFile

	header int32
	sheet  string
}

func fillPlain(t *testing.T, f *excelize.File, sheet string, row int) {
	t.Helper()
	for at, cells := range [][]any{
		{"E-mail", "Telefon", "Zgoda e-mail"}, {"ada@example.com", 48500000001, "TAK"}, {"bob@example.com", 500000002, "NIE"},
	} {
		cell, err := excelize.CoordinatesToCellName(1, row+at)
		require.NoError(t, err)
		require.NoError(t, f.SetSheetRow(sheet, cell, &cells))
	}
}

func TestMessyFilesAreTakenWithTheProposedAnswers(t *testing.T) {
	t.Parallel()
	for name, f := range messyFiles(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			seen := s.takeOrdinary(t, s.ensure(t, "001")["001"], &f.ordinaryFile)
			require.Equal(t, f.header, seen.GetHeaderLine())
			require.Equal(t, f.sheet, seen.GetSheet())
		})
	}
}
