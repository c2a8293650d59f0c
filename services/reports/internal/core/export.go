package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"puls.app/services/spec"
)

// CellsOf names the cells of one database in one result.
type CellsOf struct {
	Account  AccountID
	Key      Key
	Database DatabaseID
	Revision int
}

// Cells has the cells of results.
type Cells interface {
	// Cells opens the cells of one database, chunk after chunk. It, or the stream, returns ErrReplaced when another
	// revision stands or comes in between.
	Cells(ctx context.Context, of CellsOf) (CellStream, error)
}

// CellStream is walked once.
type CellStream interface {
	// Next returns the cells of the next chunk that has any, in ascending order, and io.EOF after the last.
	Next() (chunk uint32, cells []byte, err error)
}

// Recipients are some contacts (or visitors) in order of their numbers.
type Recipients struct {
	Numbers []uint32
	// Texts are of each the external id, e-mail address, phone number and, of a visitor, its id, a NUL behind each.
	Texts string
}

// People knows who contacts and visitors are.
type People interface {
	// Recipients hands over all recipients of a database, in ascending order, some at a time.
	Recipients(ctx context.Context, account AccountID, database DatabaseID, channel Channel,
		visit func(page Recipients) error) error
}

// Order is what somebody wants in a file.
type Order struct {
	Ask
	IncludeExcluded bool
	// ChangesFrom is the day of an earlier result. The file then lists only recipients whose band changed since. Zero
	// means no comparison.
	ChangesFrom time.Time
	Format      Format
	// Who wants it, as the event log names them.
	Who string
}

// Format is a kind of file.
type Format struct {
	// Extension of the file's name, without a dot.
	Extension string
	// NewTable begins a file; compares is whether it has an earlier result beside the one.
	NewTable func(compares bool) Table
}

// Table turns lines into the bytes of a file, which wait in it until they are taken.
type Table interface {
	// Append adds a line. The table may keep its texts, not the line.
	Append(line *Line) error
	// Len returns the number of bytes that wait.
	Len() int
	// Take returns these, good until the next Append.
	Take() []byte
	// Close adds the end of the file.
	Close() error
}

// Download takes a file as it grows.
type Download interface {
	// Name is called once, before the first Write.
	Name(file string) error
	// Write sends on a part, which is good until it returns.
	Write(part []byte) error
}

const (
	// partSize is how many bytes of a file wait until they leave.
	partSize = 64 << 10
	// largestPart bounds how many leave at once.
	largestPart = 1 << 20
)

// Export writes one result as a file. It holds a chunk of cells, a page of recipients and the format's table. All of it
// is of one revision: when the result is calculated again meanwhile, an export of which nothing has left yet begins
// again, any other ends with ErrReplaced. The event log has it before its first byte leaves; where that fails, nothing
// does.
func (a *App) Export(ctx context.Context, account AccountID, order Order, to Download) error {
	return a.upToDate(ctx, account, func() ([]Key, error) {
		e := &export{app: a, account: account, order: order, to: to}
		keys, err := e.run(ctx)
		if e.begun {
			return nil, err
		}
		return keys, err
	})
}

type export struct {
	app     *App
	account AccountID
	order   Order
	to      Download
	// before is the earlier result that is compared with; nil for none.
	before *Result
	table  Table
	name   string
	about  chan about
	// begun is set once something has left.
	begun bool
}

// run returns of which results the file is.
func (e *export) run(ctx context.Context) ([]Key, error) {
	ctx, cancel := context.WithCancel(ctx) // ends the streams
	defer cancel()
	result, err := e.app.find(ctx, e.account, e.order.Key)
	if err != nil {
		return nil, err
	}
	if err := e.order.Visitors.allowed(result.Channel); err != nil {
		return nil, err
	}
	parts, err := result.Of(e.order.UIDs)
	if err != nil {
		return nil, err
	}
	keys := []Key{result.Key}
	if !e.order.ChangesFrom.IsZero() {
		if e.before, err = e.app.earlier(ctx, e.account, result.Key, "changesFrom", e.order.ChangesFrom); err != nil {
			return nil, err
		}
		keys = append(keys, e.before.Key)
	}
	e.table = e.order.Format.NewTable(e.before != nil)
	e.name = FileName(result, e.order.ChangesFrom, e.order.Format.Extension)
	e.about = make(chan about, 1)
	found := make(chan struct{})
	go func() {
		defer close(found)
		e.about <- e.whom(ctx, result, parts)
	}()
	defer func() {
		cancel()
		<-found
	}()
	for _, part := range parts {
		if err := e.database(ctx, result, part); err != nil {
			return keys, err
		}
	}
	if err := e.table.Close(); err != nil {
		return nil, fmt.Errorf("end the file: %w", err)
	}
	return keys, e.flush(ctx)
}

func (e *export) flush(ctx context.Context) error {
	if e.table.Len() == 0 {
		return nil
	}
	if !e.begun {
		if err := e.record(ctx); err != nil {
			return err
		}
		e.begun = true
		if err := e.to.Name(e.name); err != nil {
			return fmt.Errorf("name the file: %w", err)
		}
	}
	for part := range slices.Chunk(e.table.Take(), largestPart) {
		if err := e.to.Write(part); err != nil {
			return fmt.Errorf("send export: %w", err)
		}
	}
	return nil
}

func (e *export) cells(ctx context.Context, r *Result, database DatabaseID) (CellStream, error) {
	return e.app.engine.Cells(ctx, CellsOf{Account: e.account, Key: r.Key, Database: database, Revision: r.Revision})
}

// walk opens the cells of one database and, where results are compared, those of the earlier one.
func (e *export) walk(ctx context.Context, r *Result, database DatabaseID) (cells, before *cellWalk, err error) {
	stream, err := e.cells(ctx, r, database)
	if err != nil {
		return nil, nil, fmt.Errorf("ask for scores: %w", err)
	}
	cells, before = &cellWalk{stream: stream}, &cellWalk{ended: true}
	if e.before == nil || !slices.ContainsFunc(e.before.Parts, func(p Part) bool { return p.DatabaseID == database }) {
		return cells, before, nil
	}
	if stream, err = e.cells(ctx, e.before, database); err != nil {
		return nil, nil, fmt.Errorf("ask for scores of the earlier result: %w", err)
	}
	return cells, &cellWalk{stream: stream}, nil
}

// wants reports whether somebody with a cell is to be in the file.
func (e *export) wants(c Cell) bool {
	return !c.Absent && (c.Reason == "" || e.order.IncludeExcluded) && e.order.Visitors.include(c)
}

// changed reports whether somebody who stood elsewhere before is to be in the file.
func (e *export) changed(channel Channel, before, cell byte) bool {
	return e.before == nil || spec.Changed(before, cell, channel == Web, 0)
}

// database joins the cells of one database with its recipients; both come by number.
func (e *export) database(ctx context.Context, r *Result, part Part) error {
	cells, before, err := e.walk(ctx, r, part.DatabaseID)
	if err != nil {
		return err
	}
	return e.app.people.Recipients(ctx, e.account, part.DatabaseID, r.Channel, func(page Recipients) error {
		texts := page.Texts
		for _, number := range page.Numbers {
			cell, err := cells.at(number)
			if err != nil {
				return fmt.Errorf("read scores: %w", err)
			}
			was, err := before.at(number)
			if err != nil {
				return fmt.Errorf("read scores of the earlier result: %w", err)
			}
			line := Line{UID: part.UID}
			if texts, err = line.name(r.Channel, texts); err != nil {
				return err
			}
			if !e.changed(r.Channel, was, cell) {
				continue
			}
			line.Before = ReadCell(r.Channel, was)
			if err := e.recipient(ctx, r.Channel, &line, cell); err != nil {
				return err
			}
		}
		return nil
	})
}

// name takes the texts of one recipient and returns those of the others.
func (l *Line) name(channel Channel, texts string) (rest string, err error) {
	var external, email, gsm bool
	l.ExternalID, texts, external = strings.Cut(texts, "\x00")
	l.Email, texts, email = strings.Cut(texts, "\x00")
	l.GSM, texts, gsm = strings.Cut(texts, "\x00")
	visitor := true
	if channel == Web {
		l.VisitorID, texts, visitor = strings.Cut(texts, "\x00")
	}
	if !external || !email || !gsm || !visitor {
		return "", errors.New("there are fewer texts than recipients")
	}
	return texts, nil
}

// recipient writes a line that has its texts, if it is wanted.
func (e *export) recipient(ctx context.Context, channel Channel, line *Line, cell byte) error {
	state := ReadCell(channel, cell)
	if !e.wants(state) {
		return nil
	}
	line.Score, line.Reason, line.Known = state.Score, state.Reason, state.Known
	// An unknown visitor stays without a name even when somebody has become known since.
	if state.Known != nil && !*state.Known {
		line.ExternalID, line.Email, line.GSM = "", "", ""
	}
	if err := e.table.Append(line); err != nil {
		return fmt.Errorf("write line: %w", err)
	}
	if e.table.Len() >= partSize {
		return e.flush(ctx)
	}
	return nil
}

// cellWalk goes forward through the cells of a database.
type cellWalk struct {
	stream CellStream
	chunk  uint32
	cells  []byte
	begun  bool
	ended  bool
}

// at returns the cell of a number; numbers must ascend. What has no cell is absent.
func (w *cellWalk) at(number uint32) (byte, error) {
	chunk := number >> 16
	for !w.ended && (!w.begun || w.chunk < chunk) {
		next, cells, err := w.stream.Next()
		if errors.Is(err, io.EOF) {
			w.ended = true
			break
		}
		if err != nil {
			return 0, err
		}
		w.begun, w.chunk, w.cells = true, next, cells
	}
	if index := int(number & 0xffff); w.begun && w.chunk == chunk && index < len(w.cells) {
		return w.cells[index], nil
	}
	return spec.CellAbsent, nil
}
