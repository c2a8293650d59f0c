package core

// words are the texts of a file other than its data.
type words struct {
	// scores and changes name what a file holds, by channel.
	scores, changes map[Channel]string
	header          [8]string
	// before are the headers of the columns of an earlier result.
	before  [2]string
	known   map[bool]string
	reasons map[string]string
}

// reason returns the name of a reason; with the names of the API it is the code itself.
func (w words) reason(code string) string {
	if word, has := w.reasons[code]; has {
		return word
	}
	return code
}

func wordsOf(language string) words {
	switch language {
	case "pl":
		return words{
			scores:  map[Channel]string{Mailing: "oceny e-mail", SMS: "oceny SMS", Web: "oceny WWW"},
			changes: map[Channel]string{Mailing: "zmiany ocen e-mail", SMS: "zmiany ocen SMS", Web: "zmiany ocen WWW"},
			header: [...]string{
				"UID", "Identyfikator zewnętrzny", "E-mail", "Telefon", "Identyfikator odwiedzającego", "Rozpoznany", "Ocena",
				"Powód wykluczenia",
			},
			before: [...]string{"Poprzednia ocena", "Poprzedni powód wykluczenia"},
			known:  map[bool]string{true: "tak", false: "nie"},
			reasons: map[string]string{
				"NO_EMAIL": "Brak adresu e-mail", "NO_GSM": "Brak numeru telefonu", "NO_CONSENT": "Brak zgody",
				"NOT_IN_GROUP": "Poza wybranymi grupami lub w grupie wykluczonej", "NO_SENDING": "Brak wysyłek w okresie analizy",
			},
		}
	case "en":
		return words{
			scores:  map[Channel]string{Mailing: "e-mail scores", SMS: "SMS scores", Web: "web scores"},
			changes: map[Channel]string{Mailing: "e-mail score changes", SMS: "SMS score changes", Web: "web score changes"},
			header: [...]string{
				"UID", "External ID", "E-mail", "Phone", "Visitor ID", "Known", "Score", "Reason for exclusion",
			},
			before: [...]string{"Score before", "Reason for exclusion before"},
			known:  map[bool]string{true: "yes", false: "no"},
			reasons: map[string]string{
				"NO_EMAIL": "No e-mail address", "NO_GSM": "No phone number", "NO_CONSENT": "No consent",
				"NOT_IN_GROUP": "Outside the chosen groups or in an excluded group",
				"NO_SENDING":   "No sendings in the analysis period",
			},
		}
	default:
		return words{
			header: [...]string{"uid", "external_id", "email", "gsm", "visitor_id", "known", "score", "excluded_reason"},
			before: [...]string{"score_before", "excluded_reason_before"},
			known:  map[bool]string{true: "true", false: "false"},
		}
	}
}
