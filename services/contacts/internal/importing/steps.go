package importing

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
)

// StepLimits bound the size of one transaction; 0 means the default for production.
type StepLimits struct {
	// Contacts is rows of a file of contacts, Facts is facts of a file of engagement, in whole windows of the file.
	Contacts, Facts int
}

func (l StepLimits) orUsual() StepLimits {
	if l.Contacts == 0 {
		l.Contacts = contactRows
	}
	if l.Facts == 0 {
		l.Facts = stepFacts
	}
	return l
}

// Progress is added to an import by one of its steps, in the transaction of the step's effects.
type Progress struct {
	Import ID
	// Pass is the reading that the step belongs to; another pass means that the reading was restarted.
	Pass int
	// Check marks a dry run: only the progress is stored.
	Check bool
	// Names of the file's columns.
	Names []string
	// From is the position at which the step began. Another position means that another worker took the import over.
	From, To int64
	Lines    int
	Read     int
	Kept     int
	// Refused rows by line.
	Refused []contact.RefusedRow
	LeftOut LeftOut
	Effects contact.Effects
	// Values of the file's columns up to To, including earlier steps.
	Values []table.ColumnValues
	// First is, for each database that the step wrote to, its next number when the import first wrote to it. Contacts from
	// that number on were made by the import.
	First map[contact.DatabaseID]int32
	// Done ends the reading.
	Done bool
}

// With returns the progress with the counts of c added.
func (p Progress) With(c contact.Changes) Progress {
	p.Kept += c.Kept
	p.Read, p.LeftOut.Totals = p.Read-c.Totals, p.LeftOut.Totals+c.Totals
	p.Effects = p.Effects.Plus(c.Effects)
	p.Refused = slices.Concat(p.Refused, c.Refused)
	slices.SortStableFunc(p.Refused, func(a, b contact.RefusedRow) int { return a.Line - b.Line })
	return p
}

// progress begins a step.
func (i *Import) progress() Progress {
	return Progress{
		Import: i.ID, Pass: i.Pass, Check: i.State == StateDraft, Names: i.Names, From: i.Position,
		LeftOut: LeftOut{Titles: i.LeftOut.Titles},
	}
}

// ContactsStep is the content of some rows of contacts.
type ContactsStep struct {
	Progress Progress
	// Entry is that of the import in the event log; the step adds the contacts that it changes.
	Entry contact.Entry
	// Stated are the entries of the consents that an option states for new contacts, by channel, e-mail first; nil for
	// none.
	Stated contact.ByChannel[*contact.Entry]
	// RowBatch has the rows of all databases of the account.
	contact.RowBatch
}

// Batches returns the rows by database, ordered by id.
func (s *ContactsStep) Batches() []contact.RowBatch {
	rows := map[contact.DatabaseID][]contact.Row{}
	for _, row := range s.Rows {
		rows[row.Database] = append(rows[row.Database], row)
	}
	batches := make([]contact.RowBatch, 0, len(rows))
	for _, database := range slices.Sorted(maps.Keys(rows)) {
		batch := s.RowBatch
		batch.Database, batch.Rows = database, rows[database]
		batches = append(batches, batch)
	}
	return batches
}

// FactsStep is facts on their way to the outbox, with the changes that are committed with them.
type FactsStep struct {
	Account contact.AccountID
	// Import that the facts belong to, and its Position; zero for events that sources send by themselves.
	Import   ID
	Position int64
	// By sent them.
	By contact.Actor
	// Versions are those of the dictionaries in which recipients were looked up.
	Versions map[contact.DatabaseID]int64
	Web      []fact.WebPart
	// Origins are the websites that new visitors came from, by visitor; new visitors count in the Hour. Files have none.
	Origins map[contact.DatabaseID]map[string]uuid.UUID
	Hour    time.Time
	// Facts are published in batches. A batch is named after the Source (an import or some bodies), the Place within it
	// and its order, so that a step that is repeated after a crash makes the same batches.
	Facts  *fact.Facts
	Source uuid.UUID
	Place  []byte
	// Unsubscribed withdraw consents in the same transaction. Unsubscriptions are their entries of the event log: see
	// Unsubscription.Entry.
	Unsubscribed    []contact.Unsubscription
	Unsubscriptions []contact.Entry
}

// EngagementStep is the content of some rows of engagement.
type EngagementStep struct {
	FactsStep
	Progress Progress
	// Entry is that of the import in the event log; the step adds its Contacts.
	Entry contact.Entry
	// Contacts are those of the facts, as bits by database and chunk.
	Contacts map[contact.DatabaseID]map[uint32][]uint64
}

// BatchID names one of the step's batches by its order.
func (s *FactsStep) BatchID(order int) uuid.UUID {
	return uuid.NewSHA1(s.Source, binary.BigEndian.AppendUint32(slices.Clip(s.Place), uint32(order)))
}

// WaitingImport is an import that may be read.
type WaitingImport struct {
	ID      ID
	Account contact.AccountID
	// Trace is the parent of the request that uploaded it, for telemetry; "" if unknown.
	Trace string
}

// TurnStore decides which import is read next, and stores how its reading goes. Every method that ends an import
// publishes that in the same transaction.
type TurnStore interface {
	// Waiting returns the first import of each account, if it may be read now, the longest unserved account first.
	Waiting(ctx context.Context) ([]WaitingImport, error)
	// TryAccount takes the lock to read an account's imports; release is nil when another reader has it.
	TryAccount(ctx context.Context, account contact.AccountID) (release func(), err error)
	// Take counts an attempt, records that a step begins, and returns the current import; nil when it is not to be read
	// now.
	Take(ctx context.Context, id ID) (*Import, error)
	SetTimezone(ctx context.Context, id ID, zone string) error
	// EndStep records that a step ended, whatever its result.
	EndStep(ctx context.Context, id ID) error
	// Postpone does as EndStep and defers the import until then. Forgiven attempts do not count.
	Postpone(ctx context.Context, id ID, until time.Time, forgiven bool) error
	// Fail gives up a pass of an import. The reason is listed before its refused rows; nil for none.
	Fail(ctx context.Context, id ID, pass int, why *file.Defect) error

	// FirstSettling returns the last batch that the first settling import waits for; false when none is settling.
	FirstSettling(ctx context.Context) (batch int64, found bool, err error)
	// Taken reports whether the engine has taken all batches up to one.
	Taken(ctx context.Context, batch int64) (bool, error)
	// FinishSettled ends the imports that wait for batches up to one.
	FinishSettled(ctx context.Context, batch int64) error
}

// StepStore stores the effects of a step and the position after it in one transaction.
type StepStore interface {
	// ApplyContacts locks the databases of the rows by ascending id, applies the rows of each to its contacts, and stores
	// the changes with the progress. It fails with ErrMoved.
	ApplyContacts(ctx context.Context, step ContactsStep) (contact.Effects, error)
	// CommitEngagement locks the databases, numbers their visitors, withdraws the consents of contacts that unsubscribed,
	// publishes the facts and advances the import. It fails with ErrMoved, and with ErrDictionaryChanged when a contact
	// got or lost an address since the recipients were looked up.
	CommitEngagement(ctx context.Context, step EngagementStep) error

	// CheckContacts does as ApplyContacts, but stores the progress only. Earlier steps of the check have changed nothing.
	CheckContacts(ctx context.Context, step ContactsStep) (contact.Effects, error)
	// CommitUnsubscribes withdraws consents of the contacts that have one of the addresses, and stores the progress. It
	// fails with ErrMoved.
	CommitUnsubscribes(ctx context.Context, step UnsubscribeStep) error
	// CheckUnsubscribed does as CommitUnsubscribes or CommitEngagement, but stores the progress only.
	CheckUnsubscribed(ctx context.Context, step UnsubscribeStep) error
}

// job reads one import step by step and updates the import's position.
type job interface {
	step(ctx context.Context) (done bool, err error)
}

// open begins to read an import where the earlier steps ended.
func (r *Reader) open(ctx context.Context, i *Import) (job, error) {
	a := r.app
	zone, err := a.zone(ctx, i)
	if err != nil {
		return nil, err
	}
	if i.Folded && i.TextSize == nil {
		return &unfoldJob{app: a, i: i, long: r.long}, nil
	}
	first, _, err := a.FileStore.Block(ctx, i.ID, i.firstBlock(), nil)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	head, err := table.ReadHead(i.Kind, i.Format.TextFormat(), i.Encoding, i.Options.OfText(i.Format), first)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	zone.MonthFirst = head.MonthFirst
	i.LeftOut.Titles = head.Titles
	databases, err := a.Catalogue.Databases(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read databases: %w", err)
	}
	source, uids := newBody(ctx, a.FileStore, i), table.UidsOf(cmp.Or(i.Options.UID, i.Account.OwnUID()), databases)
	switch i.Kind {
	case table.KindContacts:
		return a.openContacts(ctx, i, source, head, zone, uids)
	case table.KindUnsubscribes:
		return a.openUnsubscribes(i, source, head, zone, uids), nil
	default:
		return r.openEngagement(i, source, head, zone, uids), nil
	}
}

// zone returns the timezone of the import's days, which is fixed when its reading begins.
func (a *App) zone(ctx context.Context, i *Import) (*file.Zone, error) {
	if i.Timezone == "" {
		name, err := a.Accounts.Timezone(ctx, i.Account)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", contact.ErrAway, err)
		}
		if err := a.TurnStore.SetTimezone(ctx, i.ID, name); err != nil {
			return nil, fmt.Errorf("keep timezone: %w", err)
		}
		i.Timezone = name
	}
	location, err := time.LoadLocation(i.Timezone)
	if err != nil {
		return nil, fmt.Errorf("load timezone: %w", err)
	}
	return file.NewZone(location), nil
}

func startOf(i *Import, head table.Head) file.Start {
	return file.Start{
		Position: i.Position, Lines: i.Lines, SingleByte: i.Encoding == file.Windows1250, Header: head.Text,
	}
}

// errIncomplete means that blocks of a file are missing, so that the import is not complete.
var errIncomplete = errors.New("the file ends before its size")

// checkEnd fails for the last step of an import whose file was not read to its end.
func checkEnd(i *Import, p Progress) error {
	if p.Done && p.To != i.Text() {
		return fmt.Errorf("%w: %d of %d bytes", errIncomplete, p.To, i.Text())
	}
	return nil
}

// moveTo records the committed progress.
func (i *Import) moveTo(p Progress) { i.Position, i.Lines, i.Values = p.To, p.Lines, p.Values }
