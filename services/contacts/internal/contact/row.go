package contact

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
)

// Columns returns the names of the fields of a row of contacts, in order; those of properties follow.
func Columns() []string {
	return slices.Concat(
		[]string{"uid"}, addressNames[:], []string{"created_at"}, FlagColumns(), []string{"groups"},
	)
}

// FlagColumns returns the columns of the consents to channels and of the blocks of their addresses.
func FlagColumns() []string {
	var consents, blocks []string
	for _, channel := range channels {
		consents, blocks = append(consents, channel.answer+"_consent"), append(blocks, addressNames[channel.own]+"_blocked")
	}
	return append(consents, blocks...)
}

// addressNames are the columns of addresses.
var addressNames = [fact.AddressKinds]string{fact.ExternalID: "external_id", fact.Email: "email", fact.GSM: "gsm"}

// ScoreColumns are the columns of an export with scores that an import ignores.
func ScoreColumns() []string { return []string{"score", "excluded_reason"} }

// LinkColumns are the columns of an export with one-click links, for the List-Unsubscribe header of messages. An import
// ignores them.
func LinkColumns() []string {
	var columns []string
	for _, channel := range channels {
		columns = append(columns, channel.answer+"_unsubscribe_url")
	}
	return columns
}

const (
	// MaxGroupName is the maximum number of characters of a group's name, maxProperty that of a property's value.
	MaxGroupName = 100
	maxProperty  = 1000
)

// Flag is the value of a row for a boolean field. The zero value is for a row without one.
type Flag uint8

// The flags. The last two are only for consents.
const (
	Keep Flag = iota
	Yes
	No
	// Blocked is No, and blocks the address of the channel.
	Blocked
	// Unsubscribed is No, and adds the address of the channel to the suppression list.
	Unsubscribed
)

// Withdraws reports whether a flag withdraws a consent for good; No says only that there is none.
func (f Flag) Withdraws() bool { return f == Blocked || f == Unsubscribed }

// Row is a valid row of contacts.
type Row struct {
	Line int
	Text []byte
	// Totals is set for a row that seems to sum up a file, such as "Razem". It is skipped unless a contact has its
	// external id.
	Totals bool

	Database   DatabaseID
	ExternalID string
	Email      string
	GSM        string
	// Former are the former forms of the addresses that have one.
	Former []Former
	// CreatedAt is in microseconds since 1970, CreatedDay is its local day; both are valid only if HasCreated is set.
	HasCreated bool
	CreatedAt  int64
	CreatedDay int32

	Consents, Blocked ByChannel[Flag]

	Groups     []string
	Properties []PropertyValue
}

// PropertyValue is a value of a property.
type PropertyValue struct {
	ID    PropertyID
	Value string
}

// AppendExternalID appends the normalised form of an external id to to.
func AppendExternalID(to, text []byte) ([]byte, *file.Defect) {
	if len(text) > fact.MaxText {
		return to, FieldTooLong
	}
	to, ok := spelling.AppendID(to, text)
	if !ok {
		return to, FieldCharacter
	}
	return to, nil
}

// IsNumber reports whether a text is a finite decimal number. It accepts no NaN, infinity or other base.
func IsNumber(text string) bool {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return false
	}
	number, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsInf(number, 0)
}

// Refuses returns why a value does not fit the property; nil when it does.
func (p Property) Refuses(value string) *file.Defect {
	switch {
	case utf8.RuneCountInString(value) > maxProperty:
		return BadProperty
	case p.Number && !IsNumber(value):
		return BadNumber
	}
	return nil
}

// PropertyPrefix begins the names of columns that hold properties.
const PropertyPrefix = "property:"
