package core

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// FileName names the file of an export by the scoring's name at that time, what the file holds of which channel, and
// the day, or both days if the file compares. Without a language the channel has its name of the API.
func FileName(r *Result, from time.Time, format Format) string {
	name := "scoring"
	if r.Config != nil {
		name = strings.Join(strings.FieldsFunc(r.Config.Name, func(r rune) bool {
			return !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r)
		}), " ")
	}
	name = strings.Trim(strings.Join(strings.Fields(name), " "), ". ")
	if name == "" {
		name = "scoring"
	}
	days, content, dash := r.Date.Format(time.DateOnly), r.Channel.String(), " - "
	if format.Language != "" {
		rows := "scores "
		if !from.IsZero() {
			rows = "changes "
		}
		content, dash = WordsOf(format.Language).Value(rows+content), " – "
	}
	if !from.IsZero() {
		days = from.Format(time.DateOnly) + dash + days
	}
	return name + dash + content + dash + days + "." + format.Extension
}

// Disposition returns the header that names a download (RFC 6266): in UTF-8, and in ASCII for older clients.
func Disposition(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= unicode.MaxASCII || strings.ContainsRune(`"\%`, r) {
			return '_'
		}
		return r
	}, name)
	return fmt.Sprintf(`attachment; filename="%s"; filename*=UTF-8''%s`, plain,
		strings.ReplaceAll(url.QueryEscape(name), "+", "%20"))
}
