package table

import (
	"cmp"
	"time"

	"puls.app/services/contacts/internal/engine/file"
)

// Sniff distinguishes UTF-8 from windows-1250 by the beginning of a file.
func Sniff(head []byte, o ReadOptions) file.Encoding {
	layout, err := ReadLayout(KindContacts, FormatCSV, file.UTF8, o, head)
	if err != nil {
		return file.UTF8
	}
	var s file.Sniffer
	end := len(head)
	for end > 0 && end > len(head)-4 && head[end-1] >= 0x80 {
		end-- // a character may be cut
	}
	_, _ = s.Write(head[:end])
	return s.Encoding(layout.Marked, layout.Delimiter)
}

// Mapping is the learned mapping of the columns of a file.
type Mapping struct {
	Names, Fields []string
	// Values are the chosen meanings of values, in this file and earlier ones.
	Values Meanings
	At     time.Time
}

// Learned returns the field of each column, by its name.
func (m *Mapping) Learned() map[string]string {
	if m == nil {
		return nil
	}
	known := make(map[string]string, len(m.Names))
	for i := range min(len(m.Names), len(m.Fields)) {
		if m.Names[i] != "" {
			known[m.Names[i]] = cmp.Or(m.Fields[i], known[m.Names[i]])
		}
	}
	return known
}
