package importing

import (
	"context"
	"encoding/binary"
	"fmt"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

const (
	// stepFacts is how many facts one transaction takes: enough to amortise its own cost and the bytes that a batch spends
	// on each message, few enough for little memory.
	stepFacts = 400_000
	// stepRefused bounds the text of refused rows that waits for a commit, in bytes.
	stepRefused = 4 << 20
	// windowRows is more rows than any window holds: the shortest useful row has some 30 bytes.
	windowRows = 40_000
	stepBlocks = 64
)

// engagementJob reads a file of engagement.
type engagementJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  *table.EngagementReader
	refused []contact.RefusedRow
	// text holds copies of the refused rows of the step.
	text     []byte
	versions map[contact.DatabaseID]int64
	values   table.ValueColumns
}

func (a *App) openEngagement(
	i *Import, source file.Source, head table.Head, zone *file.Zone, uids table.UIDs, facts *fact.Facts,
) job {
	j := &engagementJob{app: a, i: i, versions: map[contact.DatabaseID]int64{}}
	targets := table.TargetsOf(table.EngagementColumns(), head.Columns)
	if i.Format == table.FormatNDJSON {
		index := make(map[string]int, table.EngagementFields)
		for field, name := range table.EngagementColumns() {
			index[name] = field
		}
		j.scanner = file.NewNDJSON(source, startOf(i, head), index, table.EngagementFields)
	} else {
		j.scanner = file.NewCSV(source, startOf(i, head), head.Delimiter, targets, table.EngagementFields+1)
	}
	names, columns := head.Names, head.Columns
	if i.Format == table.FormatNDJSON {
		names, columns = table.EngagementColumns(), table.EngagementColumns()
	}
	j.values = table.NewValueColumns(i.Kind, names, columns, i.Options.Values)
	places := table.PlacesOf(targets, table.EngagementFields)
	j.reader = table.NewEngagementReader(facts, uids, zone, a.Now().Unix(), places, j.values)
	j.reader.Delimiter = head.Delimiter
	return j
}

func (j *engagementJob) step(ctx context.Context) (done bool, err error) {
	j.reader.Begin()
	j.values.Forget()
	j.refused, j.text = j.refused[:0], j.text[:0]
	clear(j.versions)
	for blocks := 0; j.room(blocks); blocks++ {
		j.reader.BeginWindow()
		if !j.scanner.Fill() {
			if err := j.scanner.Err(); err != nil {
				return false, fmt.Errorf("read file: %w", err)
			}
			done = true
			break
		}
		for j.scanner.Next() {
			j.reader.Read(j.scanner.Row())
		}
		if err := j.resolve(ctx); err != nil {
			return false, err
		}
		j.keepRefused()
	}
	p := j.i.progress()
	p.To, p.Lines, p.Done = j.scanner.Position(), j.scanner.Lines(), done
	p.Read, p.Kept, p.Refused = j.reader.Rows, j.reader.Kept, j.refused
	p.Values, p.LeftOut.Totals = table.Plus(j.i.Values, j.values.Listed()), j.reader.Totals
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	step := EngagementStep{
		FactsStep: FactsStep{
			Account: j.i.Account, Import: j.i.ID, Position: p.From, By: j.i.Actor, Versions: j.versions,
			Web: j.reader.Facts.WebParts(), Facts: j.reader.Facts, Source: j.i.ID,
			Place:        binary.BigEndian.AppendUint64(nil, uint64(j.i.Position)),
			Unsubscribed: j.reader.Unsubscribed, Unsubscriptions: []contact.Entry{j.i.Unsubscriptions()},
		},
		Progress: p, Entry: j.i.Entry(), Contacts: j.reader.Facts.Contacts(),
	}
	if p.Check {
		err = j.app.StepStore.CheckUnsubscribed(ctx, UnsubscribeStep{
			Account: j.i.Account, Progress: p, Unsubscribed: step.Unsubscribed,
		})
	} else {
		err = j.app.StepStore.CommitEngagement(ctx, step)
	}
	if err != nil {
		return false, fmt.Errorf("commit engagement: %w", err)
	}
	j.i.moveTo(p)
	return done, nil
}

// room reports whether the transaction can take another window.
func (j *engagementJob) room(blocks int) bool {
	return blocks < stepBlocks && j.reader.Facts.Len() < j.app.stepLimits(j.i).Facts && len(j.text) < stepRefused &&
		j.reader.Facts.Room(windowRows)
}

// resolve finds the contacts that the window's rows name.
func (j *engagementJob) resolve(ctx context.Context) error {
	found, err := j.app.Books.ForWindow(ctx, j.i.Account, j.i.Size-j.i.Position, j.reader)
	if err != nil {
		return err
	}
	for database, book := range found {
		if version, known := j.versions[database]; known && version != book.Version {
			return ErrDictionaryChanged
		}
		j.versions[database] = book.Version
	}
	j.reader.Resolve(func(database contact.DatabaseID) *fact.Book { return found[database] })
	return nil
}

// keepRefused copies the window's refused rows, whose text is valid only until the next window.
func (j *engagementJob) keepRefused() {
	for _, r := range j.reader.Refused {
		from := len(j.text)
		j.text = append(j.text, r.Text...)
		r.Text = j.text[from:len(j.text):len(j.text)]
		j.refused = append(j.refused, r)
	}
}

// MaxWebsites is how many websites an account may track.
const MaxWebsites = 100
