package contacts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// ordinaryFile is a realistic file with the expected result of an import with the proposed options.
type ordinaryFile struct {
	kind string
	body string
	// fields are the proposed fields of the columns, without ignored ones.
	fields string
	// values are the proposed meanings, as "column value=meaning".
	values []string
	// counts are the numbers of rows read, imported and refused.
	counts [3]int32
	// mailing and sms are the numbers of consenting contacts; blocked is how many contacts have a blocked address.
	mailing, sms []int
	blocked      int
	groups       []string
	// created are the days of creation of the contacts, in their order; "-" for none.
	created string
	// tool is the recognised tool.
	tool string
}

// proposed returns the options that an inspection proposes, in the form that the import page sends.
func proposed(kind string, i *contactsv1.Inspection) *contactsv1.ReadOptions {
	o := &contactsv1.ReadOptions{
		Encoding: i.GetEncoding(), Delimiter: i.GetDelimiter(), Sheet: i.GetSheet(), NoHeader: &i.NoHeader,
		HeaderLine: i.GetHeaderLine(),
	}
	if kind == "contacts" {
		o.ConsentPolicy = "keep"
		o.NewConsents = map[string]*contactsv1.NewConsent{}
	}
	for _, c := range i.GetColumns() {
		o.Mapping = append(o.Mapping, c.GetField())
		for channel, field := range map[string]string{"email": "email_consent", "sms": "sms_consent"} {
			if c.GetField() == field {
				o.NewConsents[channel] = &contactsv1.NewConsent{Answer: "column"}
			}
		}
	}
	return o
}

func (s *system) takeOrdinary(t *testing.T, database int32, f *ordinaryFile) *contactsv1.Inspection {
	t.Helper()
	id := s.draft(t, f.kind, []byte(f.body))
	seen := s.inspect(t, id, nil)
	var fields, values []string
	for _, c := range seen.GetColumns() {
		if c.GetField() != "" {
			fields = append(fields, c.GetField())
		}
		for _, v := range c.GetValues() {
			if v.GetValue() != "" {
				values = append(values, c.GetName()+" "+v.GetValue()+"="+v.GetMeaning())
			}
		}
	}
	require.Equal(t, f.fields, strings.Join(fields, " "), "%v", seen.GetColumns())
	require.ElementsMatch(t, f.values, values)
	require.Equal(t, f.tool, seen.GetTool())
	done := s.begin(t, id, proposed(f.kind, seen))
	require.Equal(t, f.counts, counts(done), "%v", done.GetErrors())
	require.ElementsMatch(t, f.mailing, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING), "consents to e-mail")
	require.ElementsMatch(t, f.sms, s.consenting(t, database, typev1.Channel_CHANNEL_SMS), "consents to SMS")
	require.Equal(t, f.blocked, s.contactsWhere(t, "email_blocked OR gsm_blocked"), "blocked")
	require.ElementsMatch(t, f.groups, done.GetEffects().GetNewGroups())
	if f.created != "" {
		days := fmt.Sprintf(`SELECT count(*) FROM (SELECT string_agg(coalesce(to_char(created_at AT TIME ZONE
			'Europe/Warsaw', 'YYYY-MM-DD'), '-'), ' ' ORDER BY number) AS days FROM contacts
			WHERE database_id = %d) d WHERE days = '%s'`, database, f.created)
		require.Equal(t, 1, s.count(t, days), "days of creation")
	}
	return seen
}
