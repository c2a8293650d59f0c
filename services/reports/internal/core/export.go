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

// Cells reads the cells of results.
type Cells interface {
	// Cells opens the cells of one database, chunk by chunk. It, or the stream, returns ErrReplaced if another revision is
	// current or becomes current meanwhile.
	Cells(ctx context.Context, of CellsOf) (CellStream, error)
}

// CellStream iterates over cells once.
type CellStream interface {
	// Next returns the cells of the next chunk that has any, in ascending order, and io.EOF after the last.
	Next() (chunk uint32, cells []byte, err error)
}

// Recipients is a page of contacts (or visitors) in order of their numbers.
type Recipients struct {
	Numbers []uint32
	// Texts holds, for each recipient, the external id, e-mail address, phone number and, for a visitor, its id, each
	// followed by a NUL.
	Texts string
}

// People reads the identities of contacts and visitors.
type People interface {
	// Recipients calls visit with all recipients of a database, page by page in ascending order.
	Recipients(ctx context.Context, account AccountID, database DatabaseID, channel Channel,
		visit func(page Recipients) error) error
}

// Order is a request for a file.
type Order struct {
	Ask
	IncludeExcluded bool
	// ChangesFrom is the day of an earlier result. The file then lists only recipients whose band changed since. Zero
	// means no comparison.
	ChangesFrom time.Time
	Format      Format
	// Who names the user in the event log.
	Who string
}

// Format is a kind of file.
type Format struct {
	// Extension is that of the file's name, without a dot.
	Extension string
	// Language of the file's name; empty means the names of the API.
	Language string
	// NewTable begins a file; compares says whether it also has the columns of an earlier result.
	NewTable func(compares bool) Table
}

// Table encodes lines as the bytes of a file, and buffers them until Take.
type Table interface {
	// Append adds a line. The table may retain its texts, but not the line.
	Append(line *Line) error
	// Len returns the number of buffered bytes.
	Len() int
	// Take returns the buffered bytes, which are valid until the next Append.
	Take() []byte
	// Close adds the end of the file.
	Close() error
}

// Download receives a file as it grows.
type Download interface {
	// Name is called once, before the first Write.
	Name(file string) error
	// Write sends a part, which is valid until Write returns.
	Write(part []byte) error
}

const (
	// partSize is how many bytes are buffered before they are sent.
	partSize = 64 << 10
	// largestPart bounds the bytes of one Write.
	largestPart = 1 << 20
)

// Export writes one result as a file. It holds a chunk of cells, a page of recipients and the format's table in memory.
// The whole file is of one revision: if the result is calculated again meanwhile, an export that has sent nothing yet
// restarts, and any other ends with ErrReplaced. The download is recorded in the event log before its first byte is
// sent; if that fails, nothing is sent.
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
	// before is the earlier result to compare with; nil for none.
	before *Result
	table  Table
	name   string
	about  chan about
	// begun is set once something was sent.
	begun bool
}

// run returns the results that the file is made from.
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
	e.name = FileName(result, e.order.ChangesFrom, e.order.Format)
	e.about = make(chan about, 1)
	found := make(chan struct{})
	go func() {
		defer close(found)
		e.about <- e.recipients(ctx, result, parts)
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

// walk opens the cells of one database and, if results are compared, those of the earlier one.
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

// wants reports whether a recipient with a cell belongs in the file.
func (e *export) wants(c Cell) bool {
	return !c.Absent && (c.Reason == "" || e.order.IncludeExcluded) && e.order.Visitors.include(c)
}

// changed reports whether a recipient's change belongs in the file; true if no results are compared.
func (e *export) changed(channel Channel, before, cell byte) bool {
	return e.before == nil || spec.Changed(before, cell, channel == Web, 0)
}

// database joins the cells of one database with its recipients; both are ordered by number.
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

// name reads the texts of one recipient and returns the remaining ones.
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

// recipient writes a line that already has its texts, if it belongs in the file.
func (e *export) recipient(ctx context.Context, channel Channel, line *Line, cell byte) error {
	state := ReadCell(channel, cell)
	if !e.wants(state) {
		return nil
	}
	line.Score, line.Reason, line.Known = state.Score, state.Reason, state.Known
	// An unknown visitor remains anonymous even if it has become known since.
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

// cellWalk moves forward through the cells of a database.
type cellWalk struct {
	stream CellStream
	chunk  uint32
	cells  []byte
	begun  bool
	ended  bool
}

// at returns the cell of a number, or spec.CellAbsent if there is none; numbers must ascend.
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
