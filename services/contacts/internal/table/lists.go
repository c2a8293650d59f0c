package table

import (
	"slices"
	"strings"
	"unicode"
)

// HasTags reports whether the column of groups is a list of another tool. Files of Puls name it like the field: their
// group names may contain commas and semicolons.
func (h *Head) HasTags() bool {
	at := slices.Index(h.Columns, "groups")
	return at >= 0 && !strings.EqualFold(h.Names[at], "groups")
}

// plainTags returns a list of tags and its separator: a bar, else a semicolon, else a comma. If tags are quoted, as in
// "VIP","Klub", separators within the quotes are parts of tags.
func plainTags(cell string) (list, separator string) {
	if trimmed := strings.TrimSpace(cell); strings.HasPrefix(trimmed, `"`) && strings.HasSuffix(trimmed, `"`) {
		return unquoteTags(trimmed), "\n"
	}
	for _, separator := range []string{"|", ";"} {
		if strings.Contains(cell, separator) {
			return cell, separator
		}
	}
	return cell, ","
}

// unquoteTags puts each tag on its own line.
func unquoteTags(cell string) string {
	quoted := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			quoted = !quoted
			return -1
		case !quoted && strings.ContainsRune(",;|", r):
			return '\n'
		default:
			return r
		}
	}, cell)
}

// plainNumber returns a number without formatting: digit grouping, as in 1 234,50, and the percent sign. If it has both
// a comma and a point, the last of them is the decimal separator. A single comma is one if the file has decimal commas,
// or if it is not followed by exactly three digits. Other text remains invalid.
func plainNumber(text string, decimalComma bool) string {
	text = strings.TrimSuffix(text, "%")
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u202f' {
			return -1
		}
		return r
	}, text)
	comma, point := strings.LastIndexByte(text, ','), strings.LastIndexByte(text, '.')
	switch {
	case comma < 0:
		return text
	case comma < point, point < 0 && !decimalComma && len(text)-comma == len(",000"):
		return strings.ReplaceAll(text, ",", "")
	default:
		return strings.Replace(strings.ReplaceAll(text, ".", ""), ",", ".", 1)
	}
}
