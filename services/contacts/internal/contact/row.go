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

// Columns names the fields of a row of contacts in their order; those of properties follow.
func Columns() []string {
	return slices.Concat(
		[]string{"uid"}, addressNames[:], []string{"created_at"}, FlagColumns(), []string{"groups"},
	)
}

// FlagColumns are those of the consents to channels and of the blocks of their addresses.
func FlagColumns() []string {
	var consents, blocks []string
	for _, channel := range channels {
		consents, blocks = append(consents, channel.answer+"_consent"), append(blocks, addressNames[channel.own]+"_blocked")
	}
	return append(consents, blocks...)
}

// addressNames are the columns of addresses.
var addressNames = [fact.AddressKinds]string{fact.ExternalID: "external_id", fact.Email: "email", fact.GSM: "gsm"}

// ScoreColumns are what an export of a search by scores has and an import leaves out.
func ScoreColumns() []string { return []string{"score", "excluded_reason"} }

// LinkColumns are what an export has and an import leaves out: who sends messages puts them into List-Unsubscribe.
func LinkColumns() []string {
	var columns []string
	for _, channel := range channels {
		columns = append(columns, channel.answer+"_unsubscribe_url")
	}
	return columns
}

const (
	// MaxGroupName is how many characters the name of a group has at most, maxProperty how many a value of a property.
	MaxGroupName = 100
	maxProperty  = 1000
)

// Flag is what a row has to say of something that is true or false: nothing, most often.
type Flag uint8

// The flags. The last two are of consents.
const (
	Keep Flag = iota
	Yes
	No
	// Blocked is no, and blocks the address of the channel.
	Blocked
	// Unsubscribed is no, and puts the address of the channel on the list of those that no file gives a consent.
	Unsubscribed
)

// Withdraws reports whether a flag ends a consent for good; No says only that there is none.
func (f Flag) Withdraws() bool { return f == Blocked || f == Unsubscribed }

// Row is a row of contacts that can be used.
type Row struct {
	Line int
	Text []byte
	// Totals is set of a row that sums up a file, unless a contact has its external id, such as "Razem".
	Totals bool

	Database   DatabaseID
	ExternalID string
	Email      string
	GSM        string
	// Former are former forms of the addresses, where they have such.
	Former []Former
	// CreatedAt is in microseconds since 1970, CreatedDay its local day; only if HasCreated.
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

// AppendExternalID adds an external id in its canonical form to to.
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

// IsNumber knows what people write as a number; nothing that is none (NaN), endless, or in a base of its own.
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
