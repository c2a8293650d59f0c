package table

import (
	"slices"
	"strings"
	"unicode"
)

// HasTags reports whether the column of groups is a list of another tool. Files of Puls call it by the field's name:
// there, commas and semicolons are parts of names.
func (h *Head) HasTags() bool {
	at := slices.Index(h.Columns, "groups")
	return at >= 0 && !strings.EqualFold(h.Names[at], "groups")
}

// plainTags returns a list of tags and the separator between them: a bar, else a semicolon, else a comma. Where tags
// stand in quotes, as in "VIP","Klub", separators within the quotes are parts of tags.
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

// unquoteTags puts each tag on a line of its own.
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

// plainNumber returns a number without what people write around it: groups of digits, as in 1 234,50, and the percent
// sign. Where a comma and a point stand in it, the last of them parts the decimals. A comma alone does where the file
// has decimal commas, or where no group of three digits follows. What is no number stays none.
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
