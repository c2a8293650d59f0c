package table

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/words"
)

// Meaning is the meaning of a value in a column: one of the constants below, or the type of an event.
type Meaning string

// The meanings. A row whose value has none is refused.
const (
	MeansNothing Meaning = ""
	// MeansKeep changes nothing; a row whose event has this meaning is left out.
	MeansKeep Meaning = "keep"
	MeansYes  Meaning = "yes"
	MeansNo   Meaning = "no"
	// MeansBlocked is no consent and a blocked address.
	MeansBlocked Meaning = "blocked"
	// MeansUnsubscribed is no consent, and the address goes on the suppression list.
	MeansUnsubscribed Meaning = "unsubscribed"
)

const (
	// maxValues bounds how many values of a column are listed, maxMeanings how many a user may name.
	maxValues   = 50
	maxMeanings = 500
	// maxSpellings bounds how many spellings of values a reader remembers.
	maxSpellings = 4096
	// maxDigits is one less than the digits of the shortest phone number.
	maxDigits = 6
)

// Meanings map the values of columns to meanings, by the name of the column, or by its number from 1 if it has none.
type Meanings map[string]map[string]Meaning

// valueKind is the set of meanings that the values of a column can have.
type valueKind int

const (
	noValues valueKind = iota
	consentValues
	flagValues
	eventValues
)

// valuesOf returns the valueKind of a field.
func valuesOf(kind FileKind, field string) valueKind {
	switch {
	case kind == KindContacts && strings.HasSuffix(field, "_consent"):
		return consentValues
	case kind == KindContacts && strings.HasSuffix(field, "_blocked"):
		return flagValues
	case kind == KindEngagement && field == EngagementColumns()[EventType]:
		return eventValues
	case kind == KindEngagement && field == EngagementColumns()[EventMachine]:
		return flagValues
	default:
		return noValues
	}
}

// takes reports whether a value may have a meaning; an empty value can never mean yes.
func (k valueKind) takes(value string, m Meaning) bool {
	switch m {
	case MeansNothing, MeansKeep:
		return true
	case MeansYes:
		return k != eventValues && value != ""
	case MeansNo:
		return k != eventValues
	case MeansBlocked, MeansUnsubscribed:
		return k == consentValues && value != ""
	default:
		_, _, isType := parseType(string(m))
		return k == eventValues && isType
	}
}

// ValueCount is how often a column has a value, and its meaning.
type ValueCount struct {
	Value   string  `json:"value"`
	Count   int     `json:"count"`
	Meaning Meaning `json:"meaning"`
}

// ColumnValues are the values of a column, at most maxValues of them; Other counts the cells with other values.
type ColumnValues struct {
	Column string       `json:"column"`
	Field  string       `json:"field"`
	Values []ValueCount `json:"values"`
	Other  int          `json:"other,omitempty"`
}

// columnKey is the key of a column, counted from 0, in Meanings.
func columnKey(names []string, column int) string {
	if column < len(names) && names[column] != "" {
		return names[column]
	}
	return strconv.Itoa(column + 1)
}

// valueColumn determines the meanings of a column's values, and counts them.
type valueColumn struct {
	column, field string
	kind          valueKind
	// channel applies to events that name none.
	channel fact.Channel
	chosen  map[string]Meaning
	// filled is the meaning of every cell that is neither empty nor a no; MeansNothing if values differ.
	filled Meaning
	seen   map[string]*seenValue
	// spelled has the values by their spelling.
	spelled map[string]*seenValue
	other   int
}

// seenValue is a value of a column in all its spellings; count is its counter.
type seenValue struct {
	text    string
	meaning Meaning
	count   *int
	channel fact.Channel
	event   fact.Kind
}

// newValueColumn returns a column of a field that has values; chosen are the meanings that a user chose.
func newValueColumn(kind FileKind, column, field string, chosen Meanings, channel fact.Channel) *valueColumn {
	c := &valueColumn{
		column: column, field: field, kind: valuesOf(kind, field), channel: channel, seen: map[string]*seenValue{},
		spelled: map[string]*seenValue{}, chosen: map[string]Meaning{},
	}
	if c.kind == consentValues {
		c.filled = filledNames[words.Name(column)]
	}
	for value, meaning := range chosen[column] {
		c.chosen[words.Plain(value)] = meaning
	}
	return c
}

// take counts a cell and returns its value.
func (c *valueColumn) take(cell []byte) *seenValue {
	found := c.find(cell)
	*found.count++
	return found
}

// find returns the value of a cell. It remembers maxSpellings values; further ones, and cells longer than a stored
// field, share one counter.
func (c *valueColumn) find(cell []byte) *seenValue {
	remember := len(cell) <= fact.MaxText
	cell = cell[:min(len(cell), fact.MaxText)]
	if found := c.spelled[string(cell)]; found != nil {
		return found
	}
	text := strings.TrimSpace(string(cell))
	plain := c.plain(text)
	if plain == anyValue {
		text = anyValue
	}
	found := c.seen[plain]
	if found == nil {
		found = &seenValue{text: strings.Clone(OneLine(text, keptValue)), meaning: c.meaning(plain), count: &c.other}
		if c.kind == eventValues {
			found.channel, found.event, _ = parseType(string(found.meaning))
			if found.event == fact.Opened && words.ByMachine[plain] {
				found.event = fact.MachineOpened
			}
		}
		if remember && len(c.seen) < maxSpellings {
			c.seen[plain], found.count = found, new(int)
		}
	}
	if remember && len(c.spelled) < maxSpellings {
		c.spelled[string(cell)] = found
	}
	return found
}

// meaning returns the chosen meaning, else the known one.
func (c *valueColumn) meaning(plain string) Meaning {
	if chosen, ok := c.chosen[plain]; ok {
		return chosen
	}
	switch {
	case plain == anyValue:
		return c.filled
	case c.filled != MeansNothing:
		return MeansKeep
	}
	return knownMeaning(c.kind, plain, c.channel)
}

// listed returns the values that were counted, the most frequent first.
func (c *valueColumn) listed() ColumnValues {
	l := ColumnValues{Column: c.column, Field: c.field, Other: c.other}
	for _, seen := range c.seen {
		if *seen.count > 0 {
			l.Values = append(l.Values, ValueCount{Value: seen.text, Count: *seen.count, Meaning: seen.meaning})
		}
	}
	l.cut()
	return l
}

// cut sorts the values, and drops surplus ones and those that may be addresses.
func (l *ColumnValues) cut() {
	slices.SortFunc(l.Values, func(a, b ValueCount) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Value, b.Value))
	})
	var kept []ValueCount
	for _, v := range l.Values {
		if len(kept) == maxValues || isLikeAddress(v.Value) {
			l.Other += v.Count
			continue
		}
		kept = append(kept, v)
	}
	l.Values = kept
}

// isControl reports whether a character is a control that a cell of text may not have; Postgres stores no NUL.
func isControl(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) }

// isLikeAddress reports whether a value looks like an address. Such values are not stored, as a column of addresses may
// be taken for one of consents.
func isLikeAddress(value string) bool {
	digits := 0
	for _, r := range value {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	return digits > maxDigits || strings.Contains(value, "@")
}

// Plus returns the values of both, which are of the same columns.
func Plus(before, more []ColumnValues) []ColumnValues {
	if len(before) == 0 {
		return more
	}
	sum := make([]ColumnValues, len(before))
	for i, l := range before {
		sum[i] = l
		at := slices.IndexFunc(more, func(m ColumnValues) bool { return m.Column == l.Column && m.Field == l.Field })
		if at < 0 {
			continue
		}
		sum[i].Values, sum[i].Other = slices.Clone(l.Values), l.Other+more[at].Other
		index := make(map[string]int, len(l.Values))
		for at, v := range l.Values {
			index[words.Plain(v.Value)] = at
		}
		for _, v := range more[at].Values {
			if known, is := index[words.Plain(v.Value)]; is {
				sum[i].Values[known].Count += v.Count
			} else {
				sum[i].Values = append(sum[i].Values, v)
			}
		}
		sum[i].cut()
	}
	return sum
}

// ValueColumns are the columns of a file with meanings, by field.
type ValueColumns []*valueColumn

// NewValueColumns returns the columns of a file with meanings: columns are their fields, names their names in the file.
func NewValueColumns(kind FileKind, names, columns []string, chosen Meanings) ValueColumns {
	channel := fact.Mailing
	if slices.Contains(columns, "gsm") && !slices.Contains(columns, "email") {
		channel = fact.SMS
	}
	fields := FieldsOf(kind)
	list := make(ValueColumns, len(fields))
	for at, field := range columns {
		if place := slices.Index(fields, field); place >= 0 && valuesOf(kind, field) != noValues {
			list[place] = newValueColumn(kind, columnKey(names, at), field, chosen, channel)
		}
	}
	return list
}

// of returns the column of a field; an empty one if the file does not have it.
func (l ValueColumns) of(kind FileKind, field int) *valueColumn {
	if field < len(l) && l[field] != nil {
		return l[field]
	}
	return newValueColumn(kind, "", FieldsOf(kind)[field], nil, fact.Mailing)
}

// Listed returns the values of all columns.
func (l ValueColumns) Listed() []ColumnValues {
	var all []ColumnValues
	for _, c := range l {
		if c != nil {
			all = append(all, c.listed())
		}
	}
	return all
}

// Forget resets the counts.
func (l ValueColumns) Forget() {
	for _, c := range l {
		if c == nil {
			continue
		}
		c.other = 0
		for _, seen := range c.seen {
			*seen.count = 0
		}
	}
}

// checkMeanings fails for chosen meanings that a column cannot have.
func checkMeanings(kind FileKind, names, columns []string, chosen Meanings) error {
	for column, values := range chosen {
		of := noValues
		for at := range columns {
			if columnKey(names, at) == column && of == noValues {
				of = valuesOf(kind, columns[at])
			}
		}
		where := "values." + column
		switch {
		case of == noValues:
			return ErrMapping.WithField("values", "a column that is named is no consent, block or event")
		case len(values) > maxMeanings:
			return ErrMapping.WithField(where, fmt.Sprintf("at most %d values may be named", maxMeanings))
		}
		for _, value := range slices.Sorted(maps.Keys(values)) {
			if len(value) > fact.MaxText || isLikeAddress(value) || strings.ContainsFunc(value, isControl) {
				return ErrMapping.WithField(where, "a value is too long, looks like an address or has control characters")
			}
			if !of.takes(words.Plain(value), values[value]) {
				return ErrMapping.WithField(where, fmt.Sprintf("no value can mean %q here", values[value]))
			}
		}
	}
	return nil
}

// Learn adds the meanings chosen for a file to those of earlier files, if any.
func (m *Mapping) Learn(more Meanings) Meanings {
	all := Meanings{}
	sources := []Meanings{more}
	if m != nil {
		sources = []Meanings{m.Values, more}
	}
	for _, from := range sources {
		for column, values := range from {
			if all[column] == nil {
				all[column] = map[string]Meaning{}
			}
			for value, meaning := range values {
				if plain := words.Plain(value); len(all[column]) < maxMeanings {
					all[column][plain] = meaning
				}
			}
		}
	}
	return all
}

// flag returns the meaning as a flag; false if it has none.
func (m Meaning) flag() (contact.Flag, bool) {
	switch m {
	case MeansKeep:
		return contact.Keep, true
	case MeansYes:
		return contact.Yes, true
	case MeansNo:
		return contact.No, true
	case MeansBlocked:
		return contact.Blocked, true
	case MeansUnsubscribed:
		return contact.Unsubscribed, true
	default:
		return contact.Keep, false
	}
}

// isFlag reports whether a cell is known to mean yes, no or nothing.
func isFlag(text string) bool {
	return knownMeaning(flagValues, words.Plain(text), fact.Mailing) != MeansNothing
}
