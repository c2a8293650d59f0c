package core

import (
	"context"
	"fmt"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

// contactRows is how many rows of contacts one transaction takes.
const contactRows = 10_000

// contactsJob reads a file of contacts.
type contactsJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  contactReader
	rows    []ContactRow
	// filled is set while the scanner's window may hold more rows.
	filled bool
}

func (a *App) openContacts(
	ctx context.Context, i *Import, source file.Source, head Head, zone *file.Zone, uids uids,
) (job, error) {
	properties, err := a.store.Properties(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read properties: %w", err)
	}
	j := &contactsJob{app: a, i: i, reader: contactReader{uids: uids, zone: zone, keepConsent: i.KeepConsent}}
	targets, fields, err := j.reader.columns(head.Columns, properties)
	if err != nil {
		return nil, fmt.Errorf("read columns: %w", err)
	}
	j.scanner = file.NewCSV(source, startOf(i), head.Delimiter, targets, fields)
	return j, nil
}

// step takes rows of one window: what they refer to lives no longer.
func (j *contactsJob) step(ctx context.Context) (done bool, err error) {
	if !j.filled {
		if j.filled = j.scanner.Fill(); !j.filled {
			if err := j.scanner.Err(); err != nil {
				return false, fmt.Errorf("read file: %w", err)
			}
			done = true
		}
	}
	p := Progress{Import: j.i.ID, From: j.i.Position, Done: done}
	j.rows = j.rows[:0]
	for p.Read < j.app.steps.Contacts && j.filled {
		if !j.scanner.Next() {
			j.filled = false
			break
		}
		p.Read++
		row, why := j.reader.read(j.scanner.Row())
		if why != nil {
			p.Refused = append(p.Refused, RefusedRow{Line: row.Line, Defect: why, Text: row.Text})
			continue
		}
		j.rows = append(j.rows, row)
	}
	if p.Read == 0 && !done {
		return false, nil
	}
	p.To, p.Lines = j.scanner.Position(), j.scanner.Lines()
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	step := ContactsStep{Account: j.i.Account, Progress: p, Entry: j.i.Entry(), Rows: j.rows, Groups: j.app.limits.Groups}
	if err := j.app.store.ApplyContacts(ctx, step, applyRows); err != nil {
		return false, fmt.Errorf("apply contacts: %w", err)
	}
	j.i.moveTo(p)
	return done, nil
}

// applyRows applies rows to a database that takes as many contacts as facts can be about.
func applyRows(rows []ContactRow, directory Directory) Changes {
	directory.MaxNumber = fact.MaxContacts
	return Apply(rows, directory)
}
