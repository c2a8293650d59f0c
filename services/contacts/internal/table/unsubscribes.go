package table

import (
	"bytes"
	"slices"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/contacts/internal/words"
	"puls.app/services/kit/sheet"
	"puls.app/services/spec"
)

// The fields of a row of unsubscriptions.
const (
	unsubscribeUID = iota
	unsubscribeEmail
	unsubscribeGSM
	unsubscribeExternalID
	unsubscribeChannel
	unsubscribeOccurredAt
	UnsubscribeFields
)

// UnsubscribeColumns names the fields of a row of unsubscriptions in order.
func UnsubscribeColumns() []string {
	return []string{"uid", "email", "gsm", "external_id", "channel", "occurred_at"}
}

// UnsubscribeReader reads rows of unsubscriptions of one account.
type UnsubscribeReader struct {
	Uids UIDs
	Zone *file.Zone
	// Latest is the latest valid time of a row, in seconds since 1970.
	Latest int64
	// Delimiter of the file.
	Delimiter byte
	// At is the field of the last defect, -1 for a defect of the whole row.
	At      int
	scratch []byte
}

func (r *UnsubscribeReader) refuse(field int, why *file.Defect) ([]contact.Unsubscription, *file.Defect) {
	r.At = field
	return nil, why
}

// Read returns the unsubscriptions of one row: from each channel, by each address that identifies the contact.
func (r *UnsubscribeReader) Read(row *file.Row) ([]contact.Unsubscription, *file.Defect) {
	r.At = -1
	addresses, ids := row.Fields[unsubscribeEmail:unsubscribeGSM+1], row.Fields[unsubscribeExternalID:unsubscribeChannel]
	switch {
	case row.Defect == nil && isTotals(row.Text, r.Delimiter, addresses, ids), isBrokenTotals(row, r.Delimiter):
		return nil, TotalsRow
	case row.Defect != nil:
		return nil, row.Defect
	}
	for i, cell := range row.Fields[:UnsubscribeFields] {
		if bytes.IndexByte(cell, '\'') >= 0 {
			cell = []byte(sheet.Original(string(cell)))
		}
		if row.Fields[i] = bytes.TrimSpace(cell); file.IsCellError(row.Fields[i]) {
			return r.refuse(i, cellError)
		}
	}
	database, ok := r.Uids.find(row.Fields[unsubscribeUID])
	if !ok {
		return r.refuse(unsubscribeUID, unknownUID)
	}
	if at := row.Fields[unsubscribeOccurredAt]; len(at) > 0 {
		seconds, _, ok := file.ParseTime(at)
		if !ok {
			seconds, _, ok = r.Zone.ParseLocal(at)
		}
		switch {
		case !ok:
			return r.refuse(unsubscribeOccurredAt, badTime)
		case seconds > r.Latest:
			return r.refuse(unsubscribeOccurredAt, futureTime)
		}
	}
	given, field, why := r.addresses(row)
	if why != nil {
		return r.refuse(field, why)
	}
	channels, ok := channelsOf(row.Fields[unsubscribeChannel], given)
	if !ok {
		return r.refuse(unsubscribeChannel, unknownChannel)
	}
	var list []contact.Unsubscription
	for _, channel := range channels {
		for _, by := range namedBy(channel, given) {
			list = append(list, contact.Unsubscription{
				Database: database, Channel: channel, Number: -1, By: by, Address: given[by], Line: row.Line,
			})
		}
	}
	return list, nil
}

// addresses returns the addresses of a row in normalised form, or the field at fault.
func (r *UnsubscribeReader) addresses(row *file.Row) (given [fact.AddressKinds]string, field int, why *file.Defect) {
	external, email, gsm := row.Fields[unsubscribeExternalID], row.Fields[unsubscribeEmail], row.Fields[unsubscribeGSM]
	var ok bool
	switch {
	case len(external)+len(email)+len(gsm) == 0:
		return given, -1, missingAddress
	case file.IsRounded(external):
		return given, unsubscribeExternalID, roundedNumber
	}
	if r.scratch, why = contact.AppendExternalID(r.scratch[:0], external); why != nil {
		return given, unsubscribeExternalID, why
	}
	given[fact.ExternalID] = string(r.scratch)
	if len(email) > 0 {
		if r.scratch, ok = spelling.AppendEmail(r.scratch[:0], email); !ok {
			return given, unsubscribeEmail, badEmail
		}
		given[fact.Email] = string(r.scratch)
	}
	if len(gsm) > 0 {
		if file.IsRounded(gsm) {
			return given, unsubscribeGSM, roundedNumber
		}
		if r.scratch, ok = spelling.AppendGSM(r.scratch[:0], gsm); !ok {
			return given, unsubscribeGSM, badGSM
		}
		given[fact.GSM] = string(r.scratch)
	}
	if given == ([fact.AddressKinds]string{}) {
		return given, -1, missingAddress
	}
	return given, -1, nil
}

// channelsOf returns the channels of a row. Without a named channel they are those of its addresses, and all channels
// if it has an external id only.
func channelsOf(text []byte, given [fact.AddressKinds]string) ([]fact.Channel, bool) {
	if len(text) > 0 {
		channel, known := words.Channels[string(bytes.ToLower(text))]
		return []fact.Channel{channel}, known
	}
	messages := spec.Messages()
	if given[fact.Email]+given[fact.GSM] == "" {
		return messages[:], true
	}
	return slices.DeleteFunc(messages[:], func(c fact.Channel) bool { return given[contact.OwnAddress(c)] == "" }), true
}

// namedBy returns the addresses by which a row identifies its contact: the channel's own and the external id, or the
// only one that it has.
func namedBy(channel fact.Channel, given [fact.AddressKinds]string) []fact.AddressKind {
	var by []fact.AddressKind
	for _, kind := range []fact.AddressKind{contact.OwnAddress(channel), fact.ExternalID} {
		if given[kind] != "" {
			by = append(by, kind)
		}
	}
	if len(by) > 0 {
		return by
	}
	if given[fact.Email] != "" {
		return []fact.AddressKind{fact.Email}
	}
	return []fact.AddressKind{fact.GSM}
}
