package table

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/contact"
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
		"nothing":           {kind: KindContacts, text: "", err: ErrEmpty},
		"a mark alone":      {kind: KindContacts, text: "\ufeff\n", err: ErrEmpty},
		"delimiters alone":  {kind: KindContacts, text: ";;;\r\n ; ;\n", err: ErrEmpty},
		"blanks alone":      {kind: KindContacts, text: "\r\n \n", err: ErrEmpty},
		"utf-16":            {kind: KindContacts, text: "\xff\xfeu\x00i\x00d\x00", err: ErrEncoding},
		"an unknown column": {kind: KindContacts, text: "email,colour\n", err: ErrHeader, says: "column 2"},
		"a property of events": {
			kind: KindEngagement, text: "type,occurred_at,property:x\n", err: ErrHeader, says: "column 3",
		},
		"a nameless property": {kind: KindContacts, text: "email,property:\n", err: ErrHeader, says: "column 2"},
		"a column twice": {
			kind: KindContacts, text: "email,uid,E-mail,email\n", err: ErrHeader, says: "column 3",
		},
		"a known column twice": {kind: KindContacts, text: "email,uid,EMAIL\n", err: ErrHeader, says: "column 3"},
		"no address": {
			kind: KindContacts, text: "uid,groups\n", err: ErrHeader, says: "external_id, email and gsm",
		},
		"no time":               {kind: KindEngagement, text: "uid,type\n", err: ErrHeader, says: `"occurred_at"`},
		"data without a header": {kind: KindContacts, text: "001,a@b.c\n", err: ErrHeader, says: "column 1"},
		"an unclosed quote":     {kind: KindContacts, text: "\"email,uid\n", err: ErrHeader},
		"a line without an end": {
			kind: KindContacts, text: strings.Repeat("x", HeadLimit+1), err: ErrHeader, says: "first line",
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
			require.Equal(t, head.Lines, head.HeaderLine)
			require.Equal(t, len(head.Names) > 0, len(head.Text) > 0)
			head.Names, head.HeaderLine, head.First, head.Text = nil, 0, nil, nil
			require.Equal(t, c.want, head)
		})
	}
}

func TestHeadsOfNDJSON(t *testing.T) {
	head, err := ReadHead(KindEngagement, "ndjson", file.UTF8, ReadOptions{}, []byte("\ufeff\n {\"type\":\"x\"}"))
	require.NoError(t, err)
	require.Equal(t, Head{Marked: true, Size: 3}, head)
	_, err = ReadHead(KindContacts, "ndjson", file.UTF8, ReadOptions{}, []byte("{}"))
	require.ErrorIs(t, err, ErrFormat)
	_, err = ReadHead(KindEngagement, "ndjson", file.UTF8, ReadOptions{}, []byte("uid,type"))
	require.ErrorIs(t, err, ErrHeader)
}

func TestTheHeaderOfAWindows1250FileIsRead(t *testing.T) {
	head, err := ReadHead(KindContacts, "csv", file.Windows1250, ReadOptions{}, []byte("email;property:P\xb3e\xe6\n"))
	require.NoError(t, err)
	require.Equal(t, []string{"email", "property:Płeć"}, head.Columns)
	require.Equal(t, int64(20), head.Size) // in bytes as sent
}

func rowReader(t *testing.T, columns ...string) (*ContactReader, []int, int) {
	t.Helper()
	warsaw, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	known := UidsOf("001", []contact.Database{{ID: 1, UID: "001"}, {ID: 2, UID: "042"}})
	r := &ContactReader{Uids: known, Zone: file.NewZone(warsaw)}
	targets, fields, err := r.Columns(columns, []contact.Property{
		{ID: 5, Database: 1, Name: "Age", Number: true},
		{ID: 6, Database: 1, Name: "City"},
		{ID: 7, Database: 2, Name: "City"},
	})
	require.NoError(t, err)
	r.Values = NewValueColumns(KindContacts, columns, columns, nil)
	return r, targets, fields
}

// columnsWith returns the columns of the rows below. They need no change when contacts get another field.
func columnsWith(properties ...string) []string {
	columns := []string{
		"uid", "external_id", "email", "gsm", "created_at", "email_consent", "sms_consent", "email_blocked",
		"gsm_blocked", "groups",
	}
	return append(columns, properties...)
}

func TestRowsOfContacts(t *testing.T) {
	columns := columnsWith("property:Age", "property:City")
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
		"001,A1,,,,,,,,,old,":                              contact.BadNumber,
		"042,A1,,,,,,,,,12,":                               unknownProperty,
		"001,A1,,,,,,,,,," + strings.Repeat("x", 1001):     contact.BadProperty,
		"001,A1,,,,,,,," + strings.Repeat("ł", 101) + ",,": badGroup,
		"001," + strings.Repeat("x", 256) + ",,,,,,,,,,":   contact.FieldTooLong,
		"001,\"A\n1\",,,,,,,,,,":                           contact.FieldCharacter,
	} {
		r, targets, fields := rowReader(t, columns...)
		s := file.NewCSV(&text{row}, file.Start{}, ',', targets, fields+1)
		for s.Fill() {
			for s.Next() {
				_, why := r.Read(s.Row())
				require.Equal(t, want, why, row)
			}
		}
		require.NotZero(t, s.Lines())
	}
}

type text struct{ rest string }

func (s *text) Append(to []byte) ([]byte, error) {
	if s.rest == "" {
		return to, io.EOF
	}
	to, s.rest = append(to, s.rest...), ""
	return to, nil
}

func readRow(t *testing.T, r *ContactReader, targets []int, fields int, row string) contact.Row {
	t.Helper()
	s := file.NewCSV(&text{row}, file.Start{}, ',', targets, fields+1)
	for s.Fill() {
		for s.Next() {
			got, why := r.Read(s.Row())
			require.Nil(t, why)
			got.Text = nil
			return got
		}
	}
	t.Fatal("no row")
	return contact.Row{}
}

func TestARowIsReadAsItIsKept(t *testing.T) {
	r, targets, fields := rowReader(t, columnsWith("property:City")...)
	require.Equal(t, contact.Row{
		Line: 1, Database: 2, ExternalID: "A1", Email: "ada@example.com", GSM: "+48500000001", HasCreated: true,
		CreatedAt: 1_792_969_200_000_000, CreatedDay: 20_752,
		Consents: contact.ByChannel[contact.Flag]{contact.Yes, contact.No},
		Blocked:  contact.ByChannel[contact.Flag]{contact.Yes},
		Groups:   []string{"vip", "new group"}, Properties: []contact.PropertyValue{{ID: 7, Value: "Łódź"}},
	}, readRow(
		t, r, targets, fields, "42, A1 ,ADA@example.com,500000001,2026-10-26,PRAWDA,FAŁSZ,1,, vip |new  group|, Łódź ",
	))
	r.Consents.Keep = true
	kept := readRow(t, r, targets, fields, "001,A1,,,,true,true,true,true,,")
	require.Equal(
		t, [4]contact.Flag{contact.Keep, contact.Keep, contact.Yes, contact.Yes},
		[4]contact.Flag{kept.Consents[0], kept.Consents[1], kept.Blocked[0], kept.Blocked[1]},
	)
	// An hour before midnight in UTC is the next day in Warsaw.
	require.Equal(t, int32(20_751), readRow(t, r, targets, fields, "001,A1,,,2026-10-25T22:59:59Z,,,,,,").CreatedDay)
	require.Equal(t, int32(20_752), readRow(t, r, targets, fields, "001,A1,,,2026-10-25T23:00:00Z,,,,,,").CreatedDay)
}

func TestAColumnOfAnUnknownPropertyIsRefused(t *testing.T) {
	r := &ContactReader{}
	_, _, err := r.Columns([]string{"email", "property:Shoe"}, []contact.Property{{ID: 1, Database: 1, Name: "shoe"}})
	require.ErrorIs(t, err, ErrHeader)
	require.ErrorContains(t, err, "column 2")
}

func TestNumbersAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-12.50": true, "+7": true, ".5": true, "1e6": true, "00012": true,
		"NaN": false, "Inf": false, "-inf": false, "infinity": false, "0x1p-2": false, "1_000": false, "1e999": false,
		"12,5": false, "": false,
		"1-1": false, "--1": false, "e": false,
	} {
		require.Equal(t, want, contact.IsNumber(text), "%q", text)
	}
}

func TestGroupNames(t *testing.T) {
	name, err := contact.CleanGroupName("  Żółta   łódź ")
	require.NoError(t, err)
	require.Equal(t, "Żółta łódź", name)
	for _, bad := range []string{"", " ", "a|b", strings.Repeat("x", 101)} {
		_, err := contact.CleanGroupName(bad)
		require.ErrorIs(t, err, contact.ErrGroupName)
	}
}
