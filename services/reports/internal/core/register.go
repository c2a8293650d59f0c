package core

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/google/uuid"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Downloaded is the event log's record of a file.
type Downloaded struct {
	// ID identifies the file: recording it twice adds one entry.
	ID      uuid.UUID
	Account AccountID
	// Scoring is the scoring's name.
	Scoring string
	Who     string
	// Visitors says that the numbers are those of visitors.
	Visitors bool
	// Numbers are the recipients in the file, as bits by database and chunk.
	Numbers map[DatabaseID]map[uint32][]uint64
}

// Register is the event log.
type Register interface {
	RecordDownload(ctx context.Context, d Downloaded) error
}

// ErrNotRecorded is for a file of which nothing was sent, since the event log cannot be written.
var ErrNotRecorded = fault.New(
	fault.Unavailable, reason.Unavailable, "the download cannot be entered in the event log; try again in a moment",
)

// record adds the file to the event log.
func (e *export) record(ctx context.Context) error {
	about := <-e.about
	if about.err != nil {
		return about.err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make id of download: %w", err)
	}
	about.ID, about.Account, about.Who = id, e.account, e.order.Who
	if err := e.app.register.RecordDownload(ctx, about.Downloaded); err != nil {
		return errors.Join(ErrNotRecorded, err)
	}
	return nil
}

// about is the input of record, or the error that prevents it.
type about struct {
	Downloaded
	err error
}

// chunkWords is the number of words with a bit for each recipient of a chunk.
const chunkWords = 1 << 16 / 64

// recipients finds the recipients in the file while its first part is made: reading all cells takes milliseconds.
func (e *export) recipients(ctx context.Context, r *Result, parts []Part) about {
	a := about{Downloaded: Downloaded{
		Visitors: r.Channel == Web, Numbers: map[DatabaseID]map[uint32][]uint64{},
	}}
	if r.Config != nil {
		a.Scoring = r.Config.Name
	}
	var wanted [256]bool
	for cell := range wanted {
		state := ReadCell(r.Channel, byte(cell))
		wanted[cell] = e.wants(state) && (state.Known == nil || *state.Known) // unknown visitors have no name in the file
	}
	for _, part := range parts {
		chunks := map[uint32][]uint64{}
		a.Numbers[part.DatabaseID] = chunks
		walk, before, err := e.walk(ctx, r, part.DatabaseID)
		for err == nil {
			var chunk uint32
			var cells []byte
			if chunk, cells, err = walk.stream.Next(); err == nil {
				chunks[chunk], err = e.bitsOf(r.Channel, chunk, cells, before, &wanted)
			}
		}
		if !errors.Is(err, io.EOF) {
			a.err = fmt.Errorf("read scores: %w", err)
			return a
		}
	}
	return a
}

// bitsOf returns the recipients of a chunk with wanted cells.
func (e *export) bitsOf(
	channel Channel, chunk uint32, cells []byte, before *cellWalk, wanted *[256]bool,
) ([]uint64, error) {
	words := make([]uint64, chunkWords)
	for place, cell := range cells {
		if !wanted[cell] {
			continue
		}
		if e.before != nil {
			was, err := before.at(chunk<<16 | uint32(place))
			if err != nil {
				return nil, err
			}
			if !e.changed(channel, was, cell) {
				continue
			}
		}
		words[place>>6] |= 1 << (place & 63)
	}
	return words, nil
}
