package importing

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

const (
	// stepFacts is how many facts one transaction takes: enough to amortise its own cost and the bytes that a batch spends
	// on each message, few enough for little memory. Two steps are in memory at a time.
	stepFacts = 200_000
	// stepRefused bounds the text of refused rows that waits for a commit, in bytes.
	stepRefused = 4 << 20
	// windowRows is more rows than any window holds: the shortest useful row has some 30 bytes.
	windowRows = 40_000
	stepBlocks = 64
)

// engagementJob reads a file of engagement: while the store commits the rows of a step, those of the next one are read.
type engagementJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  *table.EngagementReader
	values  table.ValueColumns
	// now and after are the memory of this step and of the next, which has been read if ahead is set.
	now, after *engagementRead
	ahead      bool
}

// engagementRead are the rows of a step.
type engagementRead struct {
	progress     Progress
	facts        *fact.Facts
	unsubscribed []contact.Unsubscription
	versions     map[contact.DatabaseID]int64
	refused      []contact.RefusedRow
	// text holds copies of the refused rows.
	text []byte
	err  error
}

func newEngagementRead() *engagementRead {
	return &engagementRead{facts: fact.NewFacts(), versions: map[contact.DatabaseID]int64{}}
}

func (r *Reader) openEngagement(
	i *Import, source file.Source, head table.Head, zone *file.Zone, uids table.UIDs,
) job {
	a := r.app
	j := &engagementJob{app: a, i: i, now: r.engagement[0], after: r.engagement[1]}
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
	j.reader = table.NewEngagementReader(j.now.facts, uids, zone, a.Now().Unix(), places, j.values)
	j.reader.Delimiter = head.Delimiter
	return j
}

func (j *engagementJob) step(ctx context.Context) (done bool, err error) {
	if !j.ahead {
		j.read(ctx, j.now, j.i.Position)
	}
	now, after := j.now, j.after
	if now.err != nil {
		return false, now.err
	}
	p := now.progress
	p.Values = table.Plus(j.i.Values, p.Values)
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	var reading sync.WaitGroup
	// A step that did not end before runs alone, so that a crash is not of the rows after it.
	if j.ahead = !p.Done && j.i.Begun < 2; j.ahead {
		reading.Go(func() { j.read(ctx, after, p.To) })
	}
	err = j.commit(ctx, p, now)
	reading.Wait()
	if err != nil {
		return false, fmt.Errorf("commit engagement: %w", err)
	}
	j.now, j.after = after, now
	j.i.moveTo(p)
	return p.Done, nil
}

func (j *engagementJob) commit(ctx context.Context, p Progress, now *engagementRead) error {
	if p.Check {
		return j.app.StepStore.CheckUnsubscribed(ctx, UnsubscribeStep{
			Account: j.i.Account, Progress: p, Unsubscribed: now.unsubscribed,
		})
	}
	return j.app.StepStore.CommitEngagement(ctx, EngagementStep{
		FactsStep: FactsStep{
			Account: j.i.Account, Import: j.i.ID, Position: p.From, By: j.i.Actor, Versions: now.versions,
			Web: now.facts.WebParts(), Facts: now.facts, Source: j.i.ID,
			Place:        binary.BigEndian.AppendUint64(nil, uint64(p.From)),
			Unsubscribed: now.unsubscribed, Unsubscriptions: []contact.Entry{j.i.Unsubscriptions()},
		},
		Progress: p, Entry: j.i.Entry(), Contacts: now.facts.Contacts(),
	})
}

// read reads the rows of a step into reused memory. Any failure becomes the step's error.
func (j *engagementJob) read(ctx context.Context, into *engagementRead, from int64) {
	j.reader.Facts, j.reader.Unsubscribed = into.facts, into.unsubscribed
	j.reader.Begin()
	j.values.Forget()
	into.refused, into.text = into.refused[:0], into.text[:0]
	clear(into.versions)
	into.progress = j.i.progress()
	into.progress.From = from
	into.err = safely(func() error { return j.fill(ctx, into) })
	into.unsubscribed = j.reader.Unsubscribed
}

func (j *engagementJob) fill(ctx context.Context, into *engagementRead) error {
	p := &into.progress
	for blocks := 0; j.room(blocks, into); blocks++ {
		j.reader.BeginWindow()
		if !j.scanner.Fill() {
			if err := j.scanner.Err(); err != nil {
				return fmt.Errorf("read file: %w", err)
			}
			p.Done = true
			break
		}
		for j.scanner.Next() {
			j.reader.Read(j.scanner.Row())
		}
		if err := j.resolve(ctx, into); err != nil {
			return err
		}
		j.keepRefused(into)
	}
	p.To, p.Lines = j.scanner.Position(), j.scanner.Lines()
	p.Read, p.Kept, p.Refused = j.reader.Rows, j.reader.Kept, into.refused
	p.Values, p.LeftOut.Totals = j.values.Listed(), j.reader.Totals
	return nil
}

// room reports whether the transaction can take another window.
func (j *engagementJob) room(blocks int, into *engagementRead) bool {
	return blocks < stepBlocks && into.facts.Len() < j.app.stepLimits(j.i).Facts && len(into.text) < stepRefused &&
		into.facts.Room(windowRows)
}

// resolve finds the contacts that the window's rows name.
func (j *engagementJob) resolve(ctx context.Context, into *engagementRead) error {
	found, err := j.app.Books.ForWindow(ctx, j.i.Account, j.i.Size-into.progress.From, j.reader)
	if err != nil {
		return err
	}
	for database, book := range found {
		if version, known := into.versions[database]; known && version != book.Version {
			return ErrDictionaryChanged
		}
		into.versions[database] = book.Version
	}
	j.reader.Resolve(func(database contact.DatabaseID) *fact.Book { return found[database] })
	return nil
}

// keepRefused copies the window's refused rows, whose text is valid only until the next window.
func (j *engagementJob) keepRefused(into *engagementRead) {
	for _, r := range j.reader.Refused {
		from := len(into.text)
		into.text = append(into.text, r.Text...)
		r.Text = into.text[from:len(into.text):len(into.text)]
		into.refused = append(into.refused, r)
	}
}

// MaxWebsites is how many websites an account may track.
const MaxWebsites = 100
