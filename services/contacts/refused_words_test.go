package contacts_test

import (
	"fmt"
	"mime"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
)

func TestRefusedRowsAreToldInWordsOfPeople(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	draft := s.draft(t, "contacts", []byte("E-mail;Telefon;Zgoda e-mail\nada;;TAK\nbob@x.co;12;NIE\neve@x.co;;chyba\n;;TAK\nok@x.co;;TAK\n"))
	options := &contactsv1.ReadOptions{Mapping: []string{"email", "gsm", "email_consent"}}
	done := s.begin(t, draft, options)
	require.Equal(t, [3]int32{5, 1, 4}, counts(done))
	for language, want := range map[string]struct {
		name string
		rows [][]string
	}{
		"pl": {"klienci – odrzucone 4.csv", [][]string{
			{"wiersz", "powód", "E-mail", "Telefon", "Zgoda e-mail"},
			{"2", "E-mail: to nie jest adres e-mail", "ada", "", "TAK"},
			{"3", "Telefon: to nie jest numer telefonu", "bob@x.co", "12", "NIE"},
			{"4", "Zgoda e-mail: nie rozpoznajemy tej wartości: wskaż w kroku Kolumny, co znaczy", "eve@x.co", "", "chyba"},
			{"5", "brak e-maila, telefonu i identyfikatora", "", "", "TAK"},
		}},
		"en": {"klienci – refused 4.csv", [][]string{
			{"row", "reason", "E-mail", "Telefon", "Zgoda e-mail"},
			{"2", "E-mail: this isn't an e-mail address", "ada", "", "TAK"},
			{"3", "Telefon: this isn't a phone number", "bob@x.co", "12", "NIE"},
			{"4", "Zgoda e-mail: we don't recognise this value: set its meaning under Columns", "eve@x.co", "", "chyba"},
			{"5", "no e-mail, phone or ID", "", "", "TAK"},
		}},
	} {
		disposition, rows := s.refusedIn(t, done.GetId(), language)
		_, parameters, err := mime.ParseMediaType(disposition)
		require.NoError(t, err)
		require.Equal(t, want.name, parameters["filename"])
		require.Equal(t, want.rows, rows, language)
		// The downloaded file can be corrected and imported without other changes.
		body := ""
		for at, row := range rows {
			if at == 1 {
				row[2] = "ada@x.co"
			}
			body += fmt.Sprintf("%s;%s;%s;%s;%s\n", row[0], row[1], row[2], row[3], row[4])
		}
		again := s.begin(t, s.draft(t, "contacts", []byte(body)), options)
		require.Equal(t, [3]int32{4, 1, 3}, counts(again), "%v", again.GetErrors())
		_, rows = s.refusedIn(t, again.GetId(), language)
		require.Equal(t, want.rows[0], rows[0], "one line and one reason")
	}
}
