package words

import (
	"slices"
	"strings"
	"unicode"
)

// Name normalises a column name: letters and digits in lower case, Polish letters without diacritics.
func Name(name string) string {
	var plain strings.Builder
	for _, r := range strings.ToLower(name) {
		if to := strings.IndexRune("ąćęłńóśźż", r); to >= 0 {
			r = rune("acelnoszz"[len([]rune("ąćęłńóśźż"[:to]))])
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			plain.WriteRune(r)
		}
	}
	return plain.String()
}

// Columns maps each field to the column names that Polish and English files use for it, in the form of Name.
var Columns = map[string][]string{
	"uid": {"baza", "idbazy", "databaseuid"},
	"external_id": {
		"id", "externalid", "idklienta", "nrklienta", "numerklienta", "kodklienta", "identyfikator", "identyfikatorklienta",
		"idzewnetrzne", "customerid", "clientid", "userid", "contactid", "customernumber", "crmid",
		"extid", "recordid", "contactexternalid", "idkontaktu",
	},
	"email": {
		"mail", "adresemail", "adresmail", "adrespocztyelektronicznej", "pocztaelektroniczna", "emailklienta", "emailaddress",
		"mailaddress", "useremail", "contactemail", "customeremail",
		"emailsubskrybenta", "subscriber", "subscriberemail", "recipient", "odbiorca", "adresat",
	},
	"gsm": {
		"telefon", "tel", "nrtel", "nrtelefonu", "numertelefonu", "telefonkomorkowy", "telefonkom", "telkom", "komorka",
		"phone", "phonenumber", "mobile", "mobilephone", "mobilenumber", "cellphone", "msisdn", "smsnumber",
		"sms", "phonemobile", "telefonsms",
	},
	"created_at": {
		"datadodania", "datautworzenia", "utworzono", "dodano", "datazapisu", "datarejestracji", "zarejestrowano", "created",
		"createdon", "datecreated", "creationdate", "signupdate", "signedup", "registrationdate", "registeredat",
		"subscribedat", "optintime", "dateadded",
		"createdate", "addedtime", "datacreated", "dateregistered", "subscribed", "confirmtime", "datadopisania",
		"datadodaniakontaktu", "dodany",
	},
	"email_consent": {
		"zgodaemail", "zgodamail", "zgodamailing", "zgodanaemail", "zgodanamailing", "zgodamarketingowaemail", "emailoptin",
		"acceptsemail", "acceptsemailmarketing", "emailmarketingconsent", "newsletter", "zgodanewsletter", "zgoda", "zgody",
		"zgodamarketingowa", "zgodymarketingowe", "consent", "marketingconsent", "emailconsent", "optin", "subskrypcja",
		"subscription", "emailsubscription", "emailsendagreement", "status", "emailstatus", "statusemail", "statuszgody",
		"statussubskrypcji", "subscriptionstatus", "marketingstatus",
	},
	"sms_consent": {
		"zgodasms", "zgodanasms", "zgodamarketingowasms", "smsoptin", "acceptssms", "acceptssmsmarketing",
		"smsmarketingconsent", "smsconsent", "smssubscription", "smssendagreement", "smsstatus", "statussms", "zgodatelefon",
	},
	"email_blocked": {"emailzablokowany", "blokadaemail", "emailblocked", "emailblacklisted"},
	"gsm_blocked":   {"telefonzablokowany", "blokadasms", "smsblocked", "phoneblocked", "smsblacklisted"},
	"groups": {
		"grupy", "grupa", "group", "tagi", "tags", "tag", "segment", "segmenty", "segments", "listy", "lista", "lists",
	},
	"event_id": {"idzdarzenia"},
	"occurred_at": {
		"data", "czas", "kiedy", "datazdarzenia", "dataiczas", "datawypisania", "datarezygnacji", "timestamp", "date", "time",
		"datetime", "eventtime", "eventdate", "unsubscribedat", "unsubscribetime", "unsubscribedate", "optouttime",
		"ts", "sentdate", "statuschange", "datawysylki",
	},
	"type": {
		"typ", "zdarzenie", "typzdarzenia", "rodzaj", "event", "eventtype", "action", "akcja",
		"sttext", "statustype", "typzdarzen", "status", "activity", "aktywnosc",
	},
	"message_id": {
		"idwiadomosci", "wiadomosc", "idkampanii", "kampania", "campaign", "campaignid", "message", "mailingid", "idmailingu",
		"idnl", "newsletter", "campaignname", "nazwakampanii", "nazwanewslettera", "mid", "temat", "subject",
		"sub", "messageid",
	},
	"category":   {"kategoria"},
	"visitor_id": {"idodwiedzajacego", "visitor", "anonymousid", "cookieid", "clientid"},
	"domain":     {"domena", "strona", "website", "host"},
	"machine":    {"maszyna", "automat", "bot", "isbot", "machineopen", "sgmachineopen"},
	"channel":    {"kanal"},
}

// IsColumn reports whether a column of a name, in the form of Name, seems to be a field.
func IsColumn(field, plain string) bool {
	return plain != "" && (plain == Name(field) || slices.Contains(Columns[field], plain))
}

// Vague are names of columns that may hold something other than consents; their values decide.
var Vague = SetOf(
	"status", "emailstatus", "statusemail", "marketingstatus", "smsstatus", "statussms", "zgoda", "zgody", "consent",
	"optin", "subskrypcja", "subscription", "newsletter",
)

// Sums are column names of totals of whole campaigns, in the form of Name.
var Sums = SetOf(
	"totalrecipients", "recipients", "successfuldeliveries", "softbounces", "hardbounces", "totalbounces", "uniqueopens",
	"openrate", "totalopens", "uniqueclicks", "clickrate", "totalclicks", "opened", "clicked", "bounced", "delivered",
	"liczbaodbiorcow", "otwarcia", "unikalneotwarcia", "klikniecia", "unikalneklikniecia", "odbicia", "dostarczone",
	"wspolczynnikotwarc", "wspolczynnikklikniec", "wskaznikotwarc", "wskaznikklikniec",
)
