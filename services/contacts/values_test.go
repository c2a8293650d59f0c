package contacts_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/structpb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

// meanings converts the meanings of columns' values from JSON to the form of requests.
func meanings(t testing.TB, text string) map[string]*structpb.Struct {
	t.Helper()
	var columns map[string]map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &columns))
	res := map[string]*structpb.Struct{}
	for column, values := range columns {
		var err error
		res[column], err = structpb.NewStruct(values)
		require.NoError(t, err)
	}
	return res
}

// said formats values with their counts and meanings.
func said(values []*contactsv1.ValueCount) (list []string) {
	for _, v := range values {
		list = append(list, fmt.Sprintf("%s×%d=%s", v.GetValue(), v.GetCount(), v.GetMeaning()))
	}
	return list
}

// answered returns an answer about the consents of new contacts.
func answered(channel, answer, source string) map[string]*contactsv1.NewConsent {
	return map[string]*contactsv1.NewConsent{channel: {Answer: answer, Source: source}}
}

func TestOrdinaryWordsOfConsentAreTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ yes, no, empty []string }{
		"tak, nie":           {yes: []string{"TAK", "tak ", "Tak"}, no: []string{"NIE", " nie"}},
		"t, n":               {yes: []string{"T", "t"}, no: []string{"N", "n"}},
		"yes, no":            {yes: []string{"Yes", "Y"}, no: []string{"no", "N"}},
		"x and blank":        {yes: []string{"x", "X"}, empty: []string{"", "  "}},
		"zgoda, brak":        {yes: []string{"zgoda", "Wyrażam zgodę"}, no: []string{"Brak", "brak  zgody", "BEZ ZGODY"}},
		"1, 0":               {yes: []string{"1"}, no: []string{"0"}},
		"prawda, fałsz":      {yes: []string{"PRAWDA"}, no: []string{"FAŁSZ", "falsz", "fa\u0142sz"}},
		"opt-in":             {yes: []string{"opt-in", "Opt_In", "opted in"}, no: []string{"opt-out"}},
		"subscribed":         {yes: []string{"subscribed", "Active"}, no: []string{"Unsubscribed", "cleaned", "pending"}},
		"statuses in Polish": {yes: []string{"aktywny"}, no: []string{"wypisany", "zrezygnował", "oczekuje", "błędny"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			id := s.ensure(t, "001")["001"]
			var file strings.Builder
			file.WriteString("email;email_consent\n")
			rows := 0
			for _, words := range [][]string{c.yes, c.no, c.empty} {
				for _, word := range words {
					fmt.Fprintf(&file, "p%d@x.co;\"%s\"\n", rows, word)
					rows++
				}
			}
			done := s.load(t, "contacts", "csv", []byte(file.String()))
			require.Equal(t, [3]int32{int32(rows), int32(rows), 0}, counts(done), "%v", done.GetErrors())
			var want []int
			for at := range c.yes {
				want = append(want, at)
			}
			require.Equal(t, want, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
		})
	}
}

func TestAnImportListsTheMeaningsOfValues(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("email,email_consent\nold@x.co,true\n"))
	done := s.load(t, "contacts", "csv", []byte(
		"email,email_consent,email_blocked\na@x.co,TAK,nie\nb@x.co,tak,\nc@x.co,NIE,zablokowany\nd@x.co,?,\nold@x.co,,\n"))
	require.Equal(t, [3]int32{5, 4, 1}, counts(done))
	require.Contains(t, done.GetErrors()[0].GetReason(), "BAD_FLAG")
	require.EqualValues(t, 5, done.GetErrors()[0].GetLine())
	require.Len(t, done.GetValues(), 2)
	require.Equal(t, "email_consent", done.GetValues()[0].GetField())
	require.Equal(t, []string{"TAK×2=yes", "×1=keep", "?×1=", "NIE×1=no"}, said(done.GetValues()[0].GetValues()))
	require.Equal(t, []string{"×3=keep", "nie×1=no", "zablokowany×1=yes"}, said(done.GetValues()[1].GetValues()))
	require.Equal(t, []int{0, 1, 2}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING), "a blank keeps what was")
}

func TestValuesAreMappedOnceAndRememberedForTheNextFile(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	file := []byte("Adres e-mail;Zgoda e-mail\r\na@x.co;jasne\r\nb@x.co;JASNE\r\nc@x.co;raczej nie\r\nd@x.co;TAK\r\ne@x.co;\r\n")
	draft := s.draft(t, "contacts", file)
	seen := s.inspect(t, draft, nil)
	require.Equal(t, "email_consent", seen.GetColumns()[1].GetField())
	require.Equal(t, []string{"jasne×2=", "×1=keep", "TAK×1=yes", "raczej nie×1="}, said(seen.GetColumns()[1].GetValues()))
	require.Empty(t, seen.GetColumns()[0].GetValues())
	require.True(t, seen.GetWhole())
	require.EqualValues(t, 5, seen.GetCountedRows())
	require.Contains(t, seen.GetRows()[0].GetReason(), "BAD_FLAG")

	options := &contactsv1.ReadOptions{Mapping: []string{"email", "email_consent"}}
	require.EqualValues(t, 3, s.check(t, draft, options).GetCheck().GetRefused(), "nobody said what they mean yet")
	options.Values = meanings(t, `{"Zgoda e-mail": {" Jasne": "yes", "raczej nie": "no"}}`)
	again := s.inspect(t, draft, options)
	require.Equal(t, []string{"jasne×2=yes", "×1=keep", "TAK×1=yes", "raczej nie×1=no"}, said(again.GetColumns()[1].GetValues()))
	require.Empty(t, again.GetRows()[0].GetReason())
	checked := s.check(t, draft, options)
	require.Zero(t, checked.GetCheck().GetRefused())
	require.Equal(t, []string{"jasne×2=yes", "×1=keep", "TAK×1=yes", "raczej nie×1=no"}, said(checked.GetValues()[0].GetValues()))
	require.Equal(t, [3]int32{5, 5, 0}, counts(s.begin(t, draft, options)))
	require.Equal(t, []int{0, 1, 3}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))

	next := s.draft(t, "contacts", []byte("Zgoda e-mail;Adres e-mail\r\nraczej  nie;f@x.co\r\nMoże;g@x.co\r\n"))
	require.Equal(t, []string{"Może×1=", "raczej  nie×1=no"}, said(s.inspect(t, next, nil).GetColumns()[0].GetValues()))
}

func TestInvalidMeaningsOfValuesAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	draft := s.draft(t, "contacts", []byte("email,consent,email_blocked\na@x.co,tak,\n"))
	for name, values := range map[string]string{
		"an event for a consent":     `{"consent": {"tak": "mailing.sent"}}`,
		"blocked for a block":        `{"email_blocked": {"tak": "blocked"}}`,
		"yes for nothing":            `{"consent": {"": "yes"}}`,
		"a column of something else": `{"email": {"tak": "yes"}}`,
		"a column that is not there": `{"zgoda": {"tak": "yes"}}`,
		"an address":                 `{"consent": {"a@x.co": "yes"}}`,
		"a number":                   `{"consent": {"tak": 1}}`,
		"a NUL":                      `{"consent": {"a\u0000": "yes"}}`,
	} {
		_, err := s.imports.CheckImport(t.Context(), &contactsv1.CheckImportRequest{
			Id: draft, Options: &contactsv1.ReadOptions{
				Mapping: []string{"email", "email_consent", "email_blocked"}, Values: meanings(t, values),
			},
		})
		require.Equal(t, "IMPORT_MAPPING_INVALID", rpc.Reason(err), name)
		require.Contains(t, fieldsOf(err), "values", name)
	}
}

func TestWordsForEventsAreTypes(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("email,gsm\na@x.co,500000001\n"))
	file := "Data;Zdarzenie;Kampania;E-mail\r\n"
	for _, word := range []string{
		"Wysłano", "Doręczono", "Otwarcie", "KLIKNIĘCIE", "Odbicie", "Wypisanie", "opened", "Odroczone",
	} {
		file += "21.11.2026 10:00;" + word + ";k1;a@x.co\r\n"
	}
	draft := s.draft(t, "engagement", []byte(file))
	seen := s.inspect(t, draft, nil)
	fields, _ := guessed(seen)
	require.Equal(t, []string{"occurred_at", "type", "message_id", "email"}, fields)
	require.Equal(t, []string{
		"Doręczono×1=mailing.delivered", "KLIKNIĘCIE×1=mailing.clicked", "Odbicie×1=mailing.bounced", "Odroczone×1=",
		"Otwarcie×1=mailing.opened", "Wypisanie×1=mailing.unsubscribed", "Wysłano×1=mailing.sent", "opened×1=mailing.opened",
	}, said(seen.GetColumns()[1].GetValues()))
	options := &contactsv1.ReadOptions{Mapping: fields}
	require.EqualValues(t, 1, s.check(t, draft, options).GetCheck().GetRefused())
	options.Values = meanings(t, `{"Zdarzenie": {"Odroczone": "keep"}}`)
	done := s.begin(t, draft, options)
	require.Equal(t, [3]int32{8, 8, 0}, counts(done))

	sms := s.draft(t, "engagement", []byte("Data;Zdarzenie;Kampania;Telefon\r\n21.11.2026 10:00;wysłano;s1;500000001\r\n"))
	seen = s.inspect(t, sms, nil)
	require.Equal(t, []string{"wysłano×1=sms.sent"}, said(seen.GetColumns()[1].GetValues()))
}

func TestStatusesOfOtherToolsAreConsentsAndUnsubscriptions(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	// A status that is not about consents is left to the user.
	shop := s.draft(t, "contacts", []byte("Email,Status\na@x.co,VIP\nb@x.co,nowy\nc@x.co,aktywny\n"))
	fields, _ := guessed(s.inspect(t, shop, nil))
	require.Equal(t, []string{"email", ""}, fields)

	s.load(t, "contacts", "csv", []byte("email,email_consent\nold@x.co,true\n"))
	file := []byte("Email,Status\nold@x.co,unsubscribed\na@x.co,Subscribed\nb@x.co,Cleaned\nc@x.co,Unsubscribed\nd@x.co,Pending\n")
	draft := s.draft(t, "contacts", file)
	fields, _ = guessed(s.inspect(t, draft, nil))
	require.Equal(t, []string{"email", "email_consent"}, fields)
	options := &contactsv1.ReadOptions{Mapping: fields}
	require.Equal(t, [3]int32{5, 5, 0}, counts(s.begin(t, draft, options)))
	require.Equal(t, []int{1}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, 1, s.contactsWhere(t, "email = 'b@x.co' AND email_blocked"))
	// No file gives an unsubscribed address a consent again; the other addresses can get one.
	s.load(t, "contacts", "csv", []byte("email,email_consent\nold@x.co,tak\nb@x.co,tak\nc@x.co,tak\nd@x.co,tak\n"))
	require.Equal(t, []int{1, 2, 4}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING))
}

func TestConsentsOfNewContactsAreAnswered(t *testing.T) {
	t.Parallel()
	const file = "email,gsm\na@x.co,500000001\nb@x.co,\nunsub@x.co,\n,500000003\nold@x.co,\n"
	for name, c := range map[string]struct {
		email, sms string
		want       []int
		wantSMS    []int
	}{
		"unasked":   {want: []int{0}},
		"none":      {email: "none", sms: "none", want: []int{0}},
		"given":     {email: "given", want: []int{0, 2, 3}},
		"both":      {email: "given", sms: "given", want: []int{0, 2, 3}, wantSMS: []int{2, 5}},
		"sms":       {sms: "given", want: []int{0}, wantSMS: []int{2, 5}},
		"by column": {email: "column", want: []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			id := s.ensure(t, "001")["001"]
			s.load(t, "contacts", "csv", []byte("email,email_consent\nagreed@x.co,true\nold@x.co,\n"))
			s.load(t, "unsubscribes", "csv", []byte("email\nunsub@x.co\n"))
			draft := s.draft(t, "contacts", []byte(file))
			options := &contactsv1.ReadOptions{
				Mapping: []string{"email", "gsm"}, ConsentPolicy: "keep", NewConsents: map[string]*contactsv1.NewConsent{},
			}
			without := s.check(t, draft, options).GetCheck().GetWithoutConsent()
			require.Equal(t, []int32{2, 2}, []int32{without.GetEmail(), without.GetSms()})
			for channel, answer := range map[string]string{"email": c.email, "sms": c.sms} {
				if answer != "" {
					options.NewConsents[channel] = &contactsv1.NewConsent{Answer: answer, Source: "formularz zapisu"}
				}
			}
			checked := s.check(t, draft, options).GetCheck()
			done := s.begin(t, draft, options)
			require.Equal(t, [3]int32{5, 5, 0}, counts(done))
			got, gotSMS := s.consenting(t, id, typev1.Channel_CHANNEL_MAILING), s.consenting(t, id, typev1.Channel_CHANNEL_SMS)
			require.Equal(t, c.want, got)
			require.ElementsMatch(t, c.wantSMS, gotSMS)
			require.Equal(t, len(c.want)-1, int(done.GetEffects().GetNewEmailConsents()))
			require.Equal(t, len(c.wantSMS), int(done.GetEffects().GetNewSmsConsents()))
			require.Equal(t, done.GetEffects().GetNewEmailConsents(), checked.GetEffects().GetNewEmailConsents())
			require.EqualValues(t, 3-len(c.want), checked.GetWithoutConsent().GetEmail())
		})
	}
}

func TestAStatedConsentSaysWhereItIsFrom(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	draft := s.draft(t, "contacts", []byte("email,email_consent\na@x.co,\nb@x.co,tak\nc@x.co,nie\n"))
	options := &contactsv1.ReadOptions{
		Mapping: []string{"email", "email_consent"}, NewConsents: answered("email", "given", "formularz zapisu"),
	}
	require.Equal(t, [3]int32{3, 3, 0}, counts(s.begin(t, draft, options)))
	require.Equal(t, []string{"+mailing IMPORT user 1 klienci.csv: formularz zapisu"}, history(s.contact(t, "001", 0)))
	require.Equal(t, []string{"+mailing IMPORT user 1 klienci.csv"}, history(s.contact(t, "001", 1)))
	require.Empty(t, history(s.contact(t, "001", 2)), "the file says no")
	entries, err := s.register(t).ListEntries(t.Context(), &contactsv1.ListEntriesRequest{Kind: "CONSENT_CHANGE"})
	require.NoError(t, err)
	require.Len(t, entries.GetItems(), 1)
	require.Equal(t, "klienci.csv: formularz zapisu", entries.GetItems()[0].GetSource())
	require.EqualValues(t, 1, entries.GetItems()[0].GetContactCount())
}

func TestAnswersHoldForContactsThatEarlierStepsOfTheFileMade(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	var file strings.Builder
	file.WriteString("email;email_consent\nfirst@x.co;nie\nsecond@x.co;tak\n")
	for at := range 25_000 { // three steps
		fmt.Fprintf(&file, "p%d@x.co;\n", at)
	}
	file.WriteString("first@x.co;tak\nsecond@x.co;nie\n")
	draft := s.draft(t, "contacts", []byte(file.String()))
	options := &contactsv1.ReadOptions{
		Mapping: []string{"email", "email_consent"}, ConsentPolicy: "keep", NewConsents: answered("email", "column", ""),
	}
	checked := s.check(t, draft, options)
	done := s.begin(t, draft, options)
	require.Equal(t, []int{0}, s.consenting(t, id, typev1.Channel_CHANNEL_MAILING), "the last row says it, as in one step")
	require.True(t, checked.GetCheck().GetApproximate())
	require.EqualValues(t, 25_002, checked.GetCheck().GetWithoutConsent().GetEmail(), "each step counts by itself")
	require.EqualValues(t, 25_000, done.GetValues()[0].GetValues()[0].GetCount())
	require.EqualValues(t, 25_000, checked.GetValues()[0].GetValues()[0].GetCount())
}

func TestNothingOfAnAddressIsKeptAmongValues(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	done := s.load(t, "contacts", "csv", []byte("external_id,email_consent\nA,ada@example.com\nB,500 000 001\nC,tak\n"))
	require.Equal(t, []string{"tak×1=yes"}, said(done.GetValues()[0].GetValues()))
	require.EqualValues(t, 2, done.GetValues()[0].GetOtherCount())
}

func TestAnApostropheBeforeANumberIsNoPartOfIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	done := s.load(t, "contacts", "csv", []byte("external_id,gsm\nA,'+48500000001\nB,'+48 500 000 002\nC,'500000003\n"))
	require.Equal(t, [3]int32{3, 3, 0}, counts(done), "%v", done.GetErrors())
	require.Equal(t, 3, s.contactsWhere(t, "gsm LIKE '+4850000000_'"))
	require.Equal(t, [3]int32{1, 1, 0}, counts(s.load(t, "contacts", "csv", []byte("external_id,email\n'71,a@x.co\n"))))
	require.Equal(t, 1, s.contactsWhere(t, "external_id = '71'"))
	byID := []byte("occurred_at,type,message_id,external_id\n2026-11-01T10:00:00Z,mailing.sent,m,'71\n")
	require.Equal(t, [3]int32{1, 1, 0}, counts(s.load(t, "engagement", "csv", byID)))
	events := []byte("occurred_at,type,message_id,gsm\n2026-11-01T10:00:00Z,sms.sent,m,'+48500000001\n")
	require.Equal(t, [3]int32{1, 1, 0}, counts(s.load(t, "engagement", "csv", events)))
	require.Equal(t, [3]int32{1, 1, 0}, counts(s.load(t, "unsubscribes", "csv", []byte("gsm\n'+48500000002\n"))))
}

func TestAnExportIsTakenBackAsItIs(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.addProperty(t, "001", "Notatka", "Text")
	s.load(t, "contacts", "csv", []byte("external_id,email,gsm,email_consent,groups,property:Notatka\n"+
		"=1+1,a@x.co,+48500000001,tak,-VIP|+48,@x\n'+48500000009,b@x.co,,nie,,'+7\n-5,,+48500000002,,,=A1;-B2\n"))
	for _, delimiter := range []string{",", ";"} {
		export := s.export(t, "001", delimiter)
		require.Contains(t, string(export), "'=1+1")
		done := s.load(t, "contacts", "csv", export)
		require.Equal(t, [3]int32{3, 3, 0}, counts(done), "%v", done.GetErrors())
		require.EqualValues(t, 3, done.GetEffects().GetUnchangedCount(), "%v", done.GetEffects())
		require.Equal(t, export, s.export(t, "001", delimiter))
	}
}
