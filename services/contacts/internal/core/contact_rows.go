package core

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/sheet"
)

// The fields of a row of contacts; those of properties follow.
const (
	fieldUID = iota
	fieldExternalID
	fieldEmail
	fieldGSM
	fieldCreatedAt
	fieldEmailConsent
	fieldSMSConsent
	fieldEmailBlocked
	fieldGSMBlocked
	fieldGroups
	contactFields
)

func contactColumns() []string {
	return []string{
		"uid", "external_id", "email", "gsm", "created_at", "email_consent", "sms_consent", "email_blocked",
		"gsm_blocked", "groups",
	}
}

const (
	maxGroupName = 100
	maxProperty  = 1000
	// firstCreated and lastCreated bound dates of creation: 1970-01-01 to 2100-01-01, in seconds.
	firstCreated = 0
	lastCreated  = 4_102_444_800
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

// ContactRow is a row of contacts that can be used.
type ContactRow struct {
	Line int
	Text []byte

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

	EmailConsent, SMSConsent Flag
	EmailBlocked, GSMBlocked Flag

	Groups     []string
	Properties []PropertyValue
}

// PropertyValue is a value of a property.
type PropertyValue struct {
	ID    PropertyID
	Value string
}

// contactReader reads rows of contacts of one account.
type contactReader struct {
	uids uids
	zone *file.Zone
	// consents say which columns of them are read at all.
	consents ConsentRules
	// values are the columns of consents and blocks, by field.
	values valueColumns
	// decimalComma is set for files without commas between cells, in which spreadsheets may write 12,5.
	decimalComma bool

	properties []propertyColumn
	scratch    []byte
	// places are the columns of the fields; at is the field of the last defect, -1 when the row as a whole is meant.
	places []int
	at     int
	// said are what the row says in the columns of values.
	said [contactFields]*seenValue
}

type propertyColumn struct {
	field int
	// of is which property the column is in each database.
	of map[DatabaseID]Property
}

// columns returns for each column of the file which field of a row it is, and how many fields there are: those that are
// ignored are the one behind the last. It fails for a property that no database of the account has.
func (r *contactReader) columns(names []string, properties []Property) (targets []int, fields int, err error) {
	fields = contactFields
	ignored := contactFields
	for _, name := range names {
		if strings.HasPrefix(name, PropertyPrefix) {
			ignored++
		}
	}
	for at, name := range names {
		if property, is := strings.CutPrefix(sheet.Original(name), PropertyPrefix); is {
			column := propertyColumn{field: fields, of: map[DatabaseID]Property{}}
			for _, p := range properties {
				if spelling.Name(p.Name) == spelling.Name(property) {
					column.of[p.Database] = p
				}
			}
			if len(column.of) == 0 {
				return nil, 0, unknownColumn(at)
			}
			r.properties = append(r.properties, column)
			targets = append(targets, fields)
			fields++
			continue
		}
		if field := slices.Index(contactColumns(), name); field >= 0 {
			targets = append(targets, field)
			continue
		}
		targets = append(targets, ignored)
	}
	r.places = placesOf(targets, fields)
	return targets, fields, nil
}

// refuse notes which field is to blame.
func (r *contactReader) refuse(field int, why *file.Defect) *file.Defect {
	r.at = field
	return why
}

// refused returns the row that read has refused, as text that lives long enough.
func (r *contactReader) refused(from *file.Row, why *file.Defect, text []byte) RefusedRow {
	row := RefusedRow{Line: from.Line, Defect: why, Text: text}
	if r.at >= 0 {
		row.Column, row.Value = r.places[r.at], valueOf(from.Fields[r.at])
	}
	return row
}

// read reads one row; the defect is nil when it can be used.
func (r *contactReader) read(from *file.Row) (ContactRow, *file.Defect) {
	row := ContactRow{Line: from.Line, Text: from.Text}
	r.at = -1
	if from.Defect != nil {
		return row, from.Defect
	}
	for i, cell := range from.Fields {
		if bytes.IndexByte(cell, '\'') >= 0 {
			from.Fields[i] = []byte(sheet.Original(string(cell)))
		}
		if r.places[i] > 0 && file.IsCellError(cell) {
			return row, r.refuse(i, cellError)
		}
	}
	for field, column := range r.values {
		if column != nil {
			r.said[field] = column.take(from.Fields[field])
		}
	}
	var ok bool
	if row.Database, ok = r.uids.find(bytes.TrimSpace(from.Fields[fieldUID])); !ok {
		return row, r.refuse(fieldUID, unknownUID)
	}
	for _, read := range []func(*ContactRow, *file.Row) *file.Defect{
		r.readAddresses, r.readCreated, r.readFlags, r.readGroups, r.readProperties,
	} {
		if why := read(&row, from); why != nil {
			return row, why
		}
	}
	return row, nil
}

func (r *contactReader) readAddresses(row *ContactRow, from *file.Row) *file.Defect {
	external := bytes.TrimSpace(from.Fields[fieldExternalID])
	email := bytes.TrimSpace(from.Fields[fieldEmail])
	gsm := bytes.TrimSpace(from.Fields[fieldGSM])
	if len(external)+len(email)+len(gsm) == 0 {
		return missingAddress
	}
	if file.IsRounded(external) {
		return r.refuse(fieldExternalID, roundedNumber)
	}
	var why *file.Defect
	if r.scratch, why = appendExternalID(r.scratch[:0], external); why != nil {
		return r.refuse(fieldExternalID, why)
	}
	row.ExternalID = string(r.scratch)
	row.Former = formerly(fact.ExternalID, external, row.ExternalID)
	var ok bool
	if len(email) > 0 {
		if r.scratch, ok = spelling.AppendEmail(r.scratch[:0], email); !ok {
			return r.refuse(fieldEmail, badEmail)
		}
		row.Email = string(r.scratch)
		row.Former = append(row.Former, formerly(fact.Email, email, row.Email)...)
	}
	if len(gsm) > 0 {
		if r.scratch, ok = spelling.AppendGSM(r.scratch[:0], gsm); !ok {
			if file.IsRounded(gsm) {
				return r.refuse(fieldGSM, roundedNumber)
			}
			return r.refuse(fieldGSM, badGSM)
		}
		row.GSM = string(r.scratch)
	}
	if row.ExternalID+row.Email+row.GSM == "" { // the external id has nothing that can be seen
		return missingAddress
	}
	return nil
}

// appendExternalID adds an external id in its canonical form to to.
func appendExternalID(to, text []byte) ([]byte, *file.Defect) {
	if len(text) > fact.MaxText {
		return to, fieldTooLong
	}
	to, ok := spelling.AppendID(to, text)
	if !ok {
		return to, fieldCharacter
	}
	return to, nil
}

func (r *contactReader) readCreated(row *ContactRow, from *file.Row) *file.Defect {
	text := bytes.TrimSpace(from.Fields[fieldCreatedAt])
	if len(text) == 0 {
		return nil
	}
	seconds, micros, ok := file.ParseTime(text)
	if !ok {
		seconds, _, ok = r.zone.ParseLocal(text)
	}
	if !ok || seconds < firstCreated || seconds > lastCreated {
		return r.refuse(fieldCreatedAt, badCreatedAt)
	}
	row.HasCreated = true
	row.CreatedAt = seconds*1e6 + int64(micros)
	row.CreatedDay = r.zone.Day(seconds)
	return nil
}

func (r *contactReader) readFlags(row *ContactRow, _ *file.Row) *file.Defect {
	for _, f := range []struct {
		field int
		flag  *Flag
		read  bool
	}{
		{fieldEmailConsent, &row.EmailConsent, r.consents.reads(fact.Mailing)},
		{fieldSMSConsent, &row.SMSConsent, r.consents.reads(fact.SMS)},
		{fieldEmailBlocked, &row.EmailBlocked, true},
		{fieldGSMBlocked, &row.GSMBlocked, true},
	} {
		if r.said[f.field] == nil || !f.read {
			continue
		}
		var ok bool
		if *f.flag, ok = r.said[f.field].meaning.flag(); !ok {
			return r.refuse(f.field, badFlag)
		}
	}
	return nil
}

func (r *contactReader) readGroups(row *ContactRow, from *file.Row) *file.Defect {
	if len(from.Fields[fieldGroups]) == 0 {
		return nil
	}
	for name := range strings.SplitSeq(string(from.Fields[fieldGroups]), "|") {
		name = spelling.Name(name)
		if utf8.RuneCountInString(name) > maxGroupName {
			return r.refuse(fieldGroups, badGroup)
		}
		if name != "" {
			row.Groups = append(row.Groups, name)
		}
	}
	return nil
}

// isNumber knows what people write as a number; nothing that is none (NaN), endless, or in a base of its own.
func isNumber(text string) bool {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return false
	}
	number, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsInf(number, 0)
}

// refuses returns why a value does not fit the property; nil when it does.
func (p Property) refuses(value string) *file.Defect {
	switch {
	case utf8.RuneCountInString(value) > maxProperty:
		return badProperty
	case p.Number && !isNumber(value):
		return badNumber
	}
	return nil
}

func (r *contactReader) readProperties(row *ContactRow, from *file.Row) *file.Defect {
	for _, column := range r.properties {
		value := string(bytes.TrimSpace(from.Fields[column.field]))
		if value == "" {
			continue
		}
		property, known := column.of[row.Database]
		if !known {
			return r.refuse(column.field, unknownProperty)
		}
		if property.Number && r.decimalComma && !strings.Contains(value, ".") {
			value = strings.Replace(value, ",", ".", 1)
		}
		if why := property.refuses(value); why != nil {
			return r.refuse(column.field, why)
		}
		row.Properties = append(row.Properties, PropertyValue{ID: property.ID, Value: value})
	}
	return nil
}
