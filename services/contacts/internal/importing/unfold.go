package importing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/xlsx"
	"puls.app/services/contacts/internal/table"
)

var (
	// errUnfolded ends a step that has made the text of a file.
	errUnfolded = errors.New("the text of the file was made")
	// errLong ends a step that takes too long to make the text of a file while other imports wait.
	errLong = errors.New("the text of the file takes long to make")
)

// unfoldSlice bounds how long a reader makes text before it reads other imports. A file that takes longer is restarted
// by a long reader.
const unfoldSlice = 500 * time.Millisecond

// unfoldJob converts a spreadsheet, an archive or UTF-16 to text, in blocks like those of a file uploaded as text. It
// is one step, as packed data cannot be read from its middle. A repeated step makes the same blocks, so an interruption
// costs time only, and every block counts as progress (ADR 35).
type unfoldJob struct {
	app *App
	i   *Import
	// long jobs have no time limit.
	long bool
}

// pace interrupts the work at any point, even within a row, when it is cancelled or has used its slice.
func (j *unfoldJob) pace(ctx context.Context) xlsx.Pace {
	began := j.app.Now()
	return func(int) error {
		if j.long {
			j.app.alone.RLock() // it waits while a step runs alone
			defer j.app.alone.RUnlock()
		}
		if !j.long && j.app.Now().Sub(began) >= unfoldSlice {
			return errLong
		}
		return ctx.Err()
	}
}

func (j *unfoldJob) step(ctx context.Context) (done bool, err error) {
	i, pace := j.i, j.pace(ctx)
	c, err := table.LookAt(i.file(ctx, j.app.FileStore, i.Format), i.Options, pace)
	if err != nil {
		return false, err
	}
	text, err := c.Open()
	if err != nil {
		return false, table.BrokenArchive(err)
	}
	defer func() { _ = text.Close() }()
	unfolded := Unfolded{Import: i.ID, Pass: i.Pass, Encoding: file.UTF8}
	var sniffer file.Sniffer
	var head []byte
	block := make([]byte, BlockSize)
	for number, more := TextBlocks, true; more; number++ {
		n, err := io.ReadFull(text, block)
		if more = err == nil; err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, table.BrokenArchive(err)
		}
		if n == 0 {
			break
		}
		if err := pace(n); err != nil {
			return false, err
		}
		if unfolded.Size += int64(n); unfolded.Size > table.MaxFile {
			return false, table.ErrTooLarge.Withf("the file would unpack to over 2 GiB; send it in parts")
		}
		if table.IsBomb(unfolded.Size, i.Size) {
			return false, table.ErrArchive.Withf("the archive unpacks to over %d times its size", table.BombRatio)
		}
		_, _ = sniffer.Write(block[:n])
		if head == nil {
			head = append(head, block[:min(n, table.HeadLimit)]...)
		}
		if err := j.app.DraftStore.AddText(ctx, i.ID, i.Pass, number, block[:n]); err != nil {
			return false, fmt.Errorf("keep piece of text: %w", err)
		}
	}
	return false, j.finish(ctx, c, unfolded, head, &sniffer)
}

// finish stores the text and the position of its first row, so that its rows are read next. It always fails: with
// errUnfolded, which ends the step, or with another error.
func (j *unfoldJob) finish(
	ctx context.Context, c *table.Content, unfolded Unfolded, head []byte, sniffer *file.Sniffer,
) error {
	i, o := j.i, j.i.Options.OfText(c.Format)
	if c.Compression == table.PackedZip && c.Encoding == file.UTF8 && c.Format == table.FormatCSV {
		layout, err := table.ReadLayout(i.Kind, table.FormatCSV, file.UTF8, o, head)
		if err != nil {
			return err
		}
		unfolded.Encoding = sniffer.Encoding(layout.Marked, layout.Delimiter)
	} else if c.Encoding == file.Windows1250 {
		unfolded.Encoding = file.Windows1250
	}
	h, err := table.ReadHead(i.Kind, c.Format.TextFormat(), unfolded.Encoding, o, head)
	if err != nil {
		return err
	}
	unfolded.Start, unfolded.Lines = h.Size, h.Lines
	unfolded.Names, unfolded.Delimiter = h.Names, h.DelimiterText()
	if err := j.app.DraftStore.FinishUnfolding(ctx, unfolded); err != nil {
		return fmt.Errorf("keep text: %w", err)
	}
	i.TextSize, i.Encoding = &unfolded.Size, unfolded.Encoding
	i.Names, i.Delimiter = unfolded.Names, unfolded.Delimiter
	i.Position, i.Lines = unfolded.Start, unfolded.Lines
	return errUnfolded
}
