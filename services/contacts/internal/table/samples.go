package table

import "puls.app/services/kit/sheet"

// sampleRows are rows of fictitious people, by column.
var sampleRows = map[FileKind][]map[string]string{
	KindContacts: {
		{
			"external_id": "K-1", "email": "anna@example.com", "gsm": "+48500000001", "created_at": "2026-01-15",
			"email_consent": "true", "sms_consent": "true", "groups": "VIP|Newsletter",
		},
		{
			"external_id": "K-2", "email": "jan@example.com", "gsm": "500 000 002", "created_at": "2026-02-20",
			"email_consent": "true", "sms_consent": "false", "groups": "Newsletter",
		},
		{
			"external_id": "K-3", "gsm": "+48500000003", "created_at": "2026-03-01T12:30:00Z", "sms_consent": "true",
			"gsm_blocked": "true",
		},
	},
	KindUnsubscribes: {
		{"email": "anna@example.com", "channel": "mailing", "occurred_at": "2026-11-02T09:20:00Z"},
		{"gsm": "+48500000002", "channel": "sms"},
		{"email": "jan@example.com", "gsm": "+48500000003"},
	},
	KindEngagement: {
		{
			"occurred_at": "2026-11-02T09:00:00Z", "type": "mailing.sent", "message_id": "november-1", "category": "sales",
			"email": "anna@example.com",
		},
		{
			"occurred_at": "2026-11-02T09:14:05Z", "type": "mailing.opened", "message_id": "november-1", "category": "sales",
			"email": "anna@example.com", "machine": "false",
		},
		{
			"occurred_at": "2026-11-02T10:00:00+01:00", "type": "sms.sent", "message_id": "sms-7", "category": "advertising",
			"gsm": "+48500000002",
		},
		{
			"event_id": "e-1", "occurred_at": "2026-11-03T18:30:00Z", "type": "web.page_view", "external_id": "K-3",
			"visitor_id": "visitor-1", "domain": "shop.example.com",
		},
	},
}

// SampleFile returns a template: the columns of a kind, with rows of fictitious people.
func SampleFile(kind FileKind, delimiter byte) []byte {
	columns := FieldsOf(kind)
	text := sheet.Begin(delimiter, columns...)
	for _, row := range sampleRows[kind] {
		cells := make([]string, len(columns))
		for i, column := range columns {
			cells[i] = row[column]
		}
		text = sheet.AppendRow(text, delimiter, cells...)
	}
	return text
}
