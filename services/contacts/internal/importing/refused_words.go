package importing

// refusedWords are the words of a file of refused rows in a natural language. The codes of defects are for API clients.
type refusedWords struct {
	line, reason string
	// file is the part of the file name after the name of the imported file; unnamed stands for a missing name.
	file, unnamed string
	defects       map[string]string
}

var wordsByLanguage = map[string]refusedWords{
	"pl": {
		line: "wiersz", reason: "powód", file: "odrzucone", unnamed: "import",
		defects: map[string]string{
			"UNKNOWN_UID": "konto nie ma takiej bazy", "ROUNDED_NUMBER": "arkusz zaokrąglił numer: wpisz go jeszcze raz jako tekst",
			"CELL_ERROR": "arkusz nie obliczył komórki", "BAD_EMAIL": "to nie jest adres e-mail",
			"BAD_GSM": "to nie jest numer telefonu", "BAD_TIME": "nie rozpoznajemy tej daty",
			"BAD_FLAG":  "nie rozpoznajemy tej wartości: wskaż w kroku Kolumny, co znaczy",
			"BAD_GROUP": "nazwa grupy ma ponad 100 znaków", "UNKNOWN_PROPERTY": "baza nie ma tej cechy",
			"MISSING_ADDRESS": "brak e-maila, telefonu i identyfikatora", "UNKNOWN_CHANNEL": "nie rozpoznajemy tego kanału",
			"UNKNOWN_TYPE":     "nie rozpoznajemy tego zdarzenia: wskaż w kroku Kolumny, co znaczy",
			"UNKNOWN_CATEGORY": "nie rozpoznajemy tego rodzaju komunikacji", "UNKNOWN_RECIPIENT": "nie ma takiego kontaktu",
			"MISSING_RECIPIENT": "nie wiadomo, czyje to zdarzenie", "MISSING_MESSAGE_ID": "brak identyfikatora wiadomości",
			"MISSING_EVENT_ID": "brak identyfikatora zdarzenia", "MISSING_VISITOR_ID": "brak identyfikatora odwiedzającego",
			"FUTURE_TIME": "data z przyszłości", "ANCIENT_TIME": "data sprzed ponad 40 lat",
			"ERASED_ADDRESS": "dane tej osoby usunięto na zawsze", "BAD_NUMBER": "to nie jest liczba",
			"PROPERTY_TOO_LONG": "cecha ma ponad 1000 znaków", "ADDRESS_TAKEN": "adres z tego wiersza ma już inny kontakt",
			"TOO_MANY_GROUPS": "baza ma już tyle grup, ile może", "TOO_MANY_CONTACTS": "baza jest pełna",
			"FIELD_TOO_LONG": "za długa wartość", "BAD_CHARACTER": "niedozwolony znak",
			"ROW_TOO_LONG": "za długi wiersz", "BAD_ENCODING": "nieczytelne litery",
			"WRONG_COLUMNS": "inna liczba kolumn niż w nagłówku", "UNCLOSED_QUOTE": "niedomknięty cudzysłów",
			"STRAY_QUOTE": "cudzysłów w środku wartości", "BAD_JSON": "nie da się odczytać tego wiersza",
			"UNKNOWN_KEY": "wiersz ma pole, którego nie ma we wzorze", "REPEATED_KEY": "to samo pole jest tu dwa razy",
			"REPEATED_HEADER": "to nie kontakt ani zdarzenie, tylko powtórzony nagłówek",
		},
	},
	"en": {
		line: "row", reason: "reason", file: "refused", unnamed: "import",
		defects: map[string]string{
			"UNKNOWN_UID": "the account has no such database", "ROUNDED_NUMBER": "a spreadsheet rounded the number: type it again as text",
			"CELL_ERROR": "a spreadsheet couldn't calculate the cell", "BAD_EMAIL": "this isn't an e-mail address",
			"BAD_GSM": "this isn't a phone number", "BAD_TIME": "we don't recognise this date",
			"BAD_FLAG":  "we don't recognise this value: set its meaning under Columns",
			"BAD_GROUP": "the group name has over 100 characters", "UNKNOWN_PROPERTY": "the database doesn't have this feature",
			"MISSING_ADDRESS": "no e-mail, phone or ID", "UNKNOWN_CHANNEL": "we don't recognise this channel",
			"UNKNOWN_TYPE":     "we don't recognise this event: set its meaning under Columns",
			"UNKNOWN_CATEGORY": "we don't recognise this communication type", "UNKNOWN_RECIPIENT": "there's no such contact",
			"MISSING_RECIPIENT": "we can't tell whose event this is", "MISSING_MESSAGE_ID": "no message ID",
			"MISSING_EVENT_ID": "no event ID", "MISSING_VISITOR_ID": "no visitor ID",
			"FUTURE_TIME": "the date is in the future", "ANCIENT_TIME": "the date is over 40 years ago",
			"ERASED_ADDRESS": "this person's data was erased permanently", "BAD_NUMBER": "this isn't a number",
			"PROPERTY_TOO_LONG": "the feature has over 1000 characters", "ADDRESS_TAKEN": "another contact has an address from this row",
			"TOO_MANY_GROUPS": "the database has reached its limit of groups", "TOO_MANY_CONTACTS": "the database is full",
			"FIELD_TOO_LONG": "the value is too long", "BAD_CHARACTER": "a character that isn't allowed",
			"ROW_TOO_LONG": "the row is too long", "BAD_ENCODING": "unreadable letters",
			"WRONG_COLUMNS": "more or fewer columns than the header", "UNCLOSED_QUOTE": "a quote that's never closed",
			"STRAY_QUOTE": "a quote inside a value", "BAD_JSON": "this row can't be read",
			"UNKNOWN_KEY": "the row has a field that the template doesn't have", "REPEATED_KEY": "the same field is here twice",
			"REPEATED_HEADER": "this is the header again, not a contact or an event",
		},
	},
}
