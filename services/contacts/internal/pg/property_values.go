package pg

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/core"
)

// readProperties reads what Postgres makes of jsonb. Texts without escapes, nearly all of them, are cut out: a general
// reader would take as long as the rest of a row of a file.
func readProperties(text string) (map[core.PropertyID]string, error) {
	if byID, ok := cutProperties(text); ok {
		return byID, nil
	}
	var byID map[core.PropertyID]string
	if err := json.Unmarshal([]byte(text), &byID); err != nil {
		return nil, fmt.Errorf("read properties: %w", err)
	}
	return byID, nil
}

// cutProperties reads {"1": "one", "2": "two"}; not ok for what is written otherwise.
func cutProperties(text string) (byID map[core.PropertyID]string, ok bool) {
	parts := strings.Split(text, `"`) // {, 1, :, one, comma, 2, :, two, }
	if len(parts)%4 != 1 || strings.Contains(text, `\`) {
		return nil, false
	}
	byID = make(map[core.PropertyID]string, len(parts)/4)
	for i := 0; i+4 < len(parts); i += 4 {
		id, err := strconv.ParseInt(parts[i+1], 10, 32)
		if err != nil || parts[i+2] != ": " {
			return nil, false
		}
		byID[core.PropertyID(id)] = parts[i+3]
	}
	return byID, true
}

func writeProperties(properties map[core.PropertyID]string) string {
	if len(properties) == 0 {
		return ""
	}
	text := make([]byte, 0, 32*len(properties))
	for id, value := range properties {
		text = strconv.AppendInt(append(text, `,"`...), int64(id), 10)
		text = appendQuoted(append(text, `":`...), value)
	}
	text[0] = '{'
	return string(append(text, '}'))
}

func appendQuoted(text []byte, value string) []byte {
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError }
	if strings.IndexFunc(value, special) < 0 {
		return append(append(append(text, '"'), value...), '"')
	}
	quoted, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts always marshal
	}
	return append(text, quoted...)
}
