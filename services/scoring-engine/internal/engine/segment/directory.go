package segment

import (
	"encoding/binary"
	"fmt"
)

// Entry is a line of the directory: the kind and day of a message's facts, their number of contacts, and the size of
// their container in bytes.
type Entry struct {
	Day   Day
	Kind  Kind
	Shape uint8
	Size  int
	Count int
}

// Entry reads line i of the directory.
func (s *Segment) Entry(i int) Entry {
	w := binary.LittleEndian.Uint64(s.entries[i*entrySize:])
	return Entry{
		Day: s.firstDay + Day(w&0xffff), Kind: Kind(w >> 16 & 15), Shape: uint8(w >> 20 & 15),
		Size: int(w >> 32 & 0xffff), Count: int(w>>48) + 1,
	}
}

// Entries returns the number of lines in the directory.
func (s *Segment) Entries() int { return len(s.entries) / entrySize }

// packEntry is the reverse of Entry; offset is the day within the segment.
func packEntry(offset uint16, kind Kind, shape uint8, size, count int) uint64 {
	return uint64(offset) | uint64(kind)<<16 | uint64(shape)<<20 | uint64(size)<<32 | uint64(count-1)<<48
}

// Messages returns the number of messages in the directory.
func (s *Segment) Messages() int { return s.messages }

// Key returns the key of a message of the directory.
func (s *Segment) Key(message int) uint64 {
	return binary.LittleEndian.Uint64(s.keys[message*8:])
}

// Lines returns the half-open range of a message's lines.
func (s *Segment) Lines(message int) (from, to int) {
	if message > 0 {
		from = int(binary.LittleEndian.Uint32(s.ends[message*4-4:]))
	}
	return from, int(binary.LittleEndian.Uint32(s.ends[message*4:]))
}

// checkDirectory validates everything that iterating the directory relies on.
func (s *Segment) checkDirectory() error {
	lines, body := s.Entries(), 0
	if s.form == Visits && s.messages > 0 {
		return fmt.Errorf("%w: visits have no messages", ErrCorrupt)
	}
	at := 0
	for m := range s.messages {
		from, to := s.Lines(m)
		if from != at || to <= from || to > lines || (m > 0 && s.Key(m) <= s.Key(m-1)) {
			return fmt.Errorf("%w: message %d out of order", ErrCorrupt, m)
		}
		at = to
		n, err := s.checkLines(from, to)
		if err != nil {
			return err
		}
		body += n
	}
	if at != lines || body != len(s.body) {
		return fmt.Errorf("%w: directory does not match its containers", ErrCorrupt)
	}
	return nil
}

// checkLines validates the lines of one message and returns the total size of their containers in bytes.
func (s *Segment) checkLines(from, to int) (body int, err error) {
	var last Entry
	sentDay, sent := Day(0), false
	for i := from; i < to; i++ {
		e := s.Entry(i)
		switch {
		case e.Day > s.lastDay, e.Kind >= s.kinds, e.Shape > ShapeXor|ShapeList,
			e.Shape&ShapeBitmap != 0 && e.Shape != ShapeBitmap,
			e.Shape == ShapeBitmap && (e.Size == 0 || e.Size%8 != 0 || e.Size > ChunkWords*8),
			e.Shape&ShapeList != 0 && e.Size%2 != 0,
			e.Shape < ShapeXor && e.Size == 0,
			e.Shape >= ShapeXor && (e.Kind == Sent || !sent || sentDay != e.Day),
			s.entries[i*entrySize+3] != 0,
			i > from && (e.Day < last.Day || e.Day == last.Day && e.Kind <= last.Kind):
			return 0, fmt.Errorf("%w: entry %d", ErrCorrupt, i)
		}
		if e.Kind == Sent {
			sentDay, sent = e.Day, true
		}
		last = e
		body += e.Size
	}
	return body, nil
}

// Walker iterates over the messages of one segment in order, tracking the position of their containers. A Walker that
// starts within a segment needs that position.
type Walker struct {
	Segment *Segment
	Message int
	Body    int
}

// Done reports whether no message is left.
func (w *Walker) Done() bool { return w.Message >= w.Segment.messages }

// Next calls visit for each container of the current message and advances.
func (w *Walker) Next(visit func(e Entry, c Container)) {
	s := w.Segment
	from, to := s.Lines(w.Message)
	var base Container
	for i := from; i < to; i++ {
		e := s.Entry(i)
		c := Container{Shape: e.Shape, Data: s.body[w.Body : w.Body+e.Size], Count: e.Count}
		if e.Kind == Sent {
			base = c
		}
		if e.Shape >= ShapeXor {
			c.base, c.baseShape = base.Data, base.Shape
		}
		w.Body += e.Size
		visit(e, c)
	}
	w.Message++
}

// Skip advances past the current message.
func (w *Walker) Skip() {
	from, to := w.Segment.Lines(w.Message)
	for i := from; i < to; i++ {
		w.Body += w.Segment.Entry(i).Size
	}
	w.Message++
}
