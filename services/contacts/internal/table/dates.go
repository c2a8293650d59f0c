package table

import (
	"bytes"
	"slices"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
)

// dateField returns the field with dates of a kind. Each kind has one.
func dateField(kind FileKind) string {
	switch kind {
	case KindEngagement:
		return EngagementColumns()[eventOccurredAt]
	case KindUnsubscribes:
		return UnsubscribeColumns()[unsubscribeOccurredAt]
	default:
		return contact.Columns()[fieldCreatedAt]
	}
}

// GuessDates detects the order of day and month in the column of dates, from the rows at the beginning of the file. The
// day is first unless all unambiguous dates have the month first.
func (h *Head) GuessDates(kind FileKind, encoding file.Encoding, beginning []byte) {
	at := slices.Index(h.Columns, dateField(kind))
	if at < 0 {
		return
	}
	rows := beginning[min(h.Size, int64(len(beginning))):min(len(beginning), HeadLimit)]
	if encoding == file.Windows1250 {
		rows = file.AppendWindows1250(nil, rows)
	}
	targets := make([]int, len(h.Names))
	targets[at] = 1
	month, day := false, false
	scanner := file.NewCSV(NewSample(rows), file.Start{}, h.Delimiter, targets, 2)
	for scanner.Fill() {
		for scanner.Next() {
			if scanner.Row().Defect == nil {
				m, d := file.DateOrder(bytes.TrimSpace(scanner.Row().Fields[1]))
				month, day = month || m, day || d
			}
		}
	}
	h.MonthFirst = month && !day
}
