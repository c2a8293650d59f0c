package contacts_test

import "testing"

// mailchimp is the end of each header of an exported audience, from HoneyFormat's spec and other public readers of such
// exports.
const mailchimp = ",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF," +
	"TIMEZONE,CC,REGION,LAST_CHANGED,LEID,EUID,NOTES,TAGS"

// toolFiles are exports in the formats of their tools.
//
//nolint:lll // rows stand as they do in files
var toolFiles = map[string]ordinaryFile{
	// Reconstructed from www.getresponse.com/help/how-do-i-prepare-a-file-for-import.html (email, name) and
	// apidocs.getresponse.com/v3 (ip, tags): no header of an export was found.
	"GetResponse": {
		kind: "contacts", tool: "GetResponse",
		body: "email,name,created_on,note,ip_address,tags\r\n" +
			"ada@example.com,Ada,2024-06-18 09:55:14,,1.2.3.4,\"vip,klub\"\r\nbob@example.com,Bob,2024-06-19 10:00:00,,,\r\n",
		fields: "email created_at groups", counts: [3]int32{2, 2, 0}, groups: []string{"vip", "klub"},
		created: "2024-06-18 2024-06-19",
	},
	// Reconstructed from the words of statuses in FreshMail's panel: no header of an export was found.
	"FreshMail": {
		kind: "contacts", tool: "FreshMail",
		body: "\ufeffE-mail;Imię;Status;Data dodania\r\nada@example.com;Ada;Aktywny;2024-06-18 09:55:14\r\n" +
			"bob@example.com;Bob;Do aktywacji;2024-06-19 10:00:00\r\neve@example.com;Eve;Wypisany;2024-06-20 10:00:00\r\n" +
			"zoe@example.com;Zoe;Twardo odbity;2024-06-21 10:00:00\r\n",
		fields: "email email_consent created_at", counts: [3]int32{4, 4, 0}, mailing: []int{0}, blocked: 1,
		values: []string{
			"Status Aktywny=yes", "Status Do aktywacji=no", "Status Wypisany=unsubscribed", "Status Twardo odbity=blocked",
		},
		created: "2024-06-18 2024-06-19 2024-06-20 2024-06-21",
	},
	// Reconstructed from pomoc.salesmanago.pl/przygotowanie-pliku-do-importu (semicolons, one name, tags in one column):
	// no header of an export was found.
	"SALESmanago": {
		kind: "contacts", tool: "SALESmanago",
		body: "Imię i nazwisko;E-mail;Telefon;Opt-in;Tagi;Data utworzenia\nAda;ada@example.com;+48 500 000 001;opt-in;VIP, KLUB;18.06.2024 09:55\n" +
			"Bob;bob@example.com;;opt-out;KLUB;19.06.2024 10:00\n",
		fields: "email gsm email_consent groups created_at", counts: [3]int32{2, 2, 0}, mailing: []int{0},
		values: []string{"Opt-in opt-in=yes", "Opt-in opt-out=no"}, groups: []string{"VIP", "KLUB"},
		created: "2024-06-18 2024-06-19",
	},
	"Mailchimp, subscribed": {
		kind: "contacts", tool: "Mailchimp",
		body: "Email Address,First Name" + mailchimp + "\n" +
			"ada@example.com,Ada,2,2018-10-11 09:55:14,1.2.3.4,2018-10-11 09:56:00,1.2.3.4,,,,,,,,2018-10-11 09:56:00,1,a,,\"\"\"VIP\"\",\"\"Klub, Łódź\"\"\"\n" +
			"bob@example.com,Bob,2,2018-10-12 09:55:14,,2018-10-12 09:56:00,,,,,,,,,2018-10-12 09:56:00,2,b,,\n" +
			"cyd@example.com,Cyd,2,,,,,,,,,,,,2018-10-12 09:56:00,3,c,,\n",
		fields: "email created_at groups", counts: [3]int32{3, 3, 0}, groups: []string{"VIP", "Klub, Łódź"},
		created: "2018-10-11 2018-10-12 -",
	},
	"Mailchimp, unsubscribed": {
		kind: "contacts", tool: "Mailchimp",
		body: "Email Address,First Name" + mailchimp + ",UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON\n" +
			"eve@example.com,Eve,2,2018-10-11 09:55:14,,,,,,,,,,,2018-10-11 09:56:00,1,a,,,2019-01-02 03:04:05,Styczeń,77,NORMAL\n",
		fields: "email created_at groups email_consent", counts: [3]int32{1, 1, 0}, values: []string{"UNSUB_TIME *=unsubscribed"},
		created: "2018-10-11",
	},
	"Mailchimp, cleaned": {
		kind: "contacts", tool: "Mailchimp",
		body: "Email Address,First Name" + mailchimp + ",CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID\n" +
			"zoe@example.com,Zoe,2,2018-10-11 09:55:14,,,,,,,,,,,2018-10-11 09:56:00,1,a,,,2019-01-02 03:04:05,Styczeń,77\n",
		fields: "email created_at groups email_consent", counts: [3]int32{1, 1, 0}, values: []string{"CLEAN_TIME *=blocked"},
		blocked: 1, created: "2018-10-11",
	},
	// After public fixtures of Brevo's exports; only this file has WHATSAPP before SMS together with the blacklists.
	"Brevo": {
		kind: "contacts", tool: "Brevo",
		body: "CONTACT ID;EMAIL;LASTNAME;FIRSTNAME;WHATSAPP;SMS;DOUBLE_OPT-IN;OPT_IN;LANDLINE_NUMBER;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME\r\n" +
			"7;ada@example.com;A;Ada;48500000009;48500000001;Yes;Yes;;No;No;18-06-2024;19-06-2024\r\n" +
			"8;bob@example.com;B;Bob;;48500000002;No;No;;Yes;No;05-07-2024;19-07-2024\r\n",
		fields: "external_id email gsm email_consent email_blocked gsm_blocked created_at", counts: [3]int32{2, 2, 0},
		mailing: []int{0}, blocked: 1, created: "2024-06-18 2024-07-05",
		values: []string{
			"OPT_IN Yes=yes", "OPT_IN No=no", "EMAIL_BLACKLISTED No=no", "EMAIL_BLACKLISTED Yes=yes", "SMS_BLACKLISTED No=no",
		},
	},
	// After public fixtures of HubSpot's exports, such as those that begin `Record ID,First Name,Last Name,Email,Phone
	// Number`; `Unsubscribed from all email` is the label of hs_email_optout.
	"HubSpot": {
		kind: "contacts", tool: "HubSpot",
		body: "Record ID,First Name,Last Name,Email,Phone Number,Unsubscribed from all email,Lifecycle Stage,Create Date,Last Activity Date\n" +
			"151,Ada,A,ada@example.com,+48 500 000 001,,Lead,2024-06-18 09:55,2024-07-01 10:00\n" +
			"152,Bob,B,bob@example.com,,true,Customer,2024-06-19 09:55,\n153,Eve,E,eve@example.com,,false,Lead,2024-06-20 09:55,\n",
		fields: "external_id email gsm email_consent created_at", counts: [3]int32{3, 3, 0},
		values:  []string{"Unsubscribed from all email *=unsubscribed", "Unsubscribed from all email false=keep"},
		created: "2024-06-18 2024-06-19 2024-06-20",
	},
	// Reconstructed; the statuses are those of github.com/mailerlite/mailerlite-nodejs (active, unsubscribed, unconfirmed,
	// bounced, junk): no header of an export was found.
	"MailerLite": {
		kind: "contacts", tool: "MailerLite",
		body: "Subscriber,Status,Sent,Opens,Clicks,Subscribed,Unsubscribed,Location\nada@example.com,active,12,8,3,2024-06-18 09:55:14,,PL\n" +
			"bob@example.com,unsubscribed,9,1,0,2024-06-19 09:55:14,2024-09-01 08:00:00,PL\neve@example.com,unconfirmed,0,0,0,2024-06-20 09:55:14,,\n" +
			"zoe@example.com,junk,1,0,0,2024-06-21 09:55:14,,\n",
		fields: "email email_consent created_at", counts: [3]int32{4, 4, 0}, mailing: []int{0}, blocked: 1,
		values: []string{
			"Status active=yes", "Status unsubscribed=unsubscribed", "Status unconfirmed=no", "Status junk=blocked",
		},
		created: "2024-06-18 2024-06-19 2024-06-20 2024-06-21",
	},
	// After public fixtures of ActiveCampaign's exports.
	"ActiveCampaign": {
		kind: "contacts", tool: "ActiveCampaign",
		body: "Email,First Name,Last Name,Phone,Tags,Date Created,IP,Status\nada@example.com,Ada,A,+48500000001,\"VIP, Klub\",06/18/2024 09:55,1.2.3.4,Active\n" +
			"bob@example.com,Bob,B,,Klub,07/05/2024 21:00,,Unsubscribed\neve@example.com,Eve,E,,,06/20/2024 10:00,,Unconfirmed\n" +
			"zoe@example.com,Zoe,Z,,,06/21/2024 10:00,,Bounced\n",
		fields: "email gsm groups created_at email_consent", counts: [3]int32{4, 4, 0}, mailing: []int{0}, blocked: 1,
		groups: []string{"VIP", "Klub"}, created: "2024-06-18 2024-07-05 2024-06-20 2024-06-21",
		values: []string{"Status Active=yes", "Status Unsubscribed=unsubscribed", "Status Unconfirmed=no", "Status Bounced=blocked"},
	},
	// From the format of Shopify's customer CSV in public readers of it.
	"Shopify": {
		kind: "contacts", tool: "Shopify",
		body: "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n" +
			"'71,Ada,A,ada@example.com,yes,'+48500000009,'+48500000001,yes,1234.50,3,,no,\"VIP, Klub\"\n'72,Bob,B,bob@example.com,no,,'+48 500 000 002,no,0.00,0,,no,\n",
		fields: "external_id email email_consent gsm sms_consent groups", counts: [3]int32{2, 2, 0}, mailing: []int{0}, sms: []int{0},
		groups: []string{"VIP", "Klub"},
		values: []string{
			"Accepts Email Marketing yes=yes", "Accepts Email Marketing no=no", "Accepts SMS Marketing yes=yes",
			"Accepts SMS Marketing no=no",
		},
	},
	// CSV as written by Excel on a Polish Windows: semicolons, windows-1250.
	"Excel in Polish": {
		kind: "contacts",
		body: "Imi\xea;Nazwisko;E-mail;Telefon;Zgoda e-mail;Zgoda SMS;Data zapisu\r\n\xafaneta;\xa3ab\x9c;ada@example.com;500 000 001;TAK;NIE;18.06.2024\r\n" +
			"Jan;Kos;jan@example.com;48500000002;NIE;TAK;19.06.2024 10:30\r\n",
		fields: "email gsm email_consent sms_consent created_at", counts: [3]int32{2, 2, 0}, mailing: []int{0}, sms: []int{1},
		values:  []string{"Zgoda e-mail TAK=yes", "Zgoda e-mail NIE=no", "Zgoda SMS TAK=yes", "Zgoda SMS NIE=no"},
		created: "2024-06-18 2024-06-19",
	},
	// CSV as written by Excel on an American Windows.
	"Excel in English": {
		kind: "contacts",
		body: "First name,Email address,Mobile,Consent,Signup date\r\nAda,ada@example.com,+48500000001,TRUE,6/18/2024\r\n" +
			"Bob,bob@example.com,,FALSE,7/5/2024\r\n",
		fields: "email gsm email_consent created_at", counts: [3]int32{2, 2, 0}, mailing: []int{0},
		values: []string{"Consent TRUE=yes", "Consent FALSE=no"}, created: "2024-06-18 2024-07-05",
	},
}

func TestExportsOfToolsAreTakenWithTheProposedAnswers(t *testing.T) {
	t.Parallel()
	for name, f := range toolFiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			s.takeOrdinary(t, s.ensure(t, "001")["001"], &f)
		})
	}
}

// The words are those of Brevo's events; the header is reconstructed.
func TestUnsubscriptionsInAReportWithdrawConsents(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("email,email_consent\nada@example.com,1\nbob@example.com,1\neve@example.com,1\n"))
	s.takeOrdinary(t, id, &ordinaryFile{
		kind: "engagement", tool: "Brevo",
		body: "st_text;ts;sub;frm;email;tag\nrequests;18-06-2024 09:55:14;Lato;me@x.co;ada@example.com;\n" +
			"delivered;18-06-2024 09:55:20;Lato;me@x.co;ada@example.com;\nunique_opened;18-06-2024 10:00:00;Lato;me@x.co;ada@example.com;\n" +
			"loadedByProxy;18-06-2024 10:00:01;Lato;me@x.co;ada@example.com;\nclick;05-07-2024 10:01:00;Lato;me@x.co;ada@example.com;\n" +
			"softBounces;18-06-2024 09:55:20;Lato;me@x.co;eve@example.com;\ndeferred;18-06-2024 09:55:20;Lato;me@x.co;eve@example.com;\n" +
			"unsubscribed;18-06-2024 11:00:00;Lato;me@x.co;bob@example.com;\n",
		fields: "type occurred_at message_id email", counts: [3]int32{8, 8, 0}, mailing: []int{0, 2},
		values: []string{
			"st_text requests=mailing.sent", "st_text delivered=mailing.delivered", "st_text unique_opened=mailing.opened",
			"st_text loadedByProxy=mailing.opened", "st_text click=mailing.clicked", "st_text softBounces=mailing.bounced",
			"st_text deferred=keep", "st_text unsubscribed=mailing.unsubscribed",
		},
	})
}

// The header and the words are those of https://help.mailup.com/pages/viewpage.action?pageId=60882983.
func TestRecipientsOfMailUpAreTaken(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.ensure(t, "001")["001"]
	s.load(t, "contacts", "csv", []byte("email,email_consent\nada@example.com,1\nbob@example.com,1\neve@example.com,1\n"))
	s.takeOrdinary(t, id, &ordinaryFile{
		kind: "engagement", tool: "MailUp",
		body: "idList;idInvio;idNl;email;subject;statusType;details;statusChange;sentDate\n" +
			"1;9;161;ada@example.com;Lato;OPN;;20240618T113000;20240618T100000\n1;9;161;ada@example.com;Lato;CLK;https://x.co;20240618T113100;20240618T100000\n" +
			"1;9;161;bob@example.com;Lato;NCO;550;20240618T100100;20240618T100000\n1;9;161;eve@example.com;Lato;SNT;;20240618T100000;20240618T100000\n",
		fields: "message_id email type occurred_at", counts: [3]int32{4, 4, 0}, mailing: []int{0, 1, 2},
		values: []string{
			"statusType OPN=mailing.opened", "statusType CLK=mailing.clicked", "statusType NCO=mailing.bounced",
			"statusType SNT=mailing.sent",
		},
	})
}
