package rpc

import (
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/table"
)

const keepConsent = "keep"

// headerOptions returns the options for reading an uploaded file. Callers of the previous version send the consent
// policy in a field of its own.
func headerOptions(header *contactsv1.UploadHeader) table.ReadOptions {
	o := optionsFromProto(header.GetOptions())
	o.KeepConsent = o.KeepConsent || header.GetConsentPolicy() == keepConsent
	return o
}

func optionsFromProto(o *contactsv1.ReadOptions) table.ReadOptions {
	return table.ReadOptions{
		Kind:     table.FileKind(o.GetKind()),
		Encoding: file.Encoding(o.GetEncoding()), Delimiter: o.GetDelimiter(), Sheet: o.GetSheet(),
		NoHeader: o.GetNoHeader(), Header: o != nil && o.NoHeader != nil && !o.GetNoHeader(),
		HeaderLine: int(o.GetHeaderLine()), UID: o.GetUid(), KeepConsent: o.GetConsentPolicy() == keepConsent,
		Mapping: o.GetMapping(), Values: meaningsFromProto(o.GetValues()), NewConsents: newConsents(o.GetNewConsents()),
	}
}

func newConsents(answers map[string]*contactsv1.NewConsent) map[string]contact.NewConsent {
	if len(answers) == 0 {
		return nil
	}
	res := make(map[string]contact.NewConsent, len(answers))
	for channel, a := range answers {
		res[channel] = contact.NewConsent{Answer: contact.ConsentAnswer(a.GetAnswer()), Source: a.GetSource()}
	}
	return res
}

// meaningsFromProto converts the meanings of values. A meaning that is not a text becomes an invalid one.
func meaningsFromProto(columns map[string]*structpb.Struct) table.Meanings {
	if len(columns) == 0 {
		return nil
	}
	res := make(table.Meanings, len(columns))
	for column, values := range columns {
		res[column] = make(map[string]table.Meaning, len(values.GetFields()))
		for value, meaning := range values.GetFields() {
			text := meaning.GetStringValue()
			if _, isText := meaning.GetKind().(*structpb.Value_StringValue); !isText {
				text = "not a text"
			}
			res[column][value] = table.Meaning(text)
		}
	}
	return res
}

func meaningsToProto(columns table.Meanings) map[string]*structpb.Struct {
	res := make(map[string]*structpb.Struct, len(columns))
	for column, values := range columns {
		fields := make(map[string]*structpb.Value, len(values))
		for value, meaning := range values {
			fields[value] = structpb.NewStringValue(string(meaning))
		}
		res[column] = &structpb.Struct{Fields: fields}
	}
	return res
}

func optionsToProto(o table.ReadOptions) *contactsv1.ReadOptions {
	res := &contactsv1.ReadOptions{
		Kind:     string(o.Kind),
		Encoding: string(o.Encoding), Delimiter: o.Delimiter, Sheet: o.Sheet, Uid: o.UID, HeaderLine: int32(o.HeaderLine),
		Mapping: o.Mapping, Values: meaningsToProto(o.Values), NewConsents: map[string]*contactsv1.NewConsent{},
	}
	for channel, a := range o.NewConsents {
		res.NewConsents[channel] = &contactsv1.NewConsent{Answer: string(a.Answer), Source: a.Source}
	}
	if o.NoHeader || o.Header {
		res.NoHeader = &o.NoHeader
	}
	if o.KeepConsent {
		res.ConsentPolicy = keepConsent
	}
	return res
}

// fileName returns the last element of a path.
func fileName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

func importToProto(i *importing.Import) *contactsv1.Import {
	res := &contactsv1.Import{
		Id: i.ID.String(), Kind: string(i.Kind), State: string(i.State.Outcome(i.Kept, i.Refused)),
		StartedAt: timestamppb.New(i.StartedAt), FinishedAt: moment(i.FinishedAt), FileName: i.FileName,
		Format: string(i.Format), Percent: int32(i.Percent()), Options: optionsToProto(i.Options), Who: i.Who,
		Effects: &contactsv1.ImportEffects{}, LeftOut: &contactsv1.LeftOut{},
	}
	if i.State == importing.StateDraft {
		res.Check = checkToProto(i)
	} else {
		res.Read, res.Kept, res.Refused = int32(i.Read), int32(i.Kept), int32(i.Refused)
		res.Effects, res.LeftOut = effectsToProto(i.Effects), leftOutToProto(i.LeftOut)
	}
	for _, c := range i.Values {
		res.Values = append(res.Values, &contactsv1.ColumnValues{
			Column: c.Column, Field: c.Field, Values: valuesToProto(c.Values), OtherCount: int32(c.Other),
		})
	}
	for _, r := range i.First {
		res.Errors = append(res.Errors, &contactsv1.ImportError{
			Line: int32(r.Line), Reason: r.Defect.String(), Column: r.Name,
		})
	}
	for _, r := range i.Reasons {
		res.Reasons = append(res.Reasons, &contactsv1.RefusedReason{
			Reason: r.Code, Count: int32(r.Count), FirstLine: int32(r.Line), Column: r.Column, Value: r.Value,
		})
	}
	return res
}

func moment(at *time.Time) *timestamppb.Timestamp {
	if at == nil {
		return nil
	}
	return timestamppb.New(*at)
}

func checkToProto(i *importing.Import) *contactsv1.ImportCheck {
	if i.Check == importing.CheckNone {
		return nil
	}
	return &contactsv1.ImportCheck{
		State: string(i.Check), Read: int32(i.Read), Kept: int32(i.Kept), Refused: int32(i.Refused),
		Effects: effectsToProto(i.Effects), CheckedAt: moment(i.CheckedAt),
		WithoutConsent: withoutConsent(i.Effects.Without),
		Approximate:    i.Steps > 1, LeftOut: leftOutToProto(i.LeftOut),
	}
}

func leftOutToProto(l importing.LeftOut) *contactsv1.LeftOut {
	return &contactsv1.LeftOut{Titles: int32(l.Titles), Totals: int32(l.Totals)}
}

func valuesToProto(values []table.ValueCount) []*contactsv1.ValueCount {
	var res []*contactsv1.ValueCount
	for _, v := range values {
		res = append(res, &contactsv1.ValueCount{Value: v.Value, Count: int32(v.Count), Meaning: string(v.Meaning)})
	}
	return res
}

func inspectionToProto(i table.Inspection) *contactsv1.Inspection {
	res := &contactsv1.Inspection{
		Kind: string(i.Kind), Format: string(i.Format), Compression: i.Compression, Encoding: string(i.Encoding),
		Delimiter: i.Delimiter, Sheet: i.Sheet, NoHeader: i.NoHeader, MappedAs: moment(i.MappedAs), Fields: i.Fields,
		CountedRows: int32(i.Counted), Whole: i.Whole, HeaderLine: int32(i.HeaderLine), Tool: i.Tool,
		OtherKind: string(i.Other),
	}
	for _, s := range i.Sheets {
		res.Sheets = append(res.Sheets, &contactsv1.Sheet{Name: s.Name, Hidden: s.Hidden})
	}
	for _, c := range i.Columns {
		res.Columns = append(res.Columns, &contactsv1.FileColumn{
			Name: c.Name, Examples: c.Examples, Field: c.Field, Because: string(c.Because),
			Values: valuesToProto(c.Values), OtherCount: int32(c.Other),
		})
	}
	for _, r := range i.First {
		res.FirstRows = append(res.FirstRows, &contactsv1.FileRow{Line: int32(r.Line), Cells: r.Cells})
	}
	for _, r := range i.Rows {
		row := &contactsv1.FileRow{Line: int32(r.Line), Cells: r.Cells}
		if r.Reason != nil {
			row.Reason = r.Reason.String()
		}
		res.Rows = append(res.Rows, row)
	}
	for _, n := range i.Notices {
		res.Notices = append(res.Notices, &contactsv1.FileNotice{Notice: n.Notice, Cell: n.Cell})
	}
	return res
}
