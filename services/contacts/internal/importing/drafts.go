package importing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

// CheckState is how far the check of a draft is.
type CheckState string

// The states of a check; empty before there was one.
const (
	CheckNone    CheckState = ""
	CheckRunning CheckState = "running"
	CheckDone    CheckState = "done"
	CheckFailed  CheckState = "failed"
)

// Unfolded is the text that was made of a file.
type Unfolded struct {
	Import ID
	Pass   int
	Size   int64
	// Encoding is that of the text; rows begin at Start, behind Lines, and Names are those of the columns.
	Encoding file.Encoding
	Start    int64
	Lines    int
	Names    []string
	// Delimiter is one character, or empty for NDJSON.
	Delimiter string
}

// DraftStore changes imports that are not read yet.
type DraftStore interface {
	// Reread has an import read from the beginning as change, which sees it as it is, lays down; a start also learns the
	// mapping. When change says that the text made of the file fits no more, that is removed. It fails with
	// ErrImportNotFound or as change does, and returns the import as it is then. Without again nothing is changed.
	Reread(
		ctx context.Context, account contact.AccountID, id ID, change func(*Import) (again bool, err error),
	) (Import, error)
	// Cancel ends an import if may, which sees it as it is, says so, and removes its file.
	Cancel(ctx context.Context, account contact.AccountID, id ID, may func(*Import) (bool, error)) (Import, error)
	// LearnedMapping returns that of the account's last file of a kind; nil when there was none.
	LearnedMapping(ctx context.Context, account contact.AccountID, kind table.FileKind) (*table.Mapping, error)
	// CleanDrafts removes drafts whose time ended before now.
	CleanDrafts(ctx context.Context, now time.Time) error

	// AddText keeps a piece of the text that is made of a file. It fails with ErrMoved when the reading is not the
	// import's any more.
	AddText(ctx context.Context, id ID, pass, number int, data []byte) error
	// FinishUnfolding has a text read from then on. It fails as AddText does.
	FinishUnfolding(ctx context.Context, u Unfolded) error
}

// Check has a draft read without keeping what its rows say.
func (a *App) Check(ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions) (Import, error) {
	return a.reread(ctx, account, id, o, isDraft, func(i *Import) { i.Check = CheckRunning })
}

// Start has a draft read. One that is read so already stays as it is.
func (a *App) Start(ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions) (Import, error) {
	may := func(i *Import) (bool, error) {
		if i.State != StateDraft && i.State.Outcome(0, 0) == StateRunning && i.Options.Equal(o) {
			return false, nil
		}
		if i.Check == CheckDone && i.Kept == 0 && i.Refused > 0 && i.Options.SameRows(o) {
			return false, ErrNoRows
		}
		return isDraft(i)
	}
	return a.reread(ctx, account, id, o, may, func(i *Import) {
		i.State, i.Check, i.DraftUntil = StateReading, CheckNone, nil
	})
}

func isDraft(i *Import) (bool, error) {
	if i.State != StateDraft {
		return false, ErrNotDraft
	}
	return true, nil
}

// reread has an import read in another way, if may, which sees it as it is, says so.
func (a *App) reread(
	ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions, may func(*Import) (bool, error),
	begin func(*Import),
) (Import, error) {
	found, err := a.ImportStore.GetImport(ctx, account, id)
	if err != nil {
		return Import{}, err
	}
	if again, err := may(&found); err != nil || !again {
		return found, err
	}
	leave, err := a.looks.begin(ctx, account)
	if err != nil {
		return Import{}, err
	}
	found.Kind = cmp.Or(o.Kind, found.Kind)
	plan, err := a.plan(ctx, &found, o)
	leave()
	if err != nil {
		return Import{}, a.unlessEnded(ctx, &found, err)
	}
	changed, err := a.DraftStore.Reread(ctx, account, id, func(i *Import) (bool, error) {
		if again, err := may(i); err != nil || !again {
			return false, err
		}
		if !o.SameText(i.Options) {
			i.TextSize = nil
		}
		plan.apply(i)
		begin(i)
		return true, nil
	})
	if err == nil {
		a.ImportWaits()
	}
	return changed, err
}

// unlessEnded returns why the file of a draft could not be read: it is gone when the draft ended meanwhile.
func (a *App) unlessEnded(ctx context.Context, draft *Import, why error) error {
	now, err := a.ImportStore.GetImport(ctx, draft.Account, draft.ID)
	if err != nil {
		return err
	}
	if _, err := isDraft(&now); err != nil {
		return err
	}
	return why
}

// plan is how a file is going to be read.
type plan struct {
	kind     table.FileKind
	options  table.ReadOptions
	format   table.Format
	encoding file.Encoding
	folded   bool
	head     table.Head
}

// plan finds out how a draft can be read, and fails for what cannot be.
func (a *App) plan(ctx context.Context, i *Import, o table.ReadOptions) (plan, error) {
	c, err := table.LookAt(i.file(ctx, a.FileStore, table.FormatAsked(i.Format)), o, table.Glance())
	if err != nil {
		return plan{}, err
	}
	head, err := c.Head(table.HeadLimit)
	if err != nil {
		return plan{}, err
	}
	p := plan{kind: i.Kind, options: o, format: c.Format, folded: c.Folded, encoding: file.UTF8}
	switch {
	case c.Encoding == file.Windows1250:
		p.encoding = file.Windows1250
	case c.Encoding != file.UTF8 || c.Format != table.FormatCSV: // the text that is made of it is in UTF-8
	case o.Encoding == "" && i.Options.Encoding == "" && !c.Folded:
		p.encoding = i.Encoding // all of the file was looked at when it came
	case o.Encoding == "":
		p.encoding = table.Sniff(head, o)
	}
	if p.head, err = table.ReadHead(i.Kind, c.Format.TextFormat(), p.encoding, o.OfText(c.Format), head); err != nil {
		return plan{}, err
	}
	return p, a.checkNames(ctx, i.Account, o, p.head.Columns)
}

func (p plan) apply(i *Import) {
	i.Kind, i.Options, i.Format, i.Folded = p.kind, p.options, p.format, p.folded
	i.Names, i.Delimiter = p.head.Names, p.head.DelimiterText()
	if !i.Folded || i.TextSize == nil {
		i.Encoding = p.encoding
	}
	if !p.folded {
		i.TextSize = nil
	}
	i.Position, i.Lines = p.head.Size, p.head.Lines
	if i.Folded && i.TextSize == nil {
		i.Position, i.Lines = 0, 0
	}
}

// checkNames fails for properties and for a uid that the account does not have.
func (a *App) checkNames(ctx context.Context, account contact.AccountID, o table.ReadOptions, columns []string) error {
	if o.UID != "" {
		databases, err := a.Catalogue.Databases(ctx, account)
		if err != nil {
			return fmt.Errorf("read databases: %w", err)
		}
		if !slices.ContainsFunc(databases, func(d contact.Database) bool { return d.UID == o.UID }) {
			return contact.ErrUIDUnknown.WithField("uid", "the account has no such uid")
		}
	}
	var known []contact.Property
	for at, column := range columns {
		name, is := strings.CutPrefix(column, contact.PropertyPrefix)
		if !is {
			continue
		}
		if known == nil {
			var err error
			if known, err = a.Catalogue.Properties(ctx, account); err != nil {
				return fmt.Errorf("read properties: %w", err)
			}
		}
		if !slices.ContainsFunc(known, func(p contact.Property) bool { return p.Name == name }) {
			if len(o.Mapping) > 0 {
				return table.ErrMapping.WithField(fmt.Sprintf("mapping[%d]", at), "no uid of the account has this property")
			}
			return table.UnknownColumn(at)
		}
	}
	return nil
}

// Cancel stops an import, whose rows that were kept stay, or throws a draft away.
func (a *App) Cancel(ctx context.Context, account contact.AccountID, id ID) (Import, error) {
	return a.DraftStore.Cancel(ctx, account, id, func(i *Import) (bool, error) {
		switch i.State {
		case StateDraft, StateRunning, StateReading:
			return true, nil
		case StateCancelled:
			return false, nil
		default:
			return false, ErrEnded
		}
	})
}
