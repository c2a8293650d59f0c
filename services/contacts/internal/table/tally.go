package table

import (
	"slices"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/words"
)

// maxTallied bounds how many distinct values of a column an inspection counts.
const maxTallied = 1000

// mostOf defines most: all but one in so many.
const mostOf = 5

// tally counts the values of a column before their meanings are known.
type tally struct {
	// counts are keyed by words.Plain.
	counts map[string]*ValueCount
	other  int
}

func (t *tally) add(text string) {
	text = OneLine(text, keptValue)
	plain := words.Plain(text)
	if found := t.counts[plain]; found != nil {
		found.Count++
		return
	}
	if len(t.counts) == maxTallied {
		t.other++
		return
	}
	if t.counts == nil {
		t.counts = map[string]*ValueCount{}
	}
	t.counts[plain] = &ValueCount{Value: text, Count: 1}
}

// known reports whether most cells that are not empty have a meaning of a kind.
func (t *tally) known(kind valueKind) bool {
	says, all := 0, t.other
	for plain, v := range t.counts {
		if plain == "" {
			continue
		}
		all += v.Count
		if knownMeaning(kind, plain, fact.Mailing) != MeansNothing {
			says += v.Count
		}
	}
	return says > 0 && says*mostOf >= all*(mostOf-1)
}

// NameValues adds the values of columns and their meanings.
func (i *Inspection) NameValues(names, mapping []string, chosen Meanings) {
	for field, c := range NewValueColumns(i.Kind, names, mapping, chosen) {
		if c == nil {
			continue
		}
		column := &i.Columns[slices.Index(mapping, FieldsOf(i.Kind)[field])]
		listed := ColumnValues{Other: column.tally.other}
		filled := ValueCount{Value: anyValue, Meaning: c.meaning(anyValue)}
		for plain, v := range column.tally.counts {
			if c.plain(plain) == anyValue {
				filled.Count += v.Count
				continue
			}
			listed.Values = append(listed.Values, ValueCount{Value: v.Value, Count: v.Count, Meaning: c.meaning(plain)})
		}
		if filled.Count > 0 {
			filled.Count, listed.Other = filled.Count+listed.Other, 0
			listed.Values = append(listed.Values, filled)
		}
		listed.cut()
		column.Values, column.Other = listed.Values, listed.Other
	}
}
