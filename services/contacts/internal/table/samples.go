package table

import "puls.app/services/kit/sheet"

// SampleFile returns a file to start from: the columns of a kind, with rows of made-up people.
func SampleFile(kind FileKind, delimiter byte) []byte {
	var rows [][]string
	switch kind {
	case KindEngagement:
		rows = append(rows,
			[]string{
				"", "2026-11-02T09:00:00Z", "", "mailing.sent", "november-1", "sales", "", "anna@example.com", "", "", "", "",
			},
			[]string{
				"", "2026-11-02T09:14:05Z", "", "mailing.opened", "november-1", "sales", "", "anna@example.com", "", "", "",
				"false",
			},
			[]string{
				"", "2026-11-02T10:00:00+01:00", "", "sms.sent", "sms-7", "advertising", "", "", "+48500000002", "", "", "",
			},
			[]string{
				"e-1", "2026-11-03T18:30:00Z", "", "web.page_view", "", "", "K-3", "", "", "visitor-1", "shop.example.com",
				"",
			},
		)
	case KindUnsubscribes:
		rows = append(rows,
			[]string{"", "anna@example.com", "", "", "mailing", "2026-11-02T09:20:00Z"},
			[]string{"", "", "+48500000002", "", "sms", ""},
			[]string{"", "jan@example.com", "+48500000003", "", "", ""},
		)
	default:
		rows = append(rows,
			[]string{
				"", "K-1", "anna@example.com", "+48500000001", "2026-01-15", "true", "true", "", "", "VIP|Newsletter",
			},
			[]string{"", "K-2", "jan@example.com", "500 000 002", "2026-02-20", "true", "false", "", "", "Newsletter"},
			[]string{"", "K-3", "", "+48500000003", "2026-03-01T12:30:00Z", "", "true", "", "true", ""},
		)
	}
	text := sheet.Begin(delimiter, FieldsOf(kind)...)
	for _, row := range rows {
		text = sheet.AppendRow(text, delimiter, row...)
	}
	return text
}
