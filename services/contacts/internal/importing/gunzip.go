package importing

import (
	"compress/gzip"
	"errors"
	"io"
	"sync/atomic"

	"puls.app/services/contacts/internal/table"
)

// gunzip unpacks written data on its own goroutine and passes it to a callback.
type gunzip struct {
	in   *io.PipeWriter
	done chan error
	// taken counts the packed bytes.
	taken atomic.Int64
}

func newGunzip(keep func([]byte) error) *gunzip {
	out, in := io.Pipe()
	g := &gunzip{in: in, done: make(chan error, 1)}
	go func() {
		err := unpackGzip(out, keep)
		_ = out.CloseWithError(err) // a pipe's end never fails to close
		g.done <- err
	}()
	return g
}

func unpackGzip(packed io.Reader, keep func([]byte) error) error {
	text, err := gzip.NewReader(packed)
	if err != nil {
		return table.BrokenGzip(err)
	}
	buffer := make([]byte, 256<<10)
	for {
		n, err := text.Read(buffer)
		if n > 0 {
			if err := keep(buffer[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return table.BrokenGzip(err)
		}
	}
}

// write fails with the callback's error, or when the data is not gzip.
func (g *gunzip) write(data []byte) error {
	g.taken.Add(int64(len(data)))
	_, err := g.in.Write(data)
	return err
}

// end waits until all data is unpacked.
func (g *gunzip) end() error {
	_ = g.in.Close() // a pipe's end never fails to close
	err := <-g.done
	g.done <- err
	return err
}

// stop aborts without waiting for more data.
func (g *gunzip) stop() {
	_ = g.in.CloseWithError(io.ErrClosedPipe) // a pipe's end never fails to close
	g.done <- <-g.done
}
