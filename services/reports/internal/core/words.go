package core

// Words are the texts of a file other than its data. A name of the API without a word stands for itself.
type Words struct{ columns, values map[string]string }

// Column returns the header of a column.
func (w Words) Column(name string) string { return orName(w.columns, name) }

// Value returns the word for a reason, a channel, a category, "true" or "false", and for the scores or changes of a
// channel in a file's name, such as "scores sms".
func (w Words) Value(name string) string { return orName(w.values, name) }

func orName(words map[string]string, name string) string {
	if word, has := words[name]; has {
		return word
	}
	return name
}

// WordsOf returns the words of a language; the names of the API if it is empty.
func WordsOf(language string) Words { return words[language] }

var words = map[string]Words{
	"pl": {
		columns: map[string]string{
			"uid": "UID", "external_id": "Identyfikator zewnętrzny", "email": "E-mail", "gsm": "Telefon",
			"visitor_id": "Identyfikator odwiedzającego", "known": "Rozpoznany", "score": "Ocena",
			"excluded_reason": "Powód wykluczenia", "number": "Numer", "known_before": "Poprzednio rozpoznany",
			"score_before": "Poprzednia ocena", "excluded_reason_before": "Poprzedni powód wykluczenia",
			"date": "Data", "scoring_type": "Kanał", "category": "Rodzaj komunikacji", "message_id": "Wiadomość",
			"message_count": "Liczba wiadomości", "sent": "Wysłane", "delivered": "Doręczone", "opened": "Otwarte",
			"clicked": "Kliknięte", "bounced": "Odbite", "unsubscribed": "Wypisania",
			"changes": "zmiany", "sendings": "wysyłki",
		},
		values: map[string]string{
			"true": "tak", "false": "nie",
			"NO_EMAIL": "Brak adresu e-mail", "NO_GSM": "Brak numeru telefonu", "NO_CONSENT": "Brak zgody",
			"NOT_IN_GROUP": "Poza wybranymi grupami lub w grupie wykluczonej", "NO_SENDING": "Brak wysyłek w okresie analizy",
			"mailing": "E-mail", "sms": "SMS", "sales": "Sprzedażowa", "info": "Informacyjna", "advertising": "Reklamowa",
			"internal": "Wewnętrzna", "education": "Edukacyjna", "automatic": "Automatyczna", "mandatory": "Obowiązkowa",
			"scores mailing": "oceny e-mail", "scores sms": "oceny SMS", "scores web": "oceny WWW",
			"changes mailing": "zmiany ocen e-mail", "changes sms": "zmiany ocen SMS", "changes web": "zmiany ocen WWW",
		},
	},
	"en": {
		columns: map[string]string{
			"uid": "UID", "external_id": "External ID", "email": "E-mail", "gsm": "Phone", "visitor_id": "Visitor ID",
			"known": "Known", "score": "Score", "excluded_reason": "Reason for exclusion", "number": "Number",
			"known_before": "Known before", "score_before": "Score before",
			"excluded_reason_before": "Reason for exclusion before", "date": "Date", "scoring_type": "Channel",
			"category": "Type of communication", "message_id": "Message", "message_count": "Number of messages",
			"sent": "Sent", "delivered": "Delivered", "opened": "Opened", "clicked": "Clicked", "bounced": "Bounced",
			"unsubscribed": "Unsubscribed",
		},
		values: map[string]string{
			"true": "yes", "false": "no",
			"NO_EMAIL": "No e-mail address", "NO_GSM": "No phone number", "NO_CONSENT": "No consent",
			"NOT_IN_GROUP": "Outside the chosen groups or in an excluded group",
			"NO_SENDING":   "No sendings in the analysis period",
			"mailing":      "E-mail", "sms": "SMS", "sales": "Sales", "info": "Information", "advertising": "Advertising",
			"internal": "Internal", "education": "Education", "automatic": "Automatic", "mandatory": "Mandatory",
			"scores mailing": "e-mail scores", "scores sms": "SMS scores", "scores web": "web scores",
			"changes mailing": "e-mail score changes", "changes sms": "SMS score changes", "changes web": "web score changes",
		},
	},
}
