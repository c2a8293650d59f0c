package importing

import (
	"bytes"
	"context"
	"fmt"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

// UnsubscribeStep is the content of some rows of unsubscriptions. Those without a number are to be looked up.
type UnsubscribeStep struct {
	Account  contact.AccountID
	Progress Progress
	// Entry is that of the import in the event log.
	Entry        contact.Entry
	Unsubscribed []contact.Unsubscription
}

// unsubscribeJob reads a file of unsubscriptions.
type unsubscribeJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  table.UnsubscribeReader
	places  []int
	filled  bool
	list    []contact.Unsubscription
}

func (a *App) openUnsubscribes(i *Import, source file.Source, head table.Head, zone *file.Zone, uids table.UIDs) job {
	targets := table.TargetsOf(table.UnsubscribeColumns(), head.Columns)
	return &unsubscribeJob{
		app: a, i: i, scanner: file.NewCSV(source, startOf(i, head), head.Delimiter, targets, table.UnsubscribeFields+1),
		reader: table.UnsubscribeReader{
			Uids: uids, Zone: zone, Latest: a.Now().Unix() + table.SecondsOfDay, Delimiter: head.Delimiter,
		},
		places: table.PlacesOf(targets, table.UnsubscribeFields),
	}
}

// step reads as many rows as fit into one transaction.
func (j *unsubscribeJob) step(ctx context.Context) (done bool, err error) {
	s := UnsubscribeStep{
		Account: j.i.Account, Progress: j.i.progress(), Entry: j.i.Entry(), Unsubscribed: j.list[:0],
	}
	p := &s.Progress
	for p.Read < j.app.stepLimits(j.i).Contacts {
		if !j.filled {
			if j.scanner.Position()-j.i.Position >= contactBytes {
				break
			}
			if j.filled = j.scanner.Fill(); !j.filled {
				if err := j.scanner.Err(); err != nil {
					return false, fmt.Errorf("read file: %w", err)
				}
				done = true
				break
			}
		}
		if !j.scanner.Next() {
			j.filled = false
			continue
		}
		row := j.scanner.Row()
		unsubscribed, why := j.reader.Read(row)
		if why == table.TotalsRow {
			p.LeftOut.Totals++
			continue
		}
		p.Read++
		if why != nil {
			refused := contact.RefusedRow{Line: row.Line, Defect: why, Text: bytes.Clone(row.Text)}
			if j.reader.At >= 0 {
				refused.Column, refused.Value = j.places[j.reader.At], table.ValueOf(row.Fields[j.reader.At])
			}
			p.Refused = append(p.Refused, refused)
			continue
		}
		p.Kept++
		s.Unsubscribed = append(s.Unsubscribed, unsubscribed...)
	}
	p.To, p.Lines, p.Done = j.scanner.Position(), j.scanner.Lines(), done
	if err := checkEnd(j.i, *p); err != nil {
		return false, err
	}
	keep := j.app.StepStore.CommitUnsubscribes
	if p.Check {
		keep = j.app.StepStore.CheckUnsubscribed
	}
	if err := keep(ctx, s); err != nil {
		return false, fmt.Errorf("keep unsubscriptions: %w", err)
	}
	j.list = s.Unsubscribed
	j.i.moveTo(*p)
	return done, nil
}
