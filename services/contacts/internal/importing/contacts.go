package importing

import (
	"context"
	"fmt"
	"sync"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

const (
	// contactRows is how many rows of contacts one transaction takes.
	contactRows = 10_000
	// contactBytes is how much of a file one transaction takes, in bytes, even if that is few rows.
	contactBytes = 8 << 20
)

// contactsJob reads a file of contacts. While the store writes the rows of one step, the rows of the next are read.
type contactsJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  table.ContactReader
	// filled is set while the scanner's window may hold more rows.
	filled bool
	// next is the step that was read ahead, nil before the first one. The memory of spare is reused.
	next, spare *contactsRead
	// fresh is set when the previous step found no known contact.
	fresh bool
}

// contactsRead are the rows of a step.
type contactsRead struct {
	progress Progress
	rows     []contact.Row
	// text holds copies of the rows, as the scanner's window moves on.
	text []byte
	err  error
}

func (a *App) openContacts(
	ctx context.Context, i *Import, source file.Source, head table.Head, zone *file.Zone, uids table.UIDs,
) (job, error) {
	properties, err := a.Catalogue.Properties(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read properties: %w", err)
	}
	j := &contactsJob{app: a, i: i, reader: table.ContactReader{
		Uids: uids, Zone: zone, Consents: i.Options.Consents(), Delimiter: head.Delimiter,
		Tags:   head.HasTags(),
		Values: table.NewValueColumns(i.Kind, head.Names, head.Columns, i.Options.Values),
	}}
	targets, fields, err := j.reader.Columns(head.Columns, properties)
	if err != nil {
		return nil, fmt.Errorf("read columns: %w", err)
	}
	j.scanner = file.NewCSV(source, startOf(i, head), head.Delimiter, targets, fields+1)
	return j, nil
}

func (j *contactsJob) step(ctx context.Context) (done bool, err error) {
	now := j.next
	if now == nil {
		now = j.read(&contactsRead{}, j.i.Position)
	}
	if now.err != nil {
		return false, now.err
	}
	p := now.progress
	p.Values = table.Plus(j.i.Values, p.Values)
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	var reading sync.WaitGroup
	if into := j.spare; !p.Done {
		reading.Go(func() { j.next = j.read(into, p.To) })
	}
	j.spare = now
	keep := j.app.StepStore.ApplyContacts
	if p.Check {
		keep = j.app.StepStore.CheckContacts
	}
	effects, err := keep(ctx, ContactsStep{
		Progress: p, Entry: j.i.Entry(), Stated: j.i.stated(),
		RowBatch: contact.RowBatch{
			Account: j.i.Account, Rows: now.rows, Groups: j.app.Groups, Consents: j.reader.Consents, Fresh: j.fresh,
		},
	})
	reading.Wait()
	if err != nil {
		return false, fmt.Errorf("apply contacts: %w", err)
	}
	j.fresh = effects.New > 0 && effects.Changed+effects.Unchanged == 0
	j.i.moveTo(p)
	return p.Done, nil
}

// read reads the rows of a step into reused memory. Any failure becomes the step's error.
func (j *contactsJob) read(into *contactsRead, from int64) *contactsRead {
	if into == nil {
		into = &contactsRead{}
	}
	into.rows, into.text = into.rows[:0], into.text[:0]
	into.progress = j.i.progress()
	into.progress.From = from
	j.reader.Values.Forget()
	into.err = safely(func() error { return j.fill(into) })
	return into
}

func (j *contactsJob) fill(into *contactsRead) error {
	p := &into.progress
	for p.Read < j.app.stepLimits(j.i).Contacts {
		if !j.filled {
			if j.scanner.Position()-p.From >= contactBytes {
				break
			}
			if j.filled = j.scanner.Fill(); !j.filled {
				if err := j.scanner.Err(); err != nil {
					return fmt.Errorf("read file: %w", err)
				}
				p.Done = true
				break
			}
		}
		if !j.scanner.Next() {
			j.filled = false
			continue
		}
		row, why := j.reader.Read(j.scanner.Row())
		if why == table.TotalsRow {
			p.LeftOut.Totals++
			continue
		}
		p.Read++
		row.Totals = row.Totals && j.scanner.Position() == j.i.Text()
		at := len(into.text)
		into.text = append(into.text, row.Text...)
		row.Text = into.text[at:len(into.text):len(into.text)]
		if why != nil {
			p.Refused = append(p.Refused, j.reader.Refused(j.scanner.Row(), why, row.Text))
			continue
		}
		into.rows = append(into.rows, row)
	}
	p.To, p.Lines, p.Values = j.scanner.Position(), j.scanner.Lines(), j.reader.Values.Listed()
	return nil
}
