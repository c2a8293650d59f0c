package core

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/engine"
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
		"uid", "external_id", "email", "gsm", "created_at", "email_consent", "sms_consent", "email_blocked", "gsm_blocked", "groups",
	}
}

// Reasons for which a row of contacts is refused.
const (
	badEmail        engine.Reason = "BAD_EMAIL: the e-mail address is not one"
	badGSM          engine.Reason = "BAD_GSM: the phone number is not one of E.164, such as +48500000001"
	badCreatedAt    engine.Reason = "BAD_TIME: created_at is neither a time of RFC 3339 nor a date YYYY-MM-DD between 1970 and 2100"
	badFlag         engine.Reason = "BAD_FLAG: consents and blocks are true, false or empty"
	badGroup        engine.Reason = "BAD_GROUP: the name of a group has more than 100 characters"
	badNumber       engine.Reason = "BAD_NUMBER: the property is a number, with a point before decimals"
	badProperty     engine.Reason = "PROPERTY_TOO_LONG: a property has more than 1000 characters"
	unknownProperty engine.Reason = "UNKNOWN_PROPERTY: the uid has no property of a column that has a value here"
	missingAddress  engine.Reason = "MISSING_ADDRESS: the row has no external_id, email or gsm"
	addressTaken    engine.Reason = "ADDRESS_TAKEN: another address of the row belongs to another contact"
	tooManyGroups   engine.Reason = "TOO_MANY_GROUPS: the uid has as many groups as it may, and this row names another"
	tooMany         engine.Reason = "TOO_MANY_CONTACTS: the uid has as many contacts as it can hold"
)

const (
	maxGroupName = 100
	maxProperty  = 1000
	// firstCreated and lastCreated bound dates of creation: 1970-01-01 to 2100-01-01, in seconds.
	firstCreated = 0
	lastCreated  = 4_102_444_800
)

// Flag is what a row says about something that is true or false: nothing, most often.
type Flag uint8

// The flags.
const (
	Keep Flag = iota
	Yes
	No
)

// Row is a row of contacts that can be used.
type Row struct {
	Line int
	Text []byte

	Database   int32
	ExternalID string
	Email      string
	GSM        string
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
	ID    int32
	Value string
}

// Property is a property of a database.
type Property struct {
	ID       int32
	Database int32
	UID      string
	Name     string
	Number   bool
}

// RowReader reads rows of contacts of one account.
type RowReader struct {
	Databases   map[string]int32
	OwnUID      string
	Zone        *engine.Zone
	KeepConsent bool

	properties []propertyColumn
	scratch    []byte
}

type propertyColumn struct {
	field int
	// of says which property the column is in each database.
	of map[int32]Property
}

// Columns answers for each column of the file which field of a row it is, and how many fields there are. It
// answers a fault for a property that no database of the account has.
func (r *RowReader) Columns(columns []string, properties map[int32][]Property) (targets []int, fields int, err error) {
	fields = contactFields
	for at, name := range columns {
		if property, is := strings.CutPrefix(name, PropertyPrefix); is {
			column := propertyColumn{field: fields, of: map[int32]Property{}}
			for database, all := range properties {
				for _, p := range all {
					if p.Name == property {
						column.of[database] = p
					}
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
		for i, known := range contactColumns() {
			if known == name {
				targets = append(targets, i)
			}
		}
	}
	return targets, fields, nil
}

// Read reads one row; the reason is empty when it can be used.
func (r *RowReader) Read(from *engine.Row) (Row, engine.Reason) {
	row := Row{Line: from.Line, Text: from.Text}
	if from.Fault != "" {
		return row, from.Fault
	}
	uid := strings.TrimSpace(string(from.Fields[fieldUID]))
	if uid == "" {
		uid = r.OwnUID
	}
	database, ok := r.Databases[uid]
	if !ok && len(uid) < 3 {
		database, ok = r.Databases["000"[len(uid):]+uid] // a spreadsheet cut the zeros off
	}
	if !ok {
		return row, engine.UnknownUID
	}
	row.Database = database
	for _, read := range []func(*Row, *engine.Row) engine.Reason{r.readAddresses, r.readCreated, r.readFlags, r.readGroups, r.readProperties} {
		if why := read(&row, from); why != "" {
			return row, why
		}
	}
	return row, ""
}

func (r *RowReader) readAddresses(row *Row, from *engine.Row) engine.Reason {
	external := bytes.TrimSpace(from.Fields[fieldExternalID])
	email := bytes.TrimSpace(from.Fields[fieldEmail])
	gsm := bytes.TrimSpace(from.Fields[fieldGSM])
	if len(external)+len(email)+len(gsm) == 0 {
		return missingAddress
	}
	if len(external) > engine.MaxText {
		return engine.FieldTooLong
	}
	if bytes.ContainsAny(external, "\t\r\n") {
		return engine.FieldCharacter
	}
	row.ExternalID = string(external)
	var ok bool
	if len(email) > 0 {
		if r.scratch, ok = engine.AppendEmail(r.scratch[:0], email); !ok {
			return badEmail
		}
		row.Email = string(r.scratch)
	}
	if len(gsm) > 0 {
		if r.scratch, ok = engine.AppendGSM(r.scratch[:0], gsm); !ok {
			return badGSM
		}
		row.GSM = string(r.scratch)
	}
	return ""
}

func (r *RowReader) readCreated(row *Row, from *engine.Row) engine.Reason {
	text := bytes.TrimSpace(from.Fields[fieldCreatedAt])
	if len(text) == 0 {
		return ""
	}
	seconds, micros, ok := engine.ParseTime(text)
	if !ok {
		var day int64
		if day, ok = engine.ParseDate(text); ok {
			seconds = r.Zone.Midnight(day)
		}
	}
	if !ok || seconds < firstCreated || seconds > lastCreated {
		return badCreatedAt
	}
	row.HasCreated = true
	row.CreatedAt = seconds*1e6 + int64(micros)
	row.CreatedDay = r.Zone.Day(seconds)
	return ""
}

func (r *RowReader) readFlags(row *Row, from *engine.Row) engine.Reason {
	for _, f := range []struct {
		field   int
		flag    *Flag
		consent bool
	}{
		{fieldEmailConsent, &row.EmailConsent, true},
		{fieldSMSConsent, &row.SMSConsent, true},
		{fieldEmailBlocked, &row.EmailBlocked, false},
		{fieldGSMBlocked, &row.GSMBlocked, false},
	} {
		flag, ok := parseFlag(from.Fields[f.field])
		if !ok {
			return badFlag
		}
		if f.consent && r.KeepConsent {
			flag = Keep
		}
		*f.flag = flag
	}
	return ""
}

// parseFlag also knows what a Polish spreadsheet makes of true and false.
func parseFlag(text []byte) (Flag, bool) {
	switch string(text) {
	case "":
		return Keep, true
	case "true", "1":
		return Yes, true
	case "false", "0":
		return No, true
	}
	switch strings.ToLower(strings.TrimSpace(string(text))) {
	case "":
		return Keep, true
	case "true", "prawda":
		return Yes, true
	case "false", "fałsz":
		return No, true
	}
	return Keep, false
}

func (r *RowReader) readGroups(row *Row, from *engine.Row) engine.Reason {
	if len(from.Fields[fieldGroups]) == 0 {
		return ""
	}
	for name := range strings.SplitSeq(string(from.Fields[fieldGroups]), "|") {
		name = strings.Join(strings.Fields(name), " ")
		if utf8.RuneCountInString(name) > maxGroupName {
			return badGroup
		}
		if name != "" {
			row.Groups = append(row.Groups, name)
		}
	}
	return ""
}

// isNumber knows what people write as a number; nothing that is none (NaN), endless, or in a base of its own.
func isNumber(text string) bool {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return false
	}
	number, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsInf(number, 0)
}

func (r *RowReader) readProperties(row *Row, from *engine.Row) engine.Reason {
	for _, column := range r.properties {
		value := string(bytes.TrimSpace(from.Fields[column.field]))
		if value == "" {
			continue
		}
		property, known := column.of[row.Database]
		if !known {
			return unknownProperty
		}
		if utf8.RuneCountInString(value) > maxProperty {
			return badProperty
		}
		if property.Number {
			if !isNumber(value) {
				return badNumber
			}
		}
		row.Properties = append(row.Properties, PropertyValue{ID: property.ID, Value: value})
	}
	return ""
}
