package engine

import (
	"encoding/binary"
	"fmt"
)

// entry is a line of the directory: what happened to a message on a day, to how many contacts, in how many bytes.
type entry struct {
	day   Day
	kind  Kind
	shape uint8
	size  int
	count int
}

// entry reads line i.
func (s *Segment) entry(i int) entry {
	w := binary.LittleEndian.Uint64(s.entries[i*entrySize:])
	return entry{
		day: s.firstDay + Day(w&0xffff), kind: Kind(w >> 16 & 15), shape: uint8(w >> 20 & 15),
		size: int(w >> 32 & 0xffff), count: int(w>>48) + 1,
	}
}

// packEntry is the reverse of entry; offset is the day within the segment.
func packEntry(offset uint16, kind Kind, shape uint8, size, count int) uint64 {
	return uint64(offset) | uint64(kind)<<16 | uint64(shape)<<20 | uint64(size)<<32 | uint64(count-1)<<48
}

func (s *Segment) key(message int) uint64 {
	return binary.LittleEndian.Uint64(s.keys[message*8:])
}

// lines returns the first line of a message and the one behind its last.
func (s *Segment) lines(message int) (from, to int) {
	if message > 0 {
		from = int(binary.LittleEndian.Uint32(s.ends[message*4-4:]))
	}
	return from, int(binary.LittleEndian.Uint32(s.ends[message*4:]))
}

// checkDirectory checks all that walking the directory relies on.
func (s *Segment) checkDirectory() error {
	lines, body := len(s.entries)/entrySize, 0
	if s.form == Visits && s.messages > 0 {
		return fmt.Errorf("%w: visits have no messages", ErrCorrupt)
	}
	at := 0
	for m := range s.messages {
		from, to := s.lines(m)
		if from != at || to <= from || to > lines || (m > 0 && s.key(m) <= s.key(m-1)) {
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

// checkLines checks the lines of one message and returns how many bytes their containers take.
func (s *Segment) checkLines(from, to int) (body int, err error) {
	var last entry
	sentDay, sent := Day(0), false
	for i := from; i < to; i++ {
		e := s.entry(i)
		switch {
		case e.day > s.lastDay, e.kind >= s.form.kinds(), e.shape > shapeXor|shapeList, e.shape&shapeBitmap != 0 && e.shape != shapeBitmap,
			e.shape == shapeBitmap && (e.size == 0 || e.size%8 != 0 || e.size > chunkWords*8),
			e.shape&shapeList != 0 && e.size%2 != 0,
			e.shape < shapeXor && e.size == 0,
			e.shape >= shapeXor && (e.kind == Sent || !sent || sentDay != e.day),
			s.entries[i*entrySize+3] != 0,
			i > from && (e.day < last.day || e.day == last.day && e.kind <= last.kind):
			return 0, fmt.Errorf("%w: entry %d", ErrCorrupt, i)
		}
		if e.kind == Sent {
			sentDay, sent = e.day, true
		}
		last = e
		body += e.size
	}
	return body, nil
}

// walker goes through the messages of one segment in order, keeping the place of their containers.
type walker struct {
	seg     *Segment
	message int
	body    int
}

func (w *walker) done() bool { return w.message >= w.seg.messages }

// next calls visit for each container of the current message and moves on.
func (w *walker) next(visit func(e entry, c container)) {
	s := w.seg
	from, to := s.lines(w.message)
	var base container
	for i := from; i < to; i++ {
		e := s.entry(i)
		c := container{shape: e.shape, data: s.body[w.body : w.body+e.size], count: e.count}
		if e.kind == Sent {
			base = c
		}
		if e.shape >= shapeXor {
			c.base, c.baseShape = base.data, base.shape
		}
		w.body += e.size
		visit(e, c)
	}
	w.message++
}
