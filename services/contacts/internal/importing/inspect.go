package importing

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

// InspectFile inspects the beginning of a file. Kind may be empty if the columns decide.
func (a *App) InspectFile(
	ctx context.Context, account contact.AccountID, kind table.FileKind, o table.ReadOptions, head []byte,
) (table.Inspection, error) {
	if len(head) == 0 {
		return table.Inspection{}, table.ErrEmpty
	}
	leave, err := a.looks.begin(ctx, account)
	if err != nil {
		return table.Inspection{}, err
	}
	defer leave()
	compression := ""
	cut := len(head) == table.InspectLimit
	if table.IsGzip(head) {
		text, err := table.GunzipHead(head)
		if err != nil {
			return table.Inspection{}, err
		}
		head, compression = text, table.PackedGzip
	}
	c, err := table.LookAt(table.File{
		Source: bytes.NewReader(head), Size: int64(len(head)), Kind: cmp.Or(kind, table.KindEngagement),
		Compression: compression,
	}, o, table.Glance())
	if err != nil {
		if cut && table.IsZip(head) {
			return table.Inspection{}, ErrCutOff.Withf("a spreadsheet or an archive must be whole to be looked at")
		}
		return table.Inspection{}, err
	}
	seen, err := a.inspect(ctx, account, kind, c, o)
	seen.Whole = seen.Whole && !cut
	return seen, err
}

// InspectImport inspects the file of a draft.
func (a *App) InspectImport(
	ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions,
) (table.Inspection, error) {
	i, err := a.ImportStore.GetImport(ctx, account, id)
	if err != nil {
		return table.Inspection{}, err
	}
	if _, err := isDraft(&i); err != nil {
		return table.Inspection{}, err
	}
	leave, err := a.looks.begin(ctx, account)
	if err != nil {
		return table.Inspection{}, err
	}
	defer leave()
	i.Kind = cmp.Or(o.Kind, i.Kind)
	seen, err := a.inspectDraft(ctx, &i, o)
	if err != nil {
		return table.Inspection{}, a.unlessEnded(ctx, &i, err)
	}
	return seen, nil
}

func (a *App) inspectDraft(ctx context.Context, i *Import, o table.ReadOptions) (table.Inspection, error) {
	c, err := table.LookAt(i.file(ctx, a.FileStore, table.FormatAsked(i.Format)), o, table.Glance())
	if err != nil {
		return table.Inspection{}, err
	}
	if o.Encoding == "" && i.Options.Encoding == "" && i.Encoding == file.Windows1250 && !i.Folded {
		c.Encoding = file.Windows1250
	}
	return a.inspect(ctx, i.Account, i.Kind, c, o)
}

func (a *App) inspect(
	ctx context.Context, account contact.AccountID, kind table.FileKind, c *table.Content, o table.ReadOptions,
) (table.Inspection, error) {
	i := table.Inspection{
		Kind: kind, Format: c.Format, Compression: c.Compression, Encoding: c.Encoding, Sheet: c.Sheet.Name,
	}
	text, err := c.Head(table.InspectLimit)
	if err != nil {
		return i, err
	}
	i.Whole = len(text) < table.InspectLimit
	encoding := c.Encoding
	if c.Folded && encoding != file.Windows1250 {
		encoding = file.UTF8
	}
	switch {
	case c.Book != nil:
		i.Sheets, i.Encoding = c.Book.Sheets, ""
		if i.Notices, err = table.NoticesOf(c.Book, c.Sheet); err != nil {
			return i, err
		}
	case c.Format == table.FormatCSV && o.Encoding == "" && encoding == file.UTF8:
		if encoding = table.Sniff(text, o); encoding == file.Windows1250 {
			i.Encoding = encoding
		}
	}
	if encoding == file.Windows1250 {
		text = file.AppendWindows1250(nil, text)
	}
	if c.Format == table.FormatNDJSON {
		i.Kind, i.Fields = table.KindEngagement, table.EngagementColumns()
		return i, i.ReadLines(text, o)
	}
	return i, a.inspectTable(ctx, account, &i, o.OfText(c.Format), text)
}

// inspectTable inspects CSV text in UTF-8.
func (a *App) inspectTable(
	ctx context.Context, account contact.AccountID, i *table.Inspection, o table.ReadOptions, text []byte,
) error {
	head, err := table.ReadLayout(cmp.Or(i.Kind, table.KindContacts), table.FormatCSV, file.UTF8, o, text)
	if err != nil {
		return err
	}
	if i.Format == table.FormatCSV {
		i.Delimiter = head.DelimiterText()
	}
	names := head.Names
	if i.NoHeader = o.NoHeader || !o.Header && table.LooksLikeData(names); i.NoHeader && !o.NoHeader {
		i.Notices = append(i.Notices, table.FileNotice{Notice: "NO_HEADER"})
		o.NoHeader, o.HeaderLine = true, head.HeaderLine
		if head, err = table.ReadLayout(cmp.Or(i.Kind, table.KindContacts), table.FormatCSV, file.UTF8, o, text); err != nil {
			return err
		}
	}
	i.HeaderLine, i.First = head.HeaderLine, head.First
	i.NoticeNames(head.Names, head.Lines)
	i.Columns = make([]table.FileColumn, len(head.Names))
	for at, name := range head.Names {
		i.Columns[at].Name = name
	}
	if err := i.ReadTable(head, text); err != nil {
		return err
	}
	if i.Kind == "" {
		i.Kind = table.KindOf(i.Columns)
	}
	i.Other = table.OtherKind(i.Kind, i.Columns)
	return a.name(ctx, account, i, sampled{o, head, text})
}

// sampled is the beginning of a file and the way it is read.
type sampled struct {
	options table.ReadOptions
	head    table.Head
	text    []byte
}

// name guesses the fields of the columns, and finds which of the shown rows would be refused with them.
func (a *App) name(ctx context.Context, account contact.AccountID, i *table.Inspection, s sampled) error {
	properties, err := a.Catalogue.Properties(ctx, account)
	if err != nil {
		return fmt.Errorf("read properties: %w", err)
	}
	var names []string
	i.Fields = table.FieldsOf(i.Kind)
	for _, p := range properties {
		if i.Kind == table.KindContacts && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
			i.Fields = append(i.Fields, contact.PropertyPrefix+p.Name)
		}
	}
	learned, err := a.DraftStore.LearnedMapping(ctx, account, i.Kind)
	if err != nil {
		return fmt.Errorf("read learned mapping: %w", err)
	}
	table.Guess(i.Kind, i.Columns, learned.Learned(), names)
	if slices.ContainsFunc(i.Columns, func(c table.FileColumn) bool { return c.Because == table.ByLearned }) {
		i.MappedAs = &learned.At
	}
	s.options.Values = learned.Learn(s.options.Values)
	mapping := s.options.Mapping
	if len(mapping) == 0 {
		for _, c := range i.Columns {
			mapping = append(mapping, c.Field)
		}
	}
	s.options.Mapping = mapping
	i.NameValues(s.head.Names, mapping, s.options.Values)
	if s.head.Columns, err = s.options.Resolve(i.Kind, s.head.Names); err != nil {
		return nil //nolint:nilerr // not everything that is needed is named yet: nothing can be said of rows
	}
	return a.judge(ctx, account, i, s, properties)
}

// judge reads the shown rows as an import would.
func (a *App) judge(
	ctx context.Context, account contact.AccountID, i *table.Inspection, s sampled, properties []contact.Property,
) error {
	o, head := s.options, s.head
	databases, err := a.Catalogue.Databases(ctx, account)
	if err != nil {
		return fmt.Errorf("read databases: %w", err)
	}
	known := table.UidsOf(cmp.Or(o.UID, account.OwnUID()), databases)
	source := table.NewSample(s.text[head.Size:])
	start := file.Start{Position: head.Size, Lines: head.Lines, Header: head.Text}
	head.GuessDates(i.Kind, file.UTF8, s.text)
	zone := file.NewZone(time.UTC)
	zone.MonthFirst = head.MonthFirst
	var reasons map[int]*file.Defect
	switch i.Kind {
	case table.KindContacts:
		r := table.ContactReader{
			Uids: known, Zone: zone, Delimiter: head.Delimiter, Tags: head.HasTags(),
			Values: table.NewValueColumns(i.Kind, head.Names, head.Columns, o.Values),
		}
		targets, fields, err := r.Columns(head.Columns, properties)
		if err != nil {
			return nil //nolint:nilerr // a property was removed meanwhile
		}
		scanner := file.NewCSV(source, start, head.Delimiter, targets, fields+1)
		reasons = table.Judged(scanner, func(row *file.Row) *file.Defect {
			_, why := r.Read(row)
			return why
		})
	case table.KindUnsubscribes:
		j := table.UnsubscribeReader{
			Uids: known, Zone: zone, Latest: a.Now().Unix() + table.SecondsOfDay, Delimiter: head.Delimiter,
		}
		targets := table.TargetsOf(table.UnsubscribeColumns(), head.Columns)
		scanner := file.NewCSV(source, start, head.Delimiter, targets, table.UnsubscribeFields+1)
		reasons = table.Judged(scanner, func(row *file.Row) *file.Defect {
			_, why := j.Read(row)
			return why
		})
	default:
		targets := table.TargetsOf(table.EngagementColumns(), head.Columns)
		scanner := file.NewCSV(source, start, head.Delimiter, targets, table.EngagementFields+1)
		values := table.NewValueColumns(i.Kind, head.Names, head.Columns, o.Values)
		places := table.PlacesOf(targets, table.EngagementFields)
		reasons = table.Judged(scanner, a.judgeEvent(known, zone, head.Delimiter, places, values))
	}
	for at := range i.Rows {
		i.Rows[at].Reason = reasons[i.Rows[at].Line]
	}
	return nil
}

// judgeEvent returns a function that finds the defect of a row of engagement, without looking up its recipient.
func (a *App) judgeEvent(
	known table.UIDs, zone *file.Zone, delimiter byte, places []int, values table.ValueColumns,
) func(*file.Row) *file.Defect {
	reader := table.NewEngagementReader(fact.NewFacts(), known, zone, a.Now().Unix(), places, values)
	reader.Delimiter = delimiter
	return func(row *file.Row) *file.Defect {
		reader.Begin()
		reader.Read(row)
		switch {
		case reader.Totals > 0:
			return table.TotalsRow
		case len(reader.Refused) > 0:
			return reader.Refused[0].Defect
		default:
			return nil
		}
	}
}
