package xlsx

import (
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// arenaLimit is how many bytes of shared strings stay in memory; more of them go to a file without a name.
	arenaLimit = 8 << 20
	// groupSize is how many strings share an entry in the index.
	groupSize = 64
	// groupsKept is how many groups that were read back from the file stay in memory.
	groupsKept = 2048
)

// table holds the strings that cells share. It reads them when they are asked for: those of the first rows come first.
type table struct {
	part   io.ReadCloser
	tokens *xml.Decoder
	ended  bool
	// arena holds strings, each behind its length; once it is full it is written to spill, and again.
	arena   []byte
	spill   *os.File
	spilled int64
	// index is where every group begins.
	index []int64
	count int
	kept  map[int][]byte
}

func newTable(part io.ReadCloser) *table {
	return &table{part: part, tokens: xml.NewDecoder(newGuard(part)), kept: map[int][]byte{}}
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

// add adds one string to text.
func (t *table) add(text []byte, number int) ([]byte, error) {
	for number >= t.count && !t.ended {
		if err := t.readNext(); err != nil {
			return text, fmt.Errorf("read shared strings: %w", err)
		}
	}
	if number < 0 || number >= t.count {
		return text, fmt.Errorf("%w: a cell names a string that is not there", errBroken)
	}
	group, err := t.group(number / groupSize)
	if err != nil {
		return text, err
	}
	for range number % groupSize {
		length, n := binary.Uvarint(group)
		group = group[n+int(length):]
	}
	length, n := binary.Uvarint(group)
	return append(text, group[n:n+int(length)]...), nil
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
	to := t.spilled // groups do not cross the end of what was spilled
	if number+1 < len(t.index) {
		to = min(to, t.index[number+1])
	}
	group := make([]byte, to-from)
	if _, err := t.spill.ReadAt(group, from); err != nil {
		return nil, fmt.Errorf("read spilled strings: %w", err)
	}
	if len(t.kept) == groupsKept {
		clear(t.kept)
	}
	t.kept[number] = group
	return group, nil
}

// readNext reads the next string.
func (t *table) readNext() error {
	for {
		token, err := t.tokens.RawToken()
		if errors.Is(err, io.EOF) {
			t.ended = true
			return nil
		}
		if err != nil {
			return err
		}
		start, is := token.(xml.StartElement)
		if !is || start.Name.Local != "si" {
			continue
		}
		text, err := readString(t.tokens, "si", nil)
		if err != nil {
			return err
		}
		return t.put(text)
	}
}

func (t *table) put(text []byte) error {
	if t.count%groupSize == 0 {
		if len(t.arena) >= arenaLimit {
			if err := t.spillArena(); err != nil {
				return err
			}
		}
		t.index = append(t.index, t.spilled+int64(len(t.arena)))
	}
	t.arena = binary.AppendUvarint(t.arena, uint64(len(text)))
	t.arena = append(t.arena, text...)
	t.count++
	return nil
}

// spillArena writes the arena to a file that nobody else sees and that ends with the process at the latest.
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

// readString reads the text of an element up to its end: all runs of it, but not how it is spoken.
func readString(tokens *xml.Decoder, until string, text []byte) ([]byte, error) {
	inText, spoken := false, false
	for {
		token, err := tokens.RawToken()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return text, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "t" && !spoken
			spoken = spoken || e.Name.Local == "rPh"
		case xml.EndElement:
			inText = false
			switch e.Name.Local {
			case until:
				return text, nil
			case "rPh":
				spoken = false
			}
		case xml.CharData:
			if inText && len(text)+len(e) <= maxToken {
				text = append(text, e...)
			}
		}
	}
}
