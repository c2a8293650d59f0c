package core

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/file"
)

func TestHeads(t *testing.T) {
	for name, c := range map[string]struct {
		kind FileKind
		text string
		want Head
		err  error
		says string
	}{
		"commas": {
			kind: KindContacts, text: "uid,email\n001,a@b.c\n",
			want: Head{Delimiter: ',', Columns: []string{"uid", "email"}, Size: 10, Lines: 1},
		},
		"semicolons, marked": {
			kind: KindContacts, text: "\ufeffuid;Email\r\n",
			want: Head{Delimiter: ';', Marked: true, Columns: []string{"uid", "email"}, Size: 14, Lines: 1},
		},
		"tabs": {
			kind: KindContacts, text: "uid\temail\n",
			want: Head{Delimiter: '\t', Columns: []string{"uid", "email"}, Size: 10, Lines: 1},
		},
		"one column": {
			kind: KindContacts, text: "email", want: Head{Delimiter: ',', Columns: []string{"email"}, Size: 5, Lines: 1},
		},
		"quotes": {
			kind: KindContacts, text: `"uid";"email"` + "\n",
			want: Head{Delimiter: ';', Columns: []string{"uid", "email"}, Size: 14, Lines: 1},
		},
		"blank lines before": {
			kind: KindContacts, text: "\r\n\nemail\n", want: Head{Delimiter: ',', Columns: []string{"email"}, Size: 9, Lines: 3},
		},
		"properties": {
			kind: KindContacts, text: "email,Property:Kolor Oczu\n",
			want: Head{Delimiter: ',', Columns: []string{"email", "property:Kolor Oczu"}, Size: 26, Lines: 1},
		},
		"engagement": {
			kind: KindEngagement, text: "type,occurred_at\n",
			want: Head{Delimiter: ',', Columns: []string{"type", "occurred_at"}, Size: 17, Lines: 1},
		},
		"nothing":           {kind: KindContacts, text: "", err: ErrImportEmpty},
		"a mark alone":      {kind: KindContacts, text: "\ufeff\n", err: ErrImportEmpty},
		"delimiters alone":  {kind: KindContacts, text: ";;;\r\n ; ;\n", err: ErrImportEmpty},
		"blanks alone":      {kind: KindContacts, text: "\r\n \n", err: ErrImportEmpty},
		"utf-16":            {kind: KindContacts, text: "\xff\xfeu\x00i\x00d\x00", err: ErrImportEncoding},
		"an unknown column": {kind: KindContacts, text: "email,colour\n", err: ErrImportHeader, says: "column 2"},
		"a property of events": {
			kind: KindEngagement, text: "type,occurred_at,property:x\n", err: ErrImportHeader, says: "column 3",
		},
		"a nameless property": {kind: KindContacts, text: "email,property:\n", err: ErrImportHeader, says: "column 2"},
		"a column twice": {
			kind: KindContacts, text: "email,uid,E-mail,email\n", err: ErrImportHeader, says: "column 3",
		},
		"a known column twice": {kind: KindContacts, text: "email,uid,EMAIL\n", err: ErrImportHeader, says: "column 3"},
		"no address": {
			kind: KindContacts, text: "uid,groups\n", err: ErrImportHeader, says: "external_id, email and gsm",
		},
		"no time":               {kind: KindEngagement, text: "uid,type\n", err: ErrImportHeader, says: `"occurred_at"`},
		"data without a header": {kind: KindContacts, text: "001,a@b.c\n", err: ErrImportHeader, says: "column 1"},
		"an unclosed quote":     {kind: KindContacts, text: "\"email,uid\n", err: ErrImportHeader},
		"a line without an end": {
			kind: KindContacts, text: strings.Repeat("x", HeadLimit+1), err: ErrImportHeader, says: "first line",
		},
	} {
		t.Run(name, func(t *testing.T) {
			head, err := ReadHead(c.kind, "csv", file.UTF8, ReadOptions{}, []byte(c.text))
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
				require.ErrorContains(t, err, c.says)
				return
			}
			require.NoError(t, err)
			for i := range head.Names {
				require.True(t, strings.EqualFold(head.Names[i], head.Columns[i]), "%q", head.Names[i])
			}
			head.Names = nil
			require.Equal(t, c.want, head)
		})
	}
}

func TestHeadsOfNDJSON(t *testing.T) {
	head, err := ReadHead(KindEngagement, "ndjson", file.UTF8, ReadOptions{}, []byte("\ufeff\n {\"type\":\"x\"}"))
	require.NoError(t, err)
	require.Equal(t, Head{Marked: true, Size: 3}, head)
	_, err = ReadHead(KindContacts, "ndjson", file.UTF8, ReadOptions{}, []byte("{}"))
	require.ErrorIs(t, err, ErrImportFormat)
	_, err = ReadHead(KindEngagement, "ndjson", file.UTF8, ReadOptions{}, []byte("uid,type"))
	require.ErrorIs(t, err, ErrImportHeader)
}

func TestTheHeaderOfAWindows1250FileIsRead(t *testing.T) {
	head, err := ReadHead(KindContacts, "csv", file.Windows1250, ReadOptions{}, []byte("email;property:P\xb3e\xe6\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"email", "property:Płeć"}, head.Columns)
	require.Equal(t, int64(20), head.Size) // in bytes as sent
}

func rowReader(t *testing.T, columns ...string) (*contactReader, []int, int) {
	t.Helper()
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	known := uidsOf("001", []Database{{ID: 1, UID: "001"}, {ID: 2, UID: "042"}})
	r := &contactReader{uids: known, zone: file.NewZone(warsaw)}
	targets, fields, err := r.columns(columns, []Property{
		{ID: 5, Database: 1, Name: "Age", Number: true},
		{ID: 6, Database: 1, Name: "City"},
		{ID: 7, Database: 2, Name: "City"},
	})
	require.NoError(t, err)
	r.values = newValueColumns(KindContacts, columns, columns, nil)
	return r, targets, fields
}

func TestRowsOfContacts(t *testing.T) {
	columns := append(contactColumns(), "property:Age", "property:City")
	for row, want := range map[string]*file.Defect{
		"001,A1,a@b.co,+48500000001,2026-01-01T00:00:00Z,true,false,true,,vip|new  group|,12.5,Kraków": nil,
		"42,A1,,,,,,,,,,":                                  nil,
		",,,500 000 001,,,,,,,,":                           nil,
		"002,A1,,,,,,,,,,":                                 unknownUID,
		"001,,,,,,,,,,,":                                   missingAddress,
		"001,,a@b,,,,,,,,,":                                badEmail,
		"001,,,12,,,,,,,,":                                 badGSM,
		"001,A1,,,yesterday,,,,,,,":                        badCreatedAt,
		"001,A1,,,1969-12-31,,,,,,,":                       badCreatedAt,
		"001,A1,,,2101-01-01,,,,,,,":                       badCreatedAt,
		"001,A1,,,,maybe,,,,,,":                            badFlag,
		"001,A1,,,,,,,,,old,":                              badNumber,
		"042,A1,,,,,,,,,12,":                               unknownProperty,
		"001,A1,,,,,,,,,," + strings.Repeat("x", 1001):     badProperty,
		"001,A1,,,,,,,," + strings.Repeat("ł", 101) + ",,": badGroup,
		"001," + strings.Repeat("x", 256) + ",,,,,,,,,,":   fieldTooLong,
		"001,\"A\n1\",,,,,,,,,,":                           fieldCharacter,
	} {
		r, targets, fields := rowReader(t, columns...)
		s := file.NewCSV(&text{row}, file.Start{}, ',', targets, fields+1)
		for s.Fill() {
			for s.Next() {
				_, why := r.read(s.Row())
				require.Equal(t, want, why, row)
			}
		}
		require.NotZero(t, s.Lines())
	}
}

type text struct{ rest string }

func (s *text) Append(to []byte) ([]byte, error) {
	if s.rest == "" {
		return to, errEnd
	}
	to, s.rest = append(to, s.rest...), ""
	return to, nil
}

func readRow(t *testing.T, r *contactReader, targets []int, fields int, row string) ContactRow {
	t.Helper()
	s := file.NewCSV(&text{row}, file.Start{}, ',', targets, fields+1)
	for s.Fill() {
		for s.Next() {
			got, why := r.read(s.Row())
			require.Nil(t, why)
			got.Text = nil
			return got
		}
	}
	t.Fatal("no row")
	return ContactRow{}
}

func TestARowIsReadAsItIsKept(t *testing.T) {
	r, targets, fields := rowReader(t, append(contactColumns(), "property:City")...)
	require.Equal(t, ContactRow{
		Line: 1, Database: 2, ExternalID: "A1", Email: "ada@example.com", GSM: "+48500000001", HasCreated: true,
		CreatedAt: 1_792_969_200_000_000, CreatedDay: 20_752, EmailConsent: Yes, SMSConsent: No, EmailBlocked: Yes,
		Groups: []string{"vip", "new group"}, Properties: []PropertyValue{{7, "Łódź"}},
	}, readRow(
		t, r, targets, fields, "42, A1 ,ADA@example.com,500000001,2026-10-26,PRAWDA,FAŁSZ,1,, vip |new  group|, Łódź ",
	))
	r.consents.Keep = true
	kept := readRow(t, r, targets, fields, "001,A1,,,,true,true,true,true,,")
	require.Equal(
		t, [4]Flag{Keep, Keep, Yes, Yes}, [4]Flag{kept.EmailConsent, kept.SMSConsent, kept.EmailBlocked, kept.GSMBlocked},
	)
	// An hour before midnight in UTC is the next day in Warsaw.
	require.Equal(t, int32(20_751), readRow(t, r, targets, fields, "001,A1,,,2026-10-25T22:59:59Z,,,,,,").CreatedDay)
	require.Equal(t, int32(20_752), readRow(t, r, targets, fields, "001,A1,,,2026-10-25T23:00:00Z,,,,,,").CreatedDay)
}

func TestAColumnOfAnUnknownPropertyIsRefused(t *testing.T) {
	r := &contactReader{}
	_, _, err := r.columns([]string{"email", "property:Shoe"}, []Property{{ID: 1, Database: 1, Name: "shoe"}})
	require.ErrorIs(t, err, ErrImportHeader)
	require.ErrorContains(t, err, "column 2")
}

func TestNumbersAreWhatPeopleWriteAsNumbers(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-12.50": true, "+7": true, ".5": true, "1e6": true, "00012": true,
		"NaN": false, "Inf": false, "-inf": false, "infinity": false, "0x1p-2": false, "1_000": false, "1e999": false,
		"12,5": false, "": false,
		"1-1": false, "--1": false, "e": false,
	} {
		require.Equal(t, want, isNumber(text), "%q", text)
	}
}

func TestGroupNames(t *testing.T) {
	name, err := groupName("  Żółta   łódź ")
	require.NoError(t, err)
	require.Equal(t, "Żółta łódź", name)
	for _, bad := range []string{"", " ", "a|b", strings.Repeat("x", 101)} {
		_, err := groupName(bad)
		require.ErrorIs(t, err, ErrGroupName)
	}
}
