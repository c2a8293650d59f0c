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

// CheckState is the progress of a draft's check.
type CheckState string

// The states of a check; empty before the first one.
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
	// Encoding is that of the text. Its rows begin at Start, after Lines lines; Names are those of the columns.
	Encoding file.Encoding
	Start    int64
	Lines    int
	Names    []string
	// Delimiter is one character, or empty for NDJSON.
	Delimiter string
}

// DraftStore changes imports that are not being read yet.
type DraftStore interface {
	// Reread restarts an import with the changes that change makes to its current state; a start also stores the learned
	// mapping. When change clears the size of the text made of the file, that text is removed. A start is limited by
	// allow, if there is one, which is called with the number of the account's imports that wait or are read. It fails
	// with ErrImportNotFound or the error of change or allow, and returns the resulting import. If again is false, nothing
	// is changed.
	Reread(
		ctx context.Context, account contact.AccountID, id ID, allow func(waiting int) error,
		change func(*Import) (again bool, err error),
	) (Import, error)
	// Cancel ends an import and removes its file if may allows it, given the import's current state.
	Cancel(ctx context.Context, account contact.AccountID, id ID, may func(*Import) (bool, error)) (Import, error)
	// LearnedMapping returns the mapping of the account's last file of a kind, nil if there was none.
	LearnedMapping(ctx context.Context, account contact.AccountID, kind table.FileKind) (*table.Mapping, error)
	// CleanDrafts removes drafts whose time ended before now.
	CleanDrafts(ctx context.Context, now time.Time) error

	// AddText stores a block of the text made of a file. It fails with ErrMoved when the import has begun another pass or
	// ended.
	AddText(ctx context.Context, id ID, pass, number int, data []byte) error
	// FinishUnfolding makes the text the input of the import. It fails as AddText does.
	FinishUnfolding(ctx context.Context, u Unfolded) error
}

// Check starts a dry run of a draft.
func (a *App) Check(ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions) (Import, error) {
	return a.reread(ctx, account, id, o, restart{may: isDraft, begin: func(i *Import) { i.Check = CheckRunning }})
}

// Start starts the import of a draft. An import that is already read with these options stays unchanged.
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
	begin := func(i *Import) { i.State, i.Check, i.DraftUntil = StateReading, CheckNone, nil }
	return a.reread(ctx, account, id, o, restart{may: may, begin: begin, allow: a.allowWaiting})
}

func isDraft(i *Import) (bool, error) {
	if i.State != StateDraft {
		return false, ErrNotDraft
	}
	return true, nil
}

// restart is a new pass of an import.
type restart struct {
	// may allows it, given the import's current state.
	may   func(*Import) (bool, error)
	begin func(*Import)
	// allow limits how many of the account's imports wait; nil for a check, which imports nothing.
	allow func(waiting int) error
}

// reread restarts an import with other options.
func (a *App) reread(
	ctx context.Context, account contact.AccountID, id ID, o table.ReadOptions, with restart,
) (Import, error) {
	found, err := a.ImportStore.GetImport(ctx, account, id)
	if err != nil {
		return Import{}, err
	}
	if again, err := with.may(&found); err != nil || !again {
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
	changed, err := a.DraftStore.Reread(ctx, account, id, with.allow, func(i *Import) (bool, error) {
		if again, err := with.may(i); err != nil || !again {
			return false, err
		}
		if !o.SameText(i.Options) {
			i.TextSize = nil
		}
		plan.apply(i)
		with.begin(i)
		return true, nil
	})
	if err == nil {
		a.ImportWaits()
	}
	return changed, err
}

// unlessEnded returns the reason why a draft's file could not be read: ErrNotDraft if the draft ended meanwhile, why
// otherwise.
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

// plan is how a file will be read.
type plan struct {
	kind     table.FileKind
	options  table.ReadOptions
	format   table.Format
	encoding file.Encoding
	folded   bool
	head     table.Head
}

// plan determines how a draft can be read, and fails if it cannot.
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
	case c.Encoding != file.UTF8 || c.Format != table.FormatCSV: // its text is converted to UTF-8
	case o.Encoding == "" && i.Options.Encoding == "" && !c.Folded:
		p.encoding = i.Encoding // the upload looked at the whole file
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

// checkNames fails for a property or a uid that the account does not have.
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

// Cancel stops an import, whose effects so far remain, or discards a draft.
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
