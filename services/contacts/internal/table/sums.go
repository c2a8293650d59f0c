package table

import (
	"strings"

	"puls.app/services/contacts/internal/words"
)

// hasSums reports whether a file is a report of totals of campaigns: at least two totals are names of columns, or first
// cells of lines, and no line has an address.
func hasSums(lines []line, header int, o ReadOptions) bool {
	first := 0
	for _, l := range lines {
		if strings.Contains(l.text, "@") {
			return false
		}
		if cells := l.cells(o.delimiterOf(l.text)); len(cells) > 1 && words.Sums[words.Name(cells[0])] {
			first++
		}
	}
	names, columns := lines[header].cells(o.delimiterOf(lines[header].text)), 0
	for _, name := range names {
		if words.Sums[words.Name(name)] {
			columns++
		}
	}
	return named(names) == 0 && max(first, columns) > 1
}
