package table

import (
	"slices"
	"strings"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/contacts/internal/words"
)

// Because is the reason why a column seems to be a field.
type Because string

// The reasons.
const (
	ByName    Because = "NAME"
	ByLearned Because = "LEARNED"
	ByValues  Because = "VALUES"
)

// Guess guesses the field of each column, with the reason.
func Guess(kind FileKind, columns []FileColumn, learned map[string]string, properties []string) {
	taken := map[string]bool{}
	take := func(c *FileColumn, field string, because Because) {
		if c.Because != "" || field != "" && taken[field] || because == ByName && !fits(field, c) {
			return
		}
		c.Field, c.Because = field, because
		taken[field] = field != ""
	}
	for i := range columns {
		name := columns[i].Name
		if field, known := learned[name]; known && (field == "" || isField(kind, field)) && knownProperty(field, properties) {
			take(&columns[i], field, ByLearned)
		}
	}
	fields := FieldsOf(kind)
	for i := range columns {
		if name := strings.ToLower(strings.TrimSpace(columns[i].Name)); slices.Contains(fields, name) {
			take(&columns[i], name, ByName)
		} else if property := propertyNamed(kind, columns[i].Name, properties); property != "" {
			take(&columns[i], contact.PropertyPrefix+property, ByName)
		}
	}
	for i := range columns {
		plain := words.Name(columns[i].Name)
		for _, field := range fields {
			if words.IsColumn(field, plain) {
				take(&columns[i], field, ByName)
			}
		}
	}
	for i := range columns { // after the columns that state the consent itself
		if kind == KindContacts && filledNames[words.Name(columns[i].Name)] != MeansNothing {
			take(&columns[i], "email_consent", ByName)
		}
	}
	for i := range columns {
		if field := fieldByValues(kind, columns[i].Examples); field != "" {
			take(&columns[i], field, ByValues)
		}
	}
}

func knownProperty(field string, properties []string) bool {
	name, is := strings.CutPrefix(field, contact.PropertyPrefix)
	return !is || slices.Contains(properties, name)
}

// propertyNamed returns the property that a column is named after, with the prefix or without.
func propertyNamed(kind FileKind, column string, properties []string) string {
	if kind != KindContacts {
		return ""
	}
	prefix := len(contact.PropertyPrefix)
	if len(column) > prefix && strings.EqualFold(column[:prefix], contact.PropertyPrefix) {
		column = column[prefix:]
	}
	for _, name := range properties {
		if strings.EqualFold(name, column) || words.Name(name) == words.Name(column) && words.Name(column) != "" {
			return name
		}
	}
	return ""
}

// fits reports whether values are valid in the field that their column is named after. It checks the names that files
// also use for other columns: the name of a bot or of a printer, or the state of an order.
func fits(field string, c *FileColumn) bool {
	switch {
	case field == EngagementColumns()[EventMachine]:
		return !slices.ContainsFunc(c.Examples, func(e string) bool { return !isFlag(e) })
	case field == "type" && words.Name(c.Name) != field:
		return len(c.Examples) == 0 || c.tally.known(eventValues)
	case valuesOf(KindContacts, field) == consentValues && words.Vague[words.Name(c.Name)]:
		return c.tally.known(consentValues)
	case field == "gsm" || field == "created_at" || field == "email":
		return fitsExamples(field, c.Examples)
	default:
		return true
	}
}

// fieldByValues recognises addresses and types by their form.
func fieldByValues(kind FileKind, examples []string) string {
	all := func(is func(text []byte) bool) bool {
		return len(examples) > 0 && !slices.ContainsFunc(examples, func(e string) bool { return !is([]byte(e)) })
	}
	switch {
	case all(func(text []byte) bool { _, ok := spelling.AppendEmail(nil, text); return ok }):
		return "email"
	case all(func(text []byte) bool {
		_, ok := spelling.AppendGSM(nil, text)
		return ok || file.IsRounded(text)
	}):
		return "gsm"
	case kind == KindEngagement && all(func(text []byte) bool {
		return knownMeaning(eventValues, words.Plain(string(text)), fact.Mailing) != MeansNothing
	}):
		return "type"
	case kind == KindEngagement && all(func(text []byte) bool { _, _, ok := file.ParseTime(text); return ok }):
		return "occurred_at"
	default:
		return ""
	}
}

// KindOf guesses the kind of rows by the names of their columns.
func KindOf(columns []FileColumn) FileKind {
	best, most := KindContacts, 0
	for _, kind := range []FileKind{KindContacts, KindEngagement, KindUnsubscribes} {
		fields := fieldsSeen(kind, columns)
		if kind == KindUnsubscribes && !slices.Contains(fields, "channel") {
			continue
		}
		if len(fields) > most {
			best, most = kind, len(fields)
		}
	}
	return best
}

// fieldsSeen are the fields that columns seem to be if their rows are of a kind.
func fieldsSeen(kind FileKind, columns []FileColumn) []string {
	tried := slices.Clone(columns)
	Guess(kind, tried, nil, nil)
	var fields []string
	for _, c := range tried {
		if c.Field != "" {
			fields = append(fields, c.Field)
		}
	}
	return fields
}

// OtherKind returns the kind that rows seem to be if it is not the one they are to be read as: events read as contacts
// would be lost, and contacts have no events. It is empty if the kind may be right.
func OtherKind(kind FileKind, columns []FileColumn) FileKind {
	fields := fieldsSeen(KindEngagement, columns)
	ids := slices.ContainsFunc(fields, func(f string) bool { return f == "message_id" || f == "event_id" })
	events := ids && missingField(KindEngagement, fields) == ""
	contacts := missingField(KindContacts, fieldsSeen(KindContacts, columns)) == ""
	switch seems := KindOf(columns); {
	case kind != KindEngagement && events && seems == KindEngagement:
		return KindEngagement
	case kind == KindEngagement && !events && contacts && seems == KindContacts:
		return KindContacts
	default:
		return ""
	}
}
