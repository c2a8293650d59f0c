package core

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// judge reads the rows that are shown as an import would.
func (a *App) judge(
	ctx context.Context, account AccountID, i *Inspection, o ReadOptions, head Head, properties []Property, text []byte,
) error {
	databases, err := a.store.Databases(ctx, account)
	if err != nil {
		return fmt.Errorf("read databases: %w", err)
	}
	known := uidsOf(cmp.Or(o.UID, account.OwnUID()), databases)
	source := &sample{text[head.Size:]}
	start := file.Start{Position: head.Size, Lines: head.Lines}
	zone := file.NewZone(time.UTC)
	var reasons map[int]*file.Defect
	switch i.Kind {
	case KindContacts:
		r := contactReader{
			uids: known, zone: zone, decimalComma: head.Delimiter != ',',
			values: newValueColumns(i.Kind, head.Names, head.Columns, o.Values),
		}
		targets, fields, err := r.columns(head.Columns, properties)
		if err != nil {
			return nil //nolint:nilerr // a property was removed meanwhile
		}
		reasons = judged(file.NewCSV(source, start, head.Delimiter, targets, fields+1), func(row *file.Row) *file.Defect {
			_, why := r.read(row)
			return why
		})
	case KindUnsubscribes:
		j := unsubscribeJob{uids: known, zone: zone, latest: a.now().Unix() + secondsOfDay}
		targets := targetsOf(unsubscribeColumns(), head.Columns)
		scanner := file.NewCSV(source, start, head.Delimiter, targets, unsubscribeFields+1)
		reasons = judged(scanner, func(row *file.Row) *file.Defect {
			_, why := j.read(row)
			return why
		})
	default:
		targets := targetsOf(engagementColumns(), head.Columns)
		scanner := file.NewCSV(source, start, head.Delimiter, targets, engagementFields+1)
		values := newValueColumns(i.Kind, head.Names, head.Columns, o.Values)
		reasons = judged(scanner, a.judgeEvent(known, zone, placesOf(targets, engagementFields), values))
	}
	for at := range i.Rows {
		i.Rows[at].Reason = reasons[i.Rows[at].Line]
	}
	return nil
}

// judged returns why rows would be refused, by line; of those that are shown only.
func judged(scanner file.Scanner, read func(*file.Row) *file.Defect) map[int]*file.Defect {
	reasons := map[int]*file.Defect{}
	for rows := 0; scanner.Fill(); {
		for ; rows < shownRows && scanner.Next(); rows++ {
			row := scanner.Row()
			line, why := row.Line, row.Defect
			if why == nil {
				why = read(row)
			}
			if why != nil {
				reasons[line] = why
			}
		}
		if rows == shownRows {
			break
		}
	}
	return reasons
}

// judgeEvent returns what tells why a row of engagement would be refused, whoever it names.
func (a *App) judgeEvent(
	known uids, zone *file.Zone, places []int, values valueColumns,
) func(*file.Row) *file.Defect {
	reader := newEngagementReader(fact.NewFacts(), known, zone, a.now().Unix(), a.events.Key, places, values)
	return func(row *file.Row) *file.Defect {
		reader.begin()
		reader.read(row)
		if len(reader.refused) > 0 {
			return reader.refused[0].Defect
		}
		return nil
	}
}
