package core

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// FileName names the file of an export by the scoring's name at that time, the channel and the day, or both days if the
// file compares.
func FileName(r *Result, from time.Time, extension string) string {
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
	days := r.Date.Format(time.DateOnly)
	if !from.IsZero() {
		days = from.Format(time.DateOnly) + " - " + days
	}
	return fmt.Sprintf("%s - %s - %s.%s", name, r.Channel, days, extension)
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
