package jobs

import (
	"context"
	"fmt"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

// contactRows is how many rows of contacts one transaction takes.
const contactRows = 10_000

// contactsJob reads a file of contacts.
type contactsJob struct {
	worker  *Worker
	i       *core.Import
	scanner engine.Scanner
	reader  core.RowReader
	rows    []core.Row
	// filled tells that the scanner's window may hold more rows.
	filled bool
}

func (w *Worker) openContacts(
	ctx context.Context, i *core.Import, source engine.Source, head core.Head, zone *engine.Zone, databases map[string]int32,
) (job, error) {
	all, err := w.store.Properties(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read properties: %w", err)
	}
	properties := map[int32][]core.Property{}
	for _, p := range all {
		properties[p.Database] = append(properties[p.Database], p)
	}
	j := &contactsJob{worker: w, i: i, reader: core.RowReader{
		Databases: databases, OwnUID: ownUID(i.Account), Zone: zone, KeepConsent: i.KeepConsent,
	}}
	targets, fields, err := j.reader.Columns(head.Columns, properties)
	if err != nil {
		return nil, fmt.Errorf("read columns: %w", err)
	}
	j.scanner = engine.NewCSV(source, startOf(i), head.Delimiter, targets, fields)
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
	p := core.Progress{Import: j.i.ID, From: j.i.Position, Done: done}
	j.rows = j.rows[:0]
	for p.Read < j.worker.limits.Contacts && j.filled {
		if !j.scanner.Next() {
			j.filled = false
			break
		}
		p.Read++
		row, why := j.reader.Read(j.scanner.Row())
		if why != "" {
			p.Refused = append(p.Refused, engine.Refusal{Line: row.Line, Reason: why, Text: row.Text})
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
	if err := j.worker.store.ApplyContacts(ctx, j.i.Account, p, j.rows); err != nil {
		return false, fmt.Errorf("apply contacts: %w", err)
	}
	moveTo(j.i, p)
	return done, nil
}
