package unsubscribe

// state is the state of the page.
type state int

const (
	ask state = iota
	done
	unknown
	later
)

// words are the texts of a page.
type words struct{ Title, Text, Button string }

// text has the words of a state; those in of replace them for some channels.
type text struct {
	words
	of map[string]words
}

// view is the data of the page's template.
type view struct {
	words
	Language string
	// Ask shows the button, which sends Field with the value Click.
	Ask          bool
	Field, Click string
}

var texts = map[string]map[state]text{
	"pl": {
		ask: {
			words{"Wypisz się z e-maili", "Na ten adres nie przyjdzie już żaden e-mail od tego nadawcy.", "Wypisz"},
			map[string]words{
				"sms": {"Wypisz się z SMS-ów", "Na ten numer nie przyjdzie już żaden SMS od tego nadawcy.", "Wypisz"},
			},
		},
		done: {
			words{Title: "Wypisano", Text: "Na ten adres nie przyjdzie już żaden e-mail od tego nadawcy."},
			map[string]words{
				"sms": {Title: "Wypisano", Text: "Na ten numer nie przyjdzie już żaden SMS od tego nadawcy."},
			},
		},
		unknown: {words: words{
			Title: "Link nie działa", Text: "Jest niepełny albo już nieważny. Otwórz go jeszcze raz z wiadomości. " +
				"Jeśli to nie pomoże, odpisz nadawcy, że chcesz się wypisać.",
		}},
		later: {words: words{Title: "Nie udało się", Text: "Spróbuj ponownie za chwilę."}},
	},
	"en": {
		ask: {
			words{"Unsubscribe from e-mails", "This sender won't send any more e-mails to this address.", "Unsubscribe"},
			map[string]words{
				"sms": {"Unsubscribe from text messages", "This sender won't send any more texts to this number.", "Unsubscribe"},
			},
		},
		done: {
			words{Title: "Unsubscribed", Text: "This sender won't send any more e-mails to this address."},
			map[string]words{
				"sms": {Title: "Unsubscribed", Text: "This sender won't send any more texts to this number."},
			},
		},
		unknown: {words: words{
			Title: "This link doesn't work", Text: "It's incomplete or no longer valid. Open it from the message again. " +
				"If that doesn't help, reply to the sender that you want to unsubscribe.",
		}},
		later: {words: words{Title: "That didn't work", Text: "Try again in a moment."}},
	},
}
