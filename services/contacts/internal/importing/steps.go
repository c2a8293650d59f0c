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

// StepLimits bound what one transaction takes; 0 means what suits production.
type StepLimits struct {
	// Contacts is rows of a file of contacts, Facts is facts of a file of engagement, by whole pieces of the file.
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

// Progress is what a step of an import adds to it, in the transaction of the step's effects.
type Progress struct {
	Import ID
	// Pass is the reading that the step belongs to; another one means that the reading began anew.
	Pass int
	// Check has nothing kept but the progress itself.
	Check bool
	// Names of the file's columns.
	Names []string
	// From is the position that the step began at: another one means that someone else took the import over.
	From, To int64
	Lines    int
	Read     int
	Kept     int
	// Refused rows by line.
	Refused []contact.RefusedRow
	LeftOut LeftOut
	Effects contact.Effects
	// Values of the file's columns up to To, those of earlier steps too.
	Values []table.ColumnValues
	// First is the next number of each database that the step wrote to, as it was when the import first did: contacts from
	// there on are its own.
	First map[contact.DatabaseID]int32
	// Done ends the reading.
	Done bool
}

// With returns the progress with what changes kept and refused besides.
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

// ContactsStep is what some rows of contacts say.
type ContactsStep struct {
	Progress Progress
	// Entry is the import's in the event log, to which the step adds the contacts that it changes.
	Entry contact.Entry
	// Stated are the entries of consents that an answer about new contacts gives, by channel, e-mail first; nil for none.
	Stated contact.ByChannel[*contact.Entry]
	// RowBatch has the rows of all databases of the account.
	contact.RowBatch
}

// Batches returns the rows by database, in the order of their ids.
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

// FactsStep is facts on their way into the outbox, with what they change beside.
type FactsStep struct {
	Account contact.AccountID
	// Import that the facts are of, and its Position; zero for events that sources send by themselves.
	Import   ID
	Position int64
	// By sent them.
	By contact.Actor
	// Versions are those of the dictionaries in which recipients were looked up.
	Versions map[contact.DatabaseID]int64
	Web      []fact.WebPart
	// Origins are the websites that brought visitors, by visitor; new visitors count in the Hour. Files have none.
	Origins map[contact.DatabaseID]map[string]uuid.UUID
	Hour    time.Time
	// Facts are published in batches, which are named after the Source, an import or some bodies, the Place within it,
	// and their order: a step that is repeated after a crash makes the same ones.
	Facts  *fact.Facts
	Source uuid.UUID
	Place  []byte
	// Unsubscribed withdraw consents in the same transaction. Unsubscriptions are the entries of the event log for them:
	// see Unsubscription.Entry.
	Unsubscribed    []contact.Unsubscription
	Unsubscriptions []contact.Entry
}

// EngagementStep is what some rows of engagement say.
type EngagementStep struct {
	FactsStep
	Progress Progress
	// Entry is the import's in the event log, to which the step adds its Contacts.
	Entry contact.Entry
	// Contacts are those of the facts, as bits by database and chunk.
	Contacts map[contact.DatabaseID]map[uint32][]uint64
}

// BatchID names one of the step's batches by its order.
func (s *FactsStep) BatchID(order int) uuid.UUID {
	return uuid.NewSHA1(s.Source, binary.BigEndian.AppendUint32(slices.Clip(s.Place), uint32(order)))
}

// WaitingImport is one that may be read.
type WaitingImport struct {
	ID      ID
	Account contact.AccountID
	// Trace names the request that brought it, for telemetry; "" when nobody knows.
	Trace string
}

// TurnStore decides which import is read next, and what becomes of it. Whatever ends an import announces it in the same
// transaction.
type TurnStore interface {
	// Waiting returns the first import of each account, if it may be read now, the longest unserved account first.
	Waiting(ctx context.Context) ([]WaitingImport, error)
	// TryAccount takes the right to read an account's imports; release is nil when another reader has it.
	TryAccount(ctx context.Context, account contact.AccountID) (release func(), err error)
	// Take counts an attempt, notes that a step begins, and returns the import as it stands; nil when it is not to be
	// read now.
	Take(ctx context.Context, id ID) (*Import, error)
	SetTimezone(ctx context.Context, id ID, zone string) error
	// EndStep notes that a step that was begun has ended, whatever it came to.
	EndStep(ctx context.Context, id ID) error
	// Postpone does as EndStep and leaves an import alone until then. Forgiven attempts do not count.
	Postpone(ctx context.Context, id ID, until time.Time, forgiven bool) error
	// Fail gives a reading of an import up, for a reason that stands before its refused rows; nil for none.
	Fail(ctx context.Context, id ID, pass int, why *file.Defect) error

	// FirstSettling returns up to which batch the import that settles first waits; false when none is settling.
	FirstSettling(ctx context.Context) (batch int64, found bool, err error)
	// Taken reports whether all batches up to one have been taken in.
	Taken(ctx context.Context, batch int64) (bool, error)
	// FinishSettled ends the imports that wait for batches up to one.
	FinishSettled(ctx context.Context, batch int64) error
}

// StepStore keeps what is read of imports: the effects of a step and the position behind it together or not at all.
type StepStore interface {
	// ApplyContacts locks the databases of the rows by ascending id, hands the rows of each to apply with what the
	// database knows of them, and keeps the changes with the progress. It fails with ErrMoved.
	ApplyContacts(ctx context.Context, step ContactsStep) (contact.Effects, error)
	// CommitEngagement locks the databases, numbers their visitors and places them, withdraws the consents of contacts
	// that unsubscribed, and publishes the facts. The import moves on. It fails with ErrMoved, and with
	// ErrDictionaryChanged when somebody got or
	// lost an address since the recipients were looked up.
	CommitEngagement(ctx context.Context, step EngagementStep) error

	// CheckContacts does as ApplyContacts, but keeps the progress only. Steps before it have changed nothing.
	CheckContacts(ctx context.Context, step ContactsStep) (contact.Effects, error)
	// CommitUnsubscribes keeps what withdraw makes of the contacts that have one of the addresses, with the progress. It
	// fails with ErrMoved.
	CommitUnsubscribes(ctx context.Context, step UnsubscribeStep) error
	// CheckUnsubscribed does as CommitUnsubscribes or CommitEngagement, but keeps the progress only.
	CheckUnsubscribed(ctx context.Context, step UnsubscribeStep) error
}

// job reads one import step by step; it keeps the import's position up to date.
type job interface {
	step(ctx context.Context) (done bool, err error)
}

// open begins to read an import where the steps before it ended.
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
		return a.openEngagement(i, source, head, zone, uids, r.facts), nil
	}
}

// zone returns the zone of the import's days, which is fixed when its reading begins.
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

// errIncomplete means that pieces of a file are missing: it is not done, whatever was read.
var errIncomplete = errors.New("the file ends before its size")

// checkEnd refuses to end an import whose file was not read whole.
func checkEnd(i *Import, p Progress) error {
	if p.Done && p.To != i.Text() {
		return fmt.Errorf("%w: %d of %d bytes", errIncomplete, p.To, i.Text())
	}
	return nil
}

// moveTo notes what a step has committed.
func (i *Import) moveTo(p Progress) { i.Position, i.Lines, i.Values = p.To, p.Lines, p.Values }
