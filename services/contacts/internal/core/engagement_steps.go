package core

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

const (
	// stepFacts is how many facts one transaction takes: enough that its own cost and the bytes that a batch spends
	// on each message do not matter, few enough for little memory.
	stepFacts = 400_000
	// stepRefused bounds the text of refused rows that waits for a commit.
	stepRefused = 4 << 20
	// windowRows is more rows than any window holds: the shortest useful one has some 30 bytes.
	windowRows = 40_000
	stepBlocks = 64
)

// engagementJob reads a file of engagement.
type engagementJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	reader  *engagementReader
	refused []RefusedRow
	// text keeps the refused rows of the step.
	text     []byte
	versions map[DatabaseID]int64
	values   valueColumns
}

func (a *App) openEngagement(
	i *Import, source file.Source, head Head, zone *file.Zone, uids uids, facts *fact.Facts,
) job {
	j := &engagementJob{app: a, i: i, versions: map[DatabaseID]int64{}}
	targets := targetsOf(engagementColumns(), head.Columns)
	if i.Format == FormatNDJSON {
		index := make(map[string]int, engagementFields)
		for field, name := range engagementColumns() {
			index[name] = field
		}
		j.scanner = file.NewNDJSON(source, startOf(i), index, engagementFields)
	} else {
		j.scanner = file.NewCSV(source, startOf(i), head.Delimiter, targets, engagementFields+1)
	}
	names, columns := head.Names, head.Columns
	if i.Format == FormatNDJSON {
		names, columns = engagementColumns(), engagementColumns()
	}
	j.values = newValueColumns(i.Kind, names, columns, i.Options.Values)
	places := placesOf(targets, engagementFields)
	j.reader = newEngagementReader(facts, uids, zone, a.now().Unix(), a.events.Key, places, j.values)
	return j
}

// targetsOf returns for each column which field it is; those that are ignored are the one behind the last.
func targetsOf(fields, columns []string) []int {
	targets := make([]int, len(columns))
	for column, name := range columns {
		if targets[column] = slices.Index(fields, name); targets[column] < 0 {
			targets[column] = len(fields)
		}
	}
	return targets
}

func (j *engagementJob) step(ctx context.Context) (done bool, err error) {
	j.reader.begin()
	j.values.forget()
	j.refused, j.text = j.refused[:0], j.text[:0]
	clear(j.versions)
	for blocks := 0; j.room(blocks); blocks++ {
		j.reader.beginWindow()
		if !j.scanner.Fill() {
			if err := j.scanner.Err(); err != nil {
				return false, fmt.Errorf("read file: %w", err)
			}
			done = true
			break
		}
		for j.scanner.Next() {
			j.reader.read(j.scanner.Row())
		}
		if err := j.resolve(ctx); err != nil {
			return false, err
		}
		j.keepRefused()
	}
	p := j.i.progress()
	p.To, p.Lines, p.Done = j.scanner.Position(), j.scanner.Lines(), done
	p.Read, p.Kept, p.Refused = j.reader.rows, j.reader.kept, j.refused
	p.Values = plus(j.i.Values, j.values.listed())
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	step := EngagementStep{
		Account: j.i.Account, Progress: p, Entry: j.i.Entry(), Contacts: j.reader.facts.Contacts(),
		Unsubscriptions: []Entry{j.i.Unsubscriptions()}, Versions: j.versions, Web: j.reader.facts.WebParts(),
		Unsubscribed: j.reader.unsubscribed,
	}
	if p.Check {
		err = j.app.store.CheckUnsubscribed(ctx, UnsubscribeStep{
			Account: j.i.Account, Progress: p, Unsubscribed: step.Unsubscribed,
		}, Withdraw)
	} else {
		err = j.app.store.CommitEngagement(ctx, step, Withdraw, j.batches)
	}
	if err != nil {
		return false, fmt.Errorf("commit engagement: %w", err)
	}
	j.i.moveTo(p)
	return done, nil
}

// room reports whether the transaction can take another window.
func (j *engagementJob) room(blocks int) bool {
	return blocks < stepBlocks && j.reader.facts.Len() < j.app.stepLimits(j.i).Facts && len(j.text) < stepRefused &&
		j.reader.facts.Room(windowRows)
}

// resolve finds the contacts that the window's rows name.
func (j *engagementJob) resolve(ctx context.Context) error {
	found, err := j.app.books.forWindow(ctx, j.i.Account, j.i.Size-j.i.Position, j.reader)
	if err != nil {
		return err
	}
	for database, book := range found {
		if version, known := j.versions[database]; known && version != book.Version {
			return ErrDictionaryChanged
		}
		j.versions[database] = book.Version
	}
	j.reader.resolve(func(database DatabaseID) *fact.Book { return found[database] })
	return nil
}

// keepRefused copies the window's refused rows, whose text ends with it.
func (j *engagementJob) keepRefused() {
	for _, r := range j.reader.refused {
		from := len(j.text)
		j.text = append(j.text, r.Text...)
		r.Text = j.text[from:len(j.text):len(j.text)]
		j.refused = append(j.refused, r)
	}
}

// batches encodes the facts. Their ids follow from the import, the position and their order, so that a step that
// is repeated after a crash makes the same ones.
func (j *engagementJob) batches() ([]Event, error) {
	var events []Event
	err := j.reader.facts.Batches(func(b *fact.Batch) error {
		event, err := j.app.events.Batch(batchID(j.i, len(events)), b)
		events = append(events, event)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make batches: %w", err)
	}
	return events, nil
}

func batchID(i *Import, index int) uuid.UUID {
	name := binary.BigEndian.AppendUint64(nil, uint64(i.Position))
	name = binary.BigEndian.AppendUint32(name, uint32(index))
	return uuid.NewSHA1(i.ID, name)
}
