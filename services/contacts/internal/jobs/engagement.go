package jobs

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
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
	worker  *Worker
	i       *core.Import
	scanner engine.Scanner
	reader  *engine.Engagement
	refused []engine.Refusal
	// text keeps the refused rows of the step.
	text     []byte
	versions map[int32]int64
}

func (w *Worker) openEngagement(
	i *core.Import, source engine.Source, head core.Head, zone *engine.Zone, databases map[string]int32, facts *engine.Facts,
) job {
	j := &engagementJob{worker: w, i: i, versions: map[int32]int64{}}
	columns := engine.EngagementColumns()
	index := make(map[string]int, len(columns))
	for field, name := range columns {
		index[name] = field
	}
	if i.Format == "ndjson" {
		j.scanner = engine.NewNDJSON(source, startOf(i), index, len(columns))
	} else {
		targets := make([]int, len(head.Columns))
		for column, name := range head.Columns {
			targets[column] = index[name]
		}
		j.scanner = engine.NewCSV(source, startOf(i), head.Delimiter, targets, len(columns))
	}
	j.reader = engine.NewEngagement(facts, engine.EngagementOptions{
		Zone: zone, Databases: databases, OwnUID: ownUID(i.Account), Now: w.now().Unix(), EventKey: xxhash.Sum64,
	})
	return j
}

func (j *engagementJob) step(ctx context.Context) (done bool, err error) {
	j.reader.Begin()
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
			j.reader.Take(j.scanner.Row())
		}
		if err := j.resolve(ctx); err != nil {
			return false, err
		}
		j.keepRefused()
	}
	p := core.Progress{
		Import: j.i.ID, From: j.i.Position, To: j.scanner.Position(), Lines: j.scanner.Lines(), Read: j.reader.Read,
		Kept: j.reader.Kept, Refused: j.refused, Done: done,
	}
	if err := checkEnd(j.i, p); err != nil {
		return false, err
	}
	err = j.worker.store.CommitEngagement(ctx, EngagementStep{
		Account: j.i.Account, Progress: p, Versions: j.versions, Web: j.reader.Facts.WebParts(),
		Unsubscribed: j.reader.Unsubscribed, Batches: j.batches,
	})
	if err != nil {
		return false, fmt.Errorf("commit engagement: %w", err)
	}
	moveTo(j.i, p)
	return done, nil
}

// room tells whether the transaction can take another window.
func (j *engagementJob) room(blocks int) bool {
	return blocks < stepBlocks && j.reader.Facts.Len() < j.worker.limits.Facts && len(j.text) < stepRefused &&
		j.reader.Facts.Room(windowRows)
}

// resolve finds the contacts that the window's rows name.
func (j *engagementJob) resolve(ctx context.Context) error {
	found, err := j.worker.books.forWindow(ctx, j.i, j.reader)
	if err != nil {
		return err
	}
	for database, book := range found {
		if version, known := j.versions[database]; known && version != book.Version {
			return core.ErrDictionaryChanged
		}
		j.versions[database] = book.Version
	}
	j.reader.Resolve(func(database int32) *engine.Book { return found[database] })
	return nil
}

// keepRefused copies the window's refused rows, whose text ends with it.
func (j *engagementJob) keepRefused() {
	for _, r := range j.reader.Refused {
		from := len(j.text)
		j.text = append(j.text, r.Text...)
		r.Text = j.text[from:len(j.text):len(j.text)]
		j.refused = append(j.refused, r)
	}
}

// batches encodes the facts. Their ids follow from the import, the position and their order, so that a step that
// is repeated after a crash makes the same ones.
func (j *engagementJob) batches() ([][]byte, error) {
	var payloads [][]byte
	err := j.reader.Facts.Batches(func(b *engine.Batch) error {
		payload, err := j.worker.encode(batchID(j.i, len(payloads)), b)
		payloads = append(payloads, payload)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make batches: %w", err)
	}
	return payloads, nil
}

func batchID(i *core.Import, index int) [16]byte {
	name := binary.BigEndian.AppendUint64(nil, uint64(i.Position))
	name = binary.BigEndian.AppendUint32(name, uint32(index))
	return uuid.NewSHA1(uuid.UUID(i.ID), name)
}
