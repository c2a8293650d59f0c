// Package words lists the names that Polish and English files use for columns and values. It knows neither files nor
// contacts.
package words

import (
	"strings"
	"unicode"

	"puls.app/services/contacts/internal/engine/fact"
)

// Plain normalises a value: letters in lower case without diacritics, single blanks, and blanks for hyphens and
// underscores between words.
func Plain(value string) string {
	var plain strings.Builder
	gap := false
	for _, r := range strings.ToLower(value) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r):
			gap = true
			continue
		case r == 'ł':
			r = 'l'
		default:
			if to := strings.IndexRune("ąćęńóśźż", r); to >= 0 {
				r = rune("acenoszz"[len([]rune("ąćęńóśźż"[:to]))])
			}
		}
		if gap && plain.Len() > 0 {
			plain.WriteByte(' ')
		}
		gap = false
		plain.WriteRune(r)
	}
	text := plain.String()
	if joined := strings.Join(strings.FieldsFunc(text, isJoint), " "); joined != "" {
		return joined
	}
	return text
}

func isJoint(r rune) bool { return r == ' ' || r == '-' || r == '_' }

// Values that Polish and English files use, in the form of Plain.
var (
	Yes = SetOf(
		"tak", "t", "yes", "y", "prawda", "true", "1", "x", "✓", "✔", "on",
	)
	No = SetOf(
		"nie", "n", "no", "falsz", "false", "0", "brak", "off",
	)
	Consent = SetOf(
		"zgoda", "jest zgoda", "zgadzam sie", "wyrazam zgode", "wyrazil zgode", "wyrazila zgode", "wyrazona", "udzielona",
		"subscribed", "subscriber", "active", "aktywny", "aktywna", "zapisany", "zapisana", "subskrybent", "opt in", "optin",
		"opted in", "double opt in", "confirmed", "potwierdzony", "potwierdzona", "granted", "accepted", "consent",
	)
	NoConsent = SetOf(
		"brak zgody", "bez zgody", "nie wyrazil zgody", "nie wyrazila zgody", "nie wyrazona", "odmowa", "wycofana",
		"cofnieta",
		"not subscribed", "non subscribed", "nonsubscribed", "opt out", "optout", "opted out", "no consent", "denied",
		"refused",
		"declined", "withdrawn", "revoked", "none", "pending", "unconfirmed", "not confirmed", "oczekuje", "oczekujacy",
		"oczekujaca", "niepotwierdzony", "niepotwierdzona", "transactional", "inactive", "nieaktywny", "nieaktywna",
		"zawieszony", "zawieszona", "do aktywacji", "miekko odbity", "miekko odbijajacy", "soft bounced",
		"unknown",
	)
	Unsubscribed = SetOf(
		"unsubscribed", "unsubscribe", "wypisany", "wypisana", "wypisano", "wypisanie", "zrezygnowal", "zrezygnowala",
		"rezygnacja", "zrezygnowano", "complained", "complaint", "spam complaint",
	)
	Blocked = SetOf(
		"cleaned", "bounced", "odbity", "twardo odbity", "twardo odbijajacy",
		"hard bounce", "hard bounced", "invalid", "junk", "bledny", "bledna", "blocked", "zablokowany",
		"zablokowana", "blacklisted",
	)
	Events = map[string]string{
		"sent": "sent", "send": "sent", "wyslano": "sent", "wyslana": "sent", "wyslany": "sent", "wyslane": "sent",
		"wysylka": "sent", "requests": "sent", "request": "sent",
		"delivered": "delivered", "delivery": "delivered", "doreczono": "delivered", "doreczona": "delivered",
		"doreczony": "delivered", "doreczenie": "delivered", "dostarczono": "delivered", "dostarczona": "delivered",
		"dostarczony": "delivered", "dostarczenie": "delivered",
		"open": "opened", "opened": "opened", "opens": "opened", "unique open": "opened", "unique opened": "opened",
		"otwarcie": "opened", "otwarto": "opened", "otwarta": "opened", "otworzono": "opened",
		"click": "clicked", "clicked": "clicked", "clicks": "clicked", "unique click": "clicked", "klikniecie": "clicked",
		"kliknieto": "clicked", "klik": "clicked", "kliknal": "clicked", "kliknela": "clicked",
		"bounce": "bounced", "bounced": "bounced", "hard bounce": "bounced", "hardbounce": "bounced",
		"hardbounces": "bounced",
		"soft bounce": "bounced", "softbounce": "bounced", "softbounces": "bounced", "odbicie": "bounced",
		"odbito": "bounced",
		"odbita": "bounced", "niedoreczono": "bounced",
		"opn": "opened", "clk": "clicked", "nco": "bounced", "snt": "sent",
		"unique opened messages": "opened", "first opening": "opened",
		"first open": "opened", "spam": "unsubscribed", "complaint": "unsubscribed", "invalid": "bounced",
		"invalid email": "bounced", "blocked": "bounced", "loaded by proxy": "opened", "loadedbyproxy": "opened",
		"unsubscribe": "unsubscribed", "unsubscribed": "unsubscribed", "unsub": "unsubscribed", "wypisanie": "unsubscribed",
		"wypisany": "unsubscribed", "wypisana": "unsubscribed", "wypisano": "unsubscribed", "rezygnacja": "unsubscribed",
	}
)

// ByMachine are events of machines: a program that loads the images of a message is no reader.
var ByMachine = SetOf("loaded by proxy", "loadedbyproxy")

// Passing are events without effect: the message is still on its way.
var Passing = SetOf("deferred", "error", "odroczono")

func SetOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// Channels maps the names that files use for channels.
var Channels = map[string]fact.Channel{
	"mailing": fact.Mailing, "e mail": fact.Mailing, "e-mail": fact.Mailing, "email": fact.Mailing, "mail": fact.Mailing,
	"sms": fact.SMS,
}
