package table

import (
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
)

// fitsExamples reports whether at least one of the examples is valid in the field, or there are none.
func fitsExamples(field string, examples []string) bool {
	zone := file.NewZone(time.UTC)
	return len(examples) == 0 || slices.ContainsFunc(examples, func(example string) bool {
		text := []byte(example)
		var ok bool
		switch field {
		case "email":
			return strings.Contains(example, "@")
		case "gsm":
			_, ok = spelling.AppendGSM(nil, text)
			return ok || file.IsRounded(text)
		default:
			if _, _, ok = file.ParseTime(text); !ok {
				_, _, ok = zone.ParseLocal(text)
			}
			return ok
		}
	})
}
