package contacts_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// scripts returns names in thirteen scripts with upper case.
func scripts() []string {
	return []string{
		"ada.żółw", "kelvin", "οδυσσεύσ", "журавль", "արամ", "მარიამ", "ꭰꮳꮃ", "ⲁⲃⲅ", "ⰰⰱⰲ", "𐐨𐐩𐐪", "𐓘𐓙𐓚", "𞤢𞤣𞤤", "𑣀𑣁𑣂",
	}
}

// unseen returns the invisible characters.
func unseen() (all []rune) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf) {
			all = append(all, r)
		}
	}
	return all
}

// spellings returns forms of the addresses NAME + group + "@münchen.test" of all scripts: in case, composition, width
// and domain, and with each invisible character somewhere.
func spellings(group string) (all []string) {
	names := scripts()
	for _, name := range names {
		first := []rune(name)[:1]
		title := strings.ToTitle(string(first)) + strings.TrimPrefix(name, string(first))
		for _, local := range []string{name, strings.ToUpper(name), title} {
			for _, domain := range []string{
				"münchen", "MÜNCHEN", "mu\u0308nchen", "xn--mnchen-3ya", "XN--MNCHEN-3YA", "ｍüｎｃｈｅｎ",
			} {
				for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
					for _, dot := range []string{".", "。", "．"} {
						all = append(all, form.String(local)+group+"@"+domain+dot+"test")
					}
				}
			}
		}
	}
	all = append(all, "\u212aelvin"+group+"@münchen.test", "ｋｅｌｖｉｎ"+group+"＠münchen.test")
	for i, r := range unseen() {
		whole := []rune(names[i%len(names)] + group + "@münchen.test")
		at := i % (len(whole) + 1)
		all = append(all, string(whole[:at])+string(r)+string(whole[at:]))
	}
	return all
}

// sampled returns every nth of texts.
func sampled(texts []string, every int) (some []string) {
	for i := 0; i < len(texts); i += every {
		some = append(some, texts[i])
	}
	return some
}

// No form of an address, through any API, restores an erased contact or the consent of an unsubscribed one.
func TestNoSpellingOfAnErasedAddressIsTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	database := s.ensure(t, "001")["001"]
	var people strings.Builder
	people.WriteString("email,email_consent\n")
	for _, name := range scripts() {
		fmt.Fprintf(&people, "%s1@münchen.test,true\n%s2@münchen.test,true\n", name, name)
	}
	s.load(t, "contacts", "csv", []byte(people.String()))
	protection := contactsv1.NewDataProtectionServiceClient(s.person(t))
	withdrawn := "email,channel\n"
	for _, name := range scripts() {
		_, err := protection.ErasePerson(t.Context(), &contactsv1.ErasePersonRequest{Address: name + "1@münchen.test"})
		require.NoError(t, err)
		withdrawn += name + "2@MÜNCHEN.test,email\n"
	}
	s.load(t, "unsubscribes", "csv", []byte(withdrawn))
	m := s.mailers(t)
	erased, unsubscribed := spellings("1"), spellings("2")
	require.Greater(t, len(erased), 2000)

	var file, unsubscribes, events strings.Builder
	file.WriteString("email,email_consent\n")
	unsubscribes.WriteString("email\n")
	events.WriteString("event_id,occurred_at,type,visitor_id,email\n")
	for i, text := range append(erased, unsubscribed...) {
		fmt.Fprintf(&file, "%s,true\n", text)
		fmt.Fprintf(&events, "f%d,2026-10-01T10:00:00Z,web.page_view,vf%d,%s\n", i, i, text)
	}
	for _, text := range erased {
		fmt.Fprintf(&unsubscribes, "%s\n", text)
	}
	done := s.load(t, "contacts", "csv", []byte(file.String()))
	require.Equal(t, [3]int32{int32(2 * len(erased)), int32(len(erased)), int32(len(erased))}, counts(done))
	require.Equal(t, "ERASED_ADDRESS", done.GetReasons()[0].GetReason())
	s.load(t, "unsubscribes", "csv", []byte(unsubscribes.String()))
	s.load(t, "engagement", "csv", []byte(events.String()))

	every := benchSize("PULS_SPELLINGS", 400) // by hand and by providers each address takes a call
	key := s.website(t, "001", "shop.example.com")
	var messages []object
	for i, text := range append(erased, unsubscribed...) {
		messages = append(messages, object{
			"type": "identify", "messageId": fmt.Sprint("s", i), "anonymousId": fmt.Sprint("vs", i),
			"traits": object{"email": text}, "timestamp": "2026-10-01T10:00:00Z",
		})
		if len(messages) == 2500 || i == 2*len(erased)-1 {
			s.batch(t, key, s.Now(), "", messages...)
			messages = nil
		}
	}
	for i, text := range append(sampled(erased, every), sampled(unsubscribed, every)...) {
		_, err := s.contacts.AddContact(t.Context(), &contactsv1.AddContactRequest{Uid: "001", Email: text})
		require.Error(t, err, "%+q", text)
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		for provider, body := range map[string]string{
			"sendgrid": `[{"event":"delivered","email":%s,"timestamp":1790841600,"sg_event_id":"e%d","sg_message_id":"m"}]`,
			"mailgun": `{"event-data":{"event":"delivered","recipient":%s,"timestamp":1790841600.1,"id":"e%d",` +
				`"message":{"headers":{"message-id":"m"}}}}`,
			"postmark": `{"RecordType":"Delivery","Recipient":%s,"MessageID":"m%d","DeliveredAt":"2026-10-01T10:00:00Z"}`,
			"ses": `{"eventType":"Delivery","delivery":{"timestamp":"2026-10-01T10:00:00.000Z","recipients":[%[1]s]},` +
				`"mail":{"timestamp":"2026-10-01T10:00:00.000Z","messageId":"m%[2]d","destination":[%[1]s]}}`,
		} {
			require.NoError(t, m.sends(t, provider, fmt.Sprintf(body, quoted, i)), "%s: %+q", provider, text)
		}
	}
	s.settle(t)

	require.Equal(t, len(scripts()), s.count(t, "SELECT count(*) FROM contact_addresses"), "nobody is new")
	require.Empty(t, s.consenting(t, database, typev1.Channel_CHANNEL_MAILING))
	require.Equal(t, len(scripts()), s.count(t, "SELECT count(DISTINCT address) FROM visitor_claims"), "claims of the erased")
	for _, name := range scripts() {
		found, err := protection.FindPerson(t.Context(), &contactsv1.FindPersonRequest{
			Address: strings.ToUpper(name) + "1@münchen.test",
		})
		require.NoError(t, err)
		require.True(t, found.GetErased(), name)
	}
}

// Phone numbers, external ids and names of groups have a normalised form, as e-mail addresses do.
func TestNumbersIdsAndGroupsHaveOneSpelling(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.ensure(t, "001")
	s.load(t, "contacts", "csv", []byte("external_id,gsm,groups\nC17,+48500000001,Stali klienci\n"))
	file := "external_id,gsm,groups\n"
	n := 0
	for i, r := range unseen() {
		switch i % 3 {
		case 0:
			file += fmt.Sprintf("C%c17,,Stali%c klienci\n", r, r)
		case 1:
			file += fmt.Sprintf(",+48500%c000001,Stali klienci%c\n", r, r)
		default:
			file += fmt.Sprintf("C17%c,５００ ０００%c ００１,%cStali  klienci\n", r, r, r)
		}
		n++
	}
	require.Equal(t, [3]int32{int32(n), int32(n), 0}, counts(s.load(t, "contacts", "csv", []byte(file))))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM contact_addresses"))
	require.Equal(t, 1, s.count(t, "SELECT count(*) FROM contact_groups"))
}
