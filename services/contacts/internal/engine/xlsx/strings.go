package xlsx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"puls.app/services/contacts/internal/engine/file"
)

const (
	// arenaLimit is how many bytes of shared strings are held in memory; the others go to an unnamed file.
	arenaLimit = 4 << 20
	// groupSize is how many strings share an entry in the index.
	groupSize = 32
	// keptLimit is how many bytes of groups read back from the file are held in memory: the size of the largest group.
	keptLimit = groupSize * (file.MaxRow + binary.MaxVarintLen32)
	// maxStrings is how many strings a book may share: 16 columns of a full sheet with distinct cells.
	maxStrings = 1 << 24
)

// table holds the strings that cells share. It reads them on demand: those of the first rows come first.
type table struct {
	part  io.ReadCloser
	xml   *scanner
	pace  Pace
	ended bool
	// arena has strings, each after its length. When it is full it is appended to spill and emptied. A string that is
	// longer than a row may be is cut.
	arena   []byte
	spill   *os.File
	spilled int64
	// index has the start of every group.
	index []int64
	count int
	// kept are groups that were read back, in the memory of back.
	kept map[int][]byte
	back []byte
	next []byte
}

func newTable(part io.ReadCloser, pace Pace) *table {
	return &table{part: part, xml: newScanner(part, pace), pace: pace, kept: map[int][]byte{}}
}

func (t *table) close() error {
	if t == nil {
		return nil
	}
	err := t.part.Close()
	if t.spill != nil {
		err = errors.Join(err, t.spill.Close())
	}
	return err
}

// find returns one string, whole or its beginning. It is valid until the next call.
func (t *table) find(number int) (text []byte, whole bool, err error) {
	for number >= t.count && !t.ended {
		if err := t.readNext(); err != nil {
			return nil, false, fmt.Errorf("read shared strings: %w", err)
		}
	}
	if number < 0 || number >= t.count {
		return nil, false, fmt.Errorf("%w: a cell names a string that is not there", errBroken)
	}
	group, err := t.group(number / groupSize)
	if err != nil {
		return nil, false, err
	}
	for range number % groupSize {
		length, n := binary.Uvarint(group)
		group = group[n+int(length)>>1:]
	}
	length, n := binary.Uvarint(group)
	return group[n : n+int(length)>>1], length&1 == 0, nil
}

// group returns the bytes from a group on.
func (t *table) group(number int) ([]byte, error) {
	from := t.index[number]
	if from >= t.spilled {
		return t.arena[from-t.spilled:], nil
	}
	if group, found := t.kept[number]; found {
		return group, nil
	}
	to := t.spilled // groups do not cross the end of the spilled strings
	if number+1 < len(t.index) {
		to = min(to, t.index[number+1])
	}
	size := int(to - from)
	if err := t.pace(size); err != nil { // reading it back is work, too
		return nil, err
	}
	if len(t.back)+size > cap(t.back) {
		clear(t.kept)
		t.back = slices.Grow(t.back[:0], keptLimit)
	}
	group := t.back[len(t.back) : len(t.back)+size]
	if _, err := t.spill.ReadAt(group, from); err != nil {
		return nil, fmt.Errorf("read spilled strings: %w", err)
	}
	t.back = t.back[:len(t.back)+size]
	t.kept[number] = group
	return group, nil
}

// readNext reads the next string.
func (t *table) readNext() error {
	for {
		found, err := t.xml.next()
		if errors.Is(err, io.EOF) {
			t.ended = true
			return nil
		}
		if err != nil {
			return err
		}
		if found != tokenStart || !t.xml.is("si") {
			continue
		}
		if t.count == maxStrings {
			return fmt.Errorf("%w: it has over %d strings", errTooMuch, maxStrings)
		}
		text, whole, err := readString(t.xml, t.xml.inside, "si", t.next[:0])
		if err != nil {
			return err
		}
		t.next = text
		return t.put(text, whole)
	}
}

// put stores a string after twice its length, plus one if only its beginning is stored.
func (t *table) put(text []byte, whole bool) error {
	if t.count%groupSize == 0 {
		if len(t.arena) >= arenaLimit {
			if err := t.spillArena(); err != nil {
				return err
			}
		}
		t.index = append(t.index, t.spilled+int64(len(t.arena)))
	}
	length := uint64(len(text)) << 1
	if !whole {
		length |= 1
	}
	t.arena = binary.AppendUvarint(t.arena, length)
	t.arena = append(t.arena, text...)
	t.count++
	return nil
}

// spillArena writes the arena to an unnamed file that no other process can open and that the end of the process
// removes.
func (t *table) spillArena() error {
	if t.spill == nil {
		spill, err := os.CreateTemp("", "puls-strings-")
		if err != nil {
			return fmt.Errorf("make file for strings: %w", err)
		}
		t.spill = spill
		if err := os.Remove(spill.Name()); err != nil {
			return fmt.Errorf("hide file for strings: %w", err)
		}
	}
	if _, err := t.spill.WriteAt(t.arena, t.spilled); err != nil {
		return fmt.Errorf("spill strings: %w", err)
	}
	t.spilled += int64(len(t.arena))
	t.arena = t.arena[:0]
	return nil
}

// readString reads the text of an element up to its end: all its runs, but not the phonetic ones. It returns the first
// file.MaxRow bytes, and whether they are all.
func readString(xml *scanner, next func() (token, error), until string, text []byte) (_ []byte, whole bool, err error) {
	inText, spoken := false, false
	for whole = true; ; {
		found, err := next()
		if err != nil {
			return text, false, err
		}
		switch found {
		case tokenStart:
			inText = xml.is("t") && !spoken
			spoken = spoken || xml.is("rPh")
		case tokenEnd:
			inText = false
			switch {
			case xml.is(until):
				return text, whole, nil
			case xml.is("rPh"):
				spoken = false
			}
		case tokenText:
			if inText {
				text, whole = appendWithin(text, xml.text, whole)
			}
		}
	}
}
