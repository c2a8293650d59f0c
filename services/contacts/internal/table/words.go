package table

import (
	"strings"
	"unicode"

	"puls.app/services/contacts/internal/engine/fact"
)

// plainValue brings values to one form: letters in lower case without their marks, single blanks, and blanks for
// hyphens and underscores between words.
func plainValue(value string) string {
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

// What files in Polish and English say, in the form of plainValue.
var (
	yesWords = wordsOf(
		"tak", "t", "yes", "y", "prawda", "true", "1", "x", "✓", "✔", "on",
	)
	noWords = wordsOf(
		"nie", "n", "no", "falsz", "false", "0", "brak", "off",
	)
	consentWords = wordsOf(
		"zgoda", "jest zgoda", "zgadzam sie", "wyrazam zgode", "wyrazil zgode", "wyrazila zgode", "wyrazona", "udzielona",
		"subscribed", "subscriber", "active", "aktywny", "aktywna", "zapisany", "zapisana", "subskrybent", "opt in", "optin",
		"opted in", "double opt in", "confirmed", "potwierdzony", "potwierdzona", "granted", "accepted", "consent",
	)
	noConsentWords = wordsOf(
		"brak zgody", "bez zgody", "nie wyrazil zgody", "nie wyrazila zgody", "nie wyrazona", "odmowa", "wycofana",
		"cofnieta",
		"not subscribed", "non subscribed", "nonsubscribed", "opt out", "optout", "opted out", "no consent", "denied",
		"refused",
		"declined", "withdrawn", "revoked", "none", "pending", "unconfirmed", "not confirmed", "oczekuje", "oczekujacy",
		"oczekujaca", "niepotwierdzony", "niepotwierdzona", "transactional", "inactive", "nieaktywny", "nieaktywna",
		"zawieszony", "zawieszona", "do aktywacji", "miekko odbity", "miekko odbijajacy", "soft bounced",
		"unknown",
	)
	unsubscribedWords = wordsOf(
		"unsubscribed", "unsubscribe", "wypisany", "wypisana", "wypisano", "wypisanie", "zrezygnowal", "zrezygnowala",
		"rezygnacja", "zrezygnowano", "complained", "complaint", "spam complaint",
	)
	blockedWords = wordsOf(
		"cleaned", "bounced", "odbity", "twardo odbity", "twardo odbijajacy",
		"hard bounce", "hard bounced", "invalid", "junk", "bledny", "bledna", "blocked", "zablokowany",
		"zablokowana", "blacklisted",
	)
	eventWords = map[string]string{
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

// machineWords are events of machines; a program that loads the pictures of a message opens it for nobody.
var machineWords = wordsOf("loaded by proxy", "loadedbyproxy")

// passingWords are events that change nothing: the message is still on its way.
var passingWords = wordsOf("deferred", "error", "odroczono")

func wordsOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
}

// knownMeaning returns what a value in the form of plainValue means without anybody having said so; MeansNothing where
// that cannot be told.
func knownMeaning(kind valueKind, plain string, channel fact.Channel) Meaning {
	if kind == eventValues {
		return knownEvent(plain, channel)
	}
	switch {
	case plain == "":
		return MeansKeep
	case yesWords[plain]:
		return MeansYes
	case noWords[plain]:
		return MeansNo
	case kind == flagValues && blockedWords[plain]:
		return MeansYes
	case kind == flagValues:
		return MeansNothing
	case consentWords[plain]:
		return MeansYes
	case noConsentWords[plain]:
		return MeansNo
	case unsubscribedWords[plain]:
		return MeansUnsubscribed
	case blockedWords[plain]:
		return MeansBlocked
	default:
		return MeansNothing
	}
}

// channelWords are what files call channels.
var channelWords = map[string]fact.Channel{
	"mailing": fact.Mailing, "e mail": fact.Mailing, "e-mail": fact.Mailing, "email": fact.Mailing, "mail": fact.Mailing,
	"sms": fact.SMS,
}

// knownEvent returns the type of an event by its name or by a word for it, of the given channel where it names none.
func knownEvent(plain string, channel fact.Channel) Meaning {
	named := strings.ReplaceAll(plain, " ", "_")
	if _, _, ok := parseType(named); ok {
		return Meaning(named)
	}
	word := plain
	for name, of := range channelWords {
		if rest, ok := cutWord(plain, name); ok {
			word, channel = rest, of
		}
	}
	if passingWords[word] {
		return MeansKeep
	}
	kind, known := eventWords[word]
	if !known {
		return MeansNothing
	}
	event := channel.String() + "." + kind
	if _, _, ok := parseType(event); !ok {
		return MeansNothing
	}
	return Meaning(event)
}

// cutWord takes a word from the beginning or the end of a value.
func cutWord(plain, word string) (rest string, found bool) {
	if rest, found = strings.CutPrefix(plain, word+" "); found {
		return rest, true
	}
	return strings.CutSuffix(plain, " "+word)
}
