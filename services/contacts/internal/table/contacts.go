package table

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/sheet"
	"puls.app/services/spec"
)

// The fields of a row of contacts; the fields of properties follow.
const (
	fieldUID = iota
	fieldExternalID
	fieldEmail
	fieldGSM
	fieldCreatedAt
	// The consents to channels and the blocks of their addresses, in the order of spec.Messages.
	fieldConsents
	fieldBlocked  = fieldConsents + spec.MessageChannels
	fieldGroups   = fieldBlocked + spec.MessageChannels
	contactFields = fieldGroups + 1
)

const (

	// firstCreated and lastCreated bound dates of creation: 1970-01-01 to 2100-01-01, in seconds.
	firstCreated = 0
	lastCreated  = 4_102_444_800
)

// ContactReader reads rows of contacts of one account.
type ContactReader struct {
	Uids UIDs
	Zone *file.Zone
	// Consents decide in which columns of consents a value needs a meaning.
	Consents contact.ConsentRules
	// Values are the columns of consents and blocks, by field.
	Values ValueColumns
	// Delimiter of the file. If it is not a comma, spreadsheets may write 12,5.
	Delimiter byte
	// Tags splits groups as the lists of other tools are split.
	Tags bool

	properties []propertyColumn
	scratch    []byte
	// places are the columns of the fields. at is the field of the last defect, -1 for a defect of the whole row.
	places []int
	at     int
	// seen are the row's values in the columns with meanings.
	seen [contactFields]*seenValue
}

type propertyColumn struct {
	field int
	// of is the property of the column in each database.
	of map[contact.DatabaseID]contact.Property
}

// Columns returns the field of each column of the file, and the number of fields. Ignored columns get the index after
// the last field. It fails for a property that no database of the account has.
func (r *ContactReader) Columns(names []string, properties []contact.Property) (targets []int, fields int, err error) {
	fields = contactFields
	ignored := contactFields
	for _, name := range names {
		if strings.HasPrefix(name, contact.PropertyPrefix) {
			ignored++
		}
	}
	for at, name := range names {
		if property, is := strings.CutPrefix(sheet.Original(name), contact.PropertyPrefix); is {
			column := propertyColumn{field: fields, of: map[contact.DatabaseID]contact.Property{}}
			for _, p := range properties {
				if spelling.Name(p.Name) == spelling.Name(property) {
					column.of[p.Database] = p
				}
			}
			if len(column.of) == 0 {
				return nil, 0, UnknownColumn(at)
			}
			r.properties = append(r.properties, column)
			targets = append(targets, fields)
			fields++
			continue
		}
		if field := slices.Index(contact.Columns(), name); field >= 0 {
			targets = append(targets, field)
			continue
		}
		targets = append(targets, ignored)
	}
	r.places = PlacesOf(targets, fields)
	return targets, fields, nil
}

// refuse records the field at fault.
func (r *ContactReader) refuse(field int, why *file.Defect) *file.Defect {
	r.at = field
	return why
}

// Refused returns the refused row that was read last; text must outlive the scanner's window.
func (r *ContactReader) Refused(from *file.Row, why *file.Defect, text []byte) contact.RefusedRow {
	row := contact.RefusedRow{Line: from.Line, Defect: why, Text: text}
	if r.at >= 0 {
		row.Column, row.Value = r.places[r.at], ValueOf(from.Fields[r.at])
	}
	return row
}

// Read reads one row; the defect is nil if the row is valid.
func (r *ContactReader) Read(from *file.Row) (contact.Row, *file.Defect) {
	row := contact.Row{Line: from.Line, Text: from.Text}
	r.at = -1
	if from.Defect != nil {
		if isBrokenTotals(from, r.Delimiter) {
			return row, TotalsRow
		}
		return row, from.Defect
	}
	if isTotals(from.Text, r.Delimiter, from.Fields[fieldEmail:fieldGSM+1], from.Fields[fieldExternalID:fieldEmail]) {
		if len(from.Fields[fieldExternalID]) == 0 {
			return row, TotalsRow
		}
		row.Totals = isBareTotals(from.Text, r.Delimiter)
	}
	for i, cell := range from.Fields {
		if bytes.IndexByte(cell, '\'') >= 0 {
			from.Fields[i] = []byte(sheet.Original(string(cell)))
		}
		if r.places[i] > 0 && file.IsCellError(cell) {
			return row, r.refuse(i, cellError)
		}
	}
	for field, column := range r.Values {
		if column != nil {
			r.seen[field] = column.take(from.Fields[field])
		}
	}
	var ok bool
	if row.Database, ok = r.Uids.find(bytes.TrimSpace(from.Fields[fieldUID])); !ok {
		return row, r.refuse(fieldUID, unknownUID)
	}
	for _, read := range []func(*contact.Row, *file.Row) *file.Defect{
		r.readAddresses, r.readCreated, r.readFlags, r.readGroups, r.readProperties,
	} {
		if why := read(&row, from); why != nil {
			return row, why
		}
	}
	return row, nil
}

func (r *ContactReader) readAddresses(row *contact.Row, from *file.Row) *file.Defect {
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
	if r.scratch, why = contact.AppendExternalID(r.scratch[:0], external); why != nil {
		return r.refuse(fieldExternalID, why)
	}
	row.ExternalID = string(r.scratch)
	row.Former = contact.Formerly(fact.ExternalID, external, row.ExternalID)
	var ok bool
	if len(email) > 0 {
		if r.scratch, ok = spelling.AppendEmail(r.scratch[:0], email); !ok {
			return r.refuse(fieldEmail, badEmail)
		}
		row.Email = string(r.scratch)
		row.Former = append(row.Former, contact.Formerly(fact.Email, email, row.Email)...)
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
	if row.ExternalID+row.Email+row.GSM == "" { // the external id has only unseen characters
		return missingAddress
	}
	return nil
}

func (r *ContactReader) readCreated(row *contact.Row, from *file.Row) *file.Defect {
	text := bytes.TrimSpace(from.Fields[fieldCreatedAt])
	if len(text) == 0 {
		return nil
	}
	seconds, micros, ok := file.ParseTime(text)
	if !ok {
		seconds, _, ok = r.Zone.ParseLocal(text)
	}
	if !ok || seconds < firstCreated || seconds > lastCreated {
		return r.refuse(fieldCreatedAt, badCreatedAt)
	}
	row.HasCreated = true
	row.CreatedAt = seconds*1e6 + int64(micros)
	row.CreatedDay = r.Zone.Day(seconds)
	return nil
}

func (r *ContactReader) readFlags(row *contact.Row, _ *file.Row) *file.Defect {
	for i, channel := range spec.Messages() {
		why := r.readFlag(fieldConsents+i, &row.Consents[i])
		switch reads := r.Consents.Reads(channel); {
		case reads && why != nil:
			return why
		case !reads && !row.Consents[i].Withdraws():
			row.Consents[i] = contact.Keep
		}
	}
	for i := range row.Blocked {
		if why := r.readFlag(fieldBlocked+i, &row.Blocked[i]); why != nil {
			return why
		}
	}
	return nil
}

func (r *ContactReader) readFlag(field int, flag *contact.Flag) *file.Defect {
	if r.seen[field] == nil {
		return nil
	}
	var ok bool
	if *flag, ok = r.seen[field].meaning.flag(); !ok {
		return r.refuse(field, badFlag)
	}
	return nil
}

func (r *ContactReader) readGroups(row *contact.Row, from *file.Row) *file.Defect {
	if len(from.Fields[fieldGroups]) == 0 {
		return nil
	}
	cell, separator := string(from.Fields[fieldGroups]), "|"
	if r.Tags {
		cell, separator = plainTags(cell)
	}
	for name := range strings.SplitSeq(cell, separator) {
		name = spelling.Name(name)
		if utf8.RuneCountInString(name) > contact.MaxGroupName {
			return r.refuse(fieldGroups, badGroup)
		}
		if name != "" {
			row.Groups = append(row.Groups, name)
		}
	}
	return nil
}

func (r *ContactReader) readProperties(row *contact.Row, from *file.Row) *file.Defect {
	for _, column := range r.properties {
		value := string(bytes.TrimSpace(from.Fields[column.field]))
		if value == "" {
			continue
		}
		property, known := column.of[row.Database]
		if !known {
			return r.refuse(column.field, unknownProperty)
		}
		if property.Number && !contact.IsNumber(value) {
			value = plainNumber(value, r.Delimiter != ',')
		}
		if why := property.Refuses(value); why != nil {
			return r.refuse(column.field, why)
		}
		row.Properties = append(row.Properties, contact.PropertyValue{ID: property.ID, Value: value})
	}
	return nil
}
