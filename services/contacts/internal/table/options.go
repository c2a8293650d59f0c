package table

import (
	"fmt"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/spec"
)

// ReadOptions are how a file is read; empty options are detected.
type ReadOptions struct {
	// Kind of the rows of a draft, if it differs from the kind at the upload.
	Kind     FileKind      `json:"kind,omitempty"`
	Encoding file.Encoding `json:"encoding,omitempty"`
	// Delimiter of CSV, one character.
	Delimiter string `json:"delimiter,omitempty"`
	Sheet     string `json:"sheet,omitempty"`
	// NoHeader makes the first row data; Header makes it names, whatever it looks like. Without either it is detected.
	NoHeader bool `json:"noHeader,omitempty"`
	Header   bool `json:"header,omitempty"`
	// HeaderLine is the line of the header, or of the first row without one, from 1; 0 for detection.
	HeaderLine int `json:"headerLine,omitempty"`
	// UID of rows that name none; empty for the account's own.
	UID         string `json:"uid,omitempty"`
	KeepConsent bool   `json:"keepConsent,omitempty"`
	// Mapping is the field of each column, contact.PropertyPrefix with a name, or empty for an ignored column. Without a
	// mapping the columns are named like fields.
	Mapping []string `json:"mapping,omitempty"`
	// Values are chosen meanings of values; other values have their built-in meanings.
	Values Meanings `json:"values,omitempty"`
	// NewConsents are the stated consents of contacts that the file creates, by contact.AnswerName of the channel.
	NewConsents map[string]contact.NewConsent `json:"newConsents,omitempty"`
}

// Equal reports whether both read a file alike.
func (o ReadOptions) Equal(other ReadOptions) bool {
	same := slices.Equal(o.Mapping, other.Mapping)
	o.Mapping, other.Mapping = nil, nil
	return same && fmt.Sprint(o) == fmt.Sprint(other)
}

// SameRows reports whether both take the same rows of a file, whatever they do to consents.
func (o ReadOptions) SameRows(other ReadOptions) bool {
	o.KeepConsent, other.KeepConsent = false, false
	o.NewConsents, other.NewConsents = nil, nil
	return o.Equal(other)
}

// SameText reports whether both make the same text of a folded file.
func (o ReadOptions) SameText(other ReadOptions) bool {
	return o.Sheet == other.Sheet && o.Encoding == other.Encoding && o.HeaderLine == other.HeaderLine &&
		o.NoHeader == other.NoHeader
}

// FieldsOf names the fields of a row of a kind, in order.
func FieldsOf(kind FileKind) []string {
	switch kind {
	case KindEngagement:
		return EngagementColumns()
	case KindUnsubscribes:
		return UnsubscribeColumns()
	default:
		return contact.Columns()
	}
}

// The columns that a file of refused rows has before those of the file itself. They are ignored by all kinds.
const (
	RefusedLine   = "line"
	RefusedReason = "reason"
)

// AreRefused reports whether columns are those of a file of refused rows, in any language.
func AreRefused(names []string) bool {
	return len(names) > 1 && slices.ContainsFunc([][2]string{
		{RefusedLine, RefusedReason}, {"row", "reason"}, {"wiersz", "powód"},
	}, func(w [2]string) bool { return strings.EqualFold(names[0], w[0]) && strings.EqualFold(names[1], w[1]) })
}

// Resolve determines the field of each column of a file, by the mapping or by the names of its header.
func (o ReadOptions) Resolve(kind FileKind, names []string) ([]string, error) {
	if len(o.Mapping) == 0 {
		if o.NoHeader {
			return nil, ErrMapping.WithField("mapping", "a file without a header needs a mapping")
		}
		return columnsByName(kind, names)
	}
	mapping := o.Mapping
	if len(mapping) == len(names)-2 && AreRefused(names) {
		mapping = append([]string{"", ""}, mapping...) // corrected rows, with the mapping of the original file
	}
	if len(mapping) != len(names) {
		return nil, ErrMapping.WithField(
			"mapping", fmt.Sprintf("the file has %d columns, the mapping is for %d", len(names), len(mapping)))
	}
	for i, field := range mapping {
		where := fmt.Sprintf("mapping[%d]", i)
		switch {
		case field == "":
		case !isField(kind, field):
			return nil, ErrMapping.WithField(where, "rows of this kind have no such field")
		case slices.Contains(mapping[:i], field):
			return nil, ErrMapping.WithField(where, "a column before it has the same field")
		}
	}
	if missing := missingField(kind, mapping); missing != "" {
		return nil, ErrMapping.WithField("mapping", missing)
	}
	return mapping, nil
}

func isField(kind FileKind, name string) bool {
	if property, is := strings.CutPrefix(name, contact.PropertyPrefix); is {
		return kind == KindContacts && property != ""
	}
	return slices.Contains(FieldsOf(kind), name)
}

// columnsByName reads the names of a header as fields.
func columnsByName(kind FileKind, names []string) ([]string, error) {
	columns := make([]string, len(names))
	for i, name := range names {
		if prefix := strings.ToLower(name[:min(len(name), len(contact.PropertyPrefix))]); prefix == contact.PropertyPrefix {
			name = prefix + name[len(prefix):]
		} else {
			name = strings.ToLower(name)
		}
		switch {
		case i < 2 && AreRefused(names), i == 0 && name == RefusedLine:
			continue
		case kind == KindContacts && slices.Contains(append(contact.LinkColumns(), contact.ScoreColumns()...), name):
			continue // exported files can be sent again
		case !isField(kind, name):
			return nil, ErrHeader.Withf(
				"column %d of the first line has no known name; known are %s", i+1, strings.Join(FieldsOf(kind), ", "))
		case slices.Contains(columns[:i], name):
			return nil, ErrHeader.Withf("column %d of the first line has the name of one before it", i+1)
		}
		columns[i] = name
	}
	if missing := missingField(kind, columns); missing != "" {
		return nil, ErrHeader.Withf("%s", missing)
	}
	return columns, nil
}

// missingField describes a required field that is missing; empty if none is.
func missingField(kind FileKind, columns []string) string {
	if kind == KindEngagement {
		for _, name := range []string{"occurred_at", "type"} {
			if !slices.Contains(columns, name) {
				return fmt.Sprintf("the column %q is missing", name)
			}
		}
		return ""
	}
	if !slices.ContainsFunc(columns, isAddressColumn) {
		return "one of the columns external_id, email and gsm must be there"
	}
	return ""
}

func isAddressColumn(name string) bool {
	return name == "external_id" || name == "email" || name == "gsm"
}

// Consents returns the rules for consents.
func (o ReadOptions) Consents() contact.ConsentRules {
	rules := contact.ConsentRules{Keep: o.KeepConsent}
	for i, channel := range spec.Messages() {
		rules.New[i] = o.NewConsents[contact.AnswerName(channel)].Answer
	}
	return rules
}
