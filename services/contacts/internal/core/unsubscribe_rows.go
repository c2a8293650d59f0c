package core

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/kit/sheet"
)

// The fields of a row of unsubscriptions.
const (
	unsubscribeUID = iota
	unsubscribeEmail
	unsubscribeGSM
	unsubscribeExternalID
	unsubscribeChannel
	unsubscribeOccurredAt
	unsubscribeFields
)

func unsubscribeColumns() []string {
	return []string{"uid", "email", "gsm", "external_id", "channel", "occurred_at"}
}

// UnsubscribeStep is what some rows of unsubscriptions say. Those that carry no number are to be looked up.
type UnsubscribeStep struct {
	Account  AccountID
	Progress Progress
	// Entry is the import's in the event log.
	Entry        Entry
	Unsubscribed []Unsubscription
}

// unsubscribeJob reads a file of unsubscriptions.
type unsubscribeJob struct {
	app     *App
	i       *Import
	scanner file.Scanner
	uids    uids
	zone    *file.Zone
	latest  int64
	places  []int
	filled  bool
	at      int
	list    []Unsubscription
	scratch []byte
}

func (a *App) openUnsubscribes(i *Import, source file.Source, head Head, zone *file.Zone, uids uids) job {
	targets := targetsOf(unsubscribeColumns(), head.Columns)
	return &unsubscribeJob{
		app: a, i: i, scanner: file.NewCSV(source, startOf(i), head.Delimiter, targets, unsubscribeFields+1),
		uids: uids, zone: zone, latest: a.now().Unix() + secondsOfDay, places: placesOf(targets, unsubscribeFields),
	}
}

// step takes rows of as many windows as a step has room for.
func (j *unsubscribeJob) step(ctx context.Context) (done bool, err error) {
	s := UnsubscribeStep{
		Account: j.i.Account, Progress: j.i.progress(), Entry: j.i.Entry(), Unsubscribed: j.list[:0],
	}
	p := &s.Progress
	for p.Read < j.app.stepLimits(j.i).Contacts {
		if !j.filled {
			if j.scanner.Position()-j.i.Position >= contactBytes {
				break
			}
			if j.filled = j.scanner.Fill(); !j.filled {
				if err := j.scanner.Err(); err != nil {
					return false, fmt.Errorf("read file: %w", err)
				}
				done = true
				break
			}
		}
		if !j.scanner.Next() {
			j.filled = false
			continue
		}
		p.Read++
		row := j.scanner.Row()
		j.at = -1
		unsubscribed, why := j.read(row)
		if why != nil {
			refused := RefusedRow{Line: row.Line, Defect: why, Text: bytes.Clone(row.Text)}
			if j.at >= 0 {
				refused.Column, refused.Value = j.places[j.at], valueOf(row.Fields[j.at])
			}
			p.Refused = append(p.Refused, refused)
			continue
		}
		p.Kept++
		s.Unsubscribed = append(s.Unsubscribed, unsubscribed...)
	}
	p.To, p.Lines, p.Done = j.scanner.Position(), j.scanner.Lines(), done
	if err := checkEnd(j.i, *p); err != nil {
		return false, err
	}
	keep := j.app.store.CommitUnsubscribes
	if p.Check {
		keep = j.app.store.CheckUnsubscribed
	}
	if err := keep(ctx, s, Withdraw); err != nil {
		return false, fmt.Errorf("keep unsubscriptions: %w", err)
	}
	j.list = s.Unsubscribed
	j.i.moveTo(*p)
	return done, nil
}

func (j *unsubscribeJob) refuse(field int, why *file.Defect) ([]Unsubscription, *file.Defect) {
	j.at = field
	return nil, why
}

// read returns what one row withdraws: from each channel, of everybody whom the row names.
func (j *unsubscribeJob) read(row *file.Row) ([]Unsubscription, *file.Defect) {
	if row.Defect != nil {
		return nil, row.Defect
	}
	for i, cell := range row.Fields[:unsubscribeFields] {
		if bytes.IndexByte(cell, '\'') >= 0 {
			cell = []byte(sheet.Original(string(cell)))
		}
		if row.Fields[i] = bytes.TrimSpace(cell); file.IsCellError(row.Fields[i]) {
			return j.refuse(i, cellError)
		}
	}
	database, ok := j.uids.find(row.Fields[unsubscribeUID])
	if !ok {
		return j.refuse(unsubscribeUID, unknownUID)
	}
	if at := row.Fields[unsubscribeOccurredAt]; len(at) > 0 {
		seconds, _, ok := file.ParseTime(at)
		if !ok {
			seconds, _, ok = j.zone.ParseLocal(at)
		}
		switch {
		case !ok:
			return j.refuse(unsubscribeOccurredAt, badTime)
		case seconds > j.latest:
			return j.refuse(unsubscribeOccurredAt, futureTime)
		}
	}
	given, field, why := j.addresses(row)
	if why != nil {
		return j.refuse(field, why)
	}
	channels, ok := channelsOf(row.Fields[unsubscribeChannel], given)
	if !ok {
		return j.refuse(unsubscribeChannel, unknownChannel)
	}
	var list []Unsubscription
	for _, channel := range channels {
		for _, by := range namedBy(channel, given) {
			list = append(list, Unsubscription{
				Database: database, Channel: channel, Number: -1, By: by, Address: given[by], Line: row.Line,
			})
		}
	}
	return list, nil
}

// addresses returns those of a row as contacts keep them, or which field is to blame.
func (j *unsubscribeJob) addresses(row *file.Row) (given [fact.AddressKinds]string, field int, why *file.Defect) {
	external, email, gsm := row.Fields[unsubscribeExternalID], row.Fields[unsubscribeEmail], row.Fields[unsubscribeGSM]
	var ok bool
	switch {
	case len(external)+len(email)+len(gsm) == 0:
		return given, -1, missingAddress
	case file.IsRounded(external):
		return given, unsubscribeExternalID, roundedNumber
	}
	if j.scratch, why = appendExternalID(j.scratch[:0], external); why != nil {
		return given, unsubscribeExternalID, why
	}
	given[fact.ExternalID] = string(j.scratch)
	if len(email) > 0 {
		if j.scratch, ok = spelling.AppendEmail(j.scratch[:0], email); !ok {
			return given, unsubscribeEmail, badEmail
		}
		given[fact.Email] = string(j.scratch)
	}
	if len(gsm) > 0 {
		if file.IsRounded(gsm) {
			return given, unsubscribeGSM, roundedNumber
		}
		if j.scratch, ok = spelling.AppendGSM(j.scratch[:0], gsm); !ok {
			return given, unsubscribeGSM, badGSM
		}
		given[fact.GSM] = string(j.scratch)
	}
	if given == ([fact.AddressKinds]string{}) {
		return given, -1, missingAddress
	}
	return given, -1, nil
}

// channelsOf reads which channels a row is about: without a word those of the addresses that it gives, and both when it
// gives an external id only.
func channelsOf(text []byte, given [fact.AddressKinds]string) ([]fact.Channel, bool) {
	switch string(bytes.ToLower(text)) {
	case "mailing", "email", "e-mail":
		return []fact.Channel{fact.Mailing}, true
	case "sms":
		return []fact.Channel{fact.SMS}, true
	case "":
		both := []fact.Channel{fact.Mailing, fact.SMS}
		if given[fact.Email]+given[fact.GSM] == "" {
			return both, true
		}
		return slices.DeleteFunc(both, func(c fact.Channel) bool { return given[ownAddress(c)] == "" }), true
	default:
		return nil, false
	}
}

// namedBy returns by which of its addresses a row names whom it is about: the channel's own and the external id, or the
// only one that there is.
func namedBy(channel fact.Channel, given [fact.AddressKinds]string) []fact.AddressKind {
	var by []fact.AddressKind
	for _, kind := range []fact.AddressKind{ownAddress(channel), fact.ExternalID} {
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
