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

// Downloaded is what the event log says of a file.
type Downloaded struct {
	// ID is the file's: sent twice, it is one entry.
	ID      uuid.UUID
	Account AccountID
	// Scoring is its name.
	Scoring string
	Who     string
	// Visitors says that the numbers are visitors'.
	Visitors bool
	// Numbers are of those in the file, as bits by database and chunk.
	Numbers map[DatabaseID]map[uint32][]uint64
}

// Register is the event log.
type Register interface {
	RecordDownload(ctx context.Context, d Downloaded) error
}

// ErrNotRecorded is for a file of which nothing left, since the event log cannot be written.
var ErrNotRecorded = fault.New(
	fault.Unavailable, reason.Unavailable, "the download cannot be entered in the event log; try again in a moment",
)

// record enters the file in the event log.
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

// about is what record needs to know, or why it cannot.
type about struct {
	Downloaded
	err error
}

// chunkWords is how many words the bits of a chunk take.
const chunkWords = 1 << 16 / 64

// whom finds out who will be in the file, beside its first part: reading all cells takes some milliseconds.
func (e *export) whom(ctx context.Context, r *Result, parts []Part) about {
	a := about{Downloaded: Downloaded{
		Visitors: r.Channel == Web, Numbers: map[DatabaseID]map[uint32][]uint64{},
	}}
	if r.Config != nil {
		a.Scoring = r.Config.Name
	}
	var wanted [256]bool
	for cell := range wanted {
		state := ReadCell(r.Channel, byte(cell))
		wanted[cell] = e.wants(state) && (state.Known == nil || *state.Known) // who is unknown has no name in the file
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

// bitsOf returns whose cells are wanted.
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
