package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
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
	Import ImportID
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
	Refused []RefusedRow
	Effects Effects
	// Values of the file's columns up to To, those of earlier steps too.
	Values []ColumnValues
	// First is the next number of each database that the step wrote to, as it was when the import first did: contacts from
	// there on are its own.
	First map[DatabaseID]int32
	// Done ends the reading.
	Done bool
}

// With returns the progress with what changes kept and refused besides.
func (p Progress) With(c Changes) Progress {
	p.Kept += c.Kept
	p.Effects = p.Effects.Plus(c.Effects)
	p.Refused = slices.Concat(p.Refused, c.Refused)
	slices.SortStableFunc(p.Refused, func(a, b RefusedRow) int { return a.Line - b.Line })
	return p
}

// progress begins a step.
func (i *Import) progress() Progress {
	return Progress{Import: i.ID, Pass: i.Pass, Check: i.State == StateDraft, Names: i.Names, From: i.Position}
}

// ContactsStep is what some rows of contacts say.
type ContactsStep struct {
	Account  AccountID
	Progress Progress
	// Entry is the import's in the event log, to which the step adds whom it was about.
	Entry Entry
	// Stated are the entries of consents that an answer about new contacts gives, by channel, e-mail first; nil for none.
	Stated [consentChannels]*Entry
	Rows   []ContactRow
	// Groups is how many a uid may have: the first ones that are missing are made, as long as there is room.
	Groups int
	// Fresh is set when the rows seem to be of new contacts only. It changes nothing but how long the step takes.
	Fresh bool
}

// EngagementStep is what some rows of engagement say.
type EngagementStep struct {
	Account  AccountID
	Progress Progress
	// Entry is the import's in the event log, to which the step adds its Contacts.
	Entry Entry
	// Unsubscriptions are those of the consents that its rows withdraw: see Unsubscription.Entry.
	Unsubscriptions []Entry
	// Contacts are whom the facts are about, as bits by database and chunk.
	Contacts map[DatabaseID]map[uint32][]uint64
	// Versions are those of the dictionaries in which recipients were looked up.
	Versions map[DatabaseID]int64
	Web      []fact.WebPart
	// Unsubscribed withdraw consents in the same transaction.
	Unsubscribed []Unsubscription
	// Intake is set for bodies of intakes, which have no import and so no Progress.
	Intake *IntakeStep
}

// WaitingImport is one that may be read.
type WaitingImport struct {
	ID      ImportID
	Account AccountID
	// Trace names the request that brought it, for telemetry; "" when nobody knows.
	Trace string
}

// StepStore keeps what is read of imports: the effects of a step and the position behind it together or not at all.
// The functions that its methods take are rules of core: they are called within the transaction with what it found,
// compute, and ask nobody. Whatever ends an import announces it in the same transaction.
type StepStore interface {
	// Waiting returns the first import of each account, if it may be read now, the longest unserved account first.
	Waiting(ctx context.Context) ([]WaitingImport, error)
	// TryAccount takes the right to read an account's imports; release is nil when another reader has it.
	TryAccount(ctx context.Context, account AccountID) (release func(), err error)
	// Take counts an attempt, notes that a step begins, and returns the import as it stands; nil when it is not to be
	// read now.
	Take(ctx context.Context, id ImportID) (*Import, error)
	SetTimezone(ctx context.Context, id ImportID, zone string) error
	// EndStep notes that a step that was begun has ended, whatever it came to.
	EndStep(ctx context.Context, id ImportID) error
	// Postpone does as EndStep and leaves an import alone until then. Forgiven attempts do not count.
	Postpone(ctx context.Context, id ImportID, until time.Time, forgiven bool) error
	// Fail gives a reading of an import up, for a reason that stands before its refused rows; nil for none.
	Fail(ctx context.Context, id ImportID, pass int, why *file.Defect) error

	// ApplyContacts locks the databases of the rows by ascending id, hands the rows of each to apply with what the
	// database knows of them, and keeps the changes with the progress. It fails with ErrMoved.
	ApplyContacts(
		ctx context.Context, step ContactsStep, apply func([]ContactRow, Directory) Changes,
	) (Effects, error)
	// CommitEngagement locks the databases, numbers their visitors and places them, keeps what withdraw makes of the
	// contacts that unsubscribed, and publishes what batches returns, which may count on the visitors' numbers. The
	// import moves on, or the bodies go. It fails with ErrMoved, and with ErrDictionaryChanged when somebody got or
	// lost an address since the recipients were looked up.
	CommitEngagement(
		ctx context.Context, step EngagementStep,
		withdraw func(fact.Channel, []Contact) Withdrawal, batches func() ([]Event, error),
	) error

	// CheckContacts does as ApplyContacts, but keeps the progress only. Steps before it have changed nothing.
	CheckContacts(
		ctx context.Context, step ContactsStep, apply func([]ContactRow, Directory) Changes,
	) (Effects, error)
	// CommitUnsubscribes keeps what withdraw makes of the contacts that have one of the addresses, with the progress. It
	// fails with ErrMoved.
	CommitUnsubscribes(
		ctx context.Context, step UnsubscribeStep, withdraw func(fact.Channel, []Contact) Withdrawal,
	) error
	// CheckUnsubscribed does as CommitUnsubscribes or CommitEngagement, but keeps the progress only.
	CheckUnsubscribed(
		ctx context.Context, step UnsubscribeStep, withdraw func(fact.Channel, []Contact) Withdrawal,
	) error

	// FirstSettling returns up to which batch the import that settles first waits; false when none is settling.
	FirstSettling(ctx context.Context) (batch int64, found bool, err error)
	// Taken reports whether all batches up to one have been taken in.
	Taken(ctx context.Context, batch int64) (bool, error)
	// FinishSettled ends the imports that wait for batches up to one.
	FinishSettled(ctx context.Context, batch int64) error
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
	first, _, err := a.store.Block(ctx, i.ID, i.firstBlock(), nil)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	head, err := ReadHead(i.Kind, i.Format.textFormat(), i.Encoding, i.Options.ofText(i.Format), first)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	databases, err := a.store.Databases(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read databases: %w", err)
	}
	source, uids := newBody(ctx, a.store, i), uidsOf(cmp.Or(i.Options.UID, i.Account.OwnUID()), databases)
	switch i.Kind {
	case KindContacts:
		return a.openContacts(ctx, i, source, head, zone, uids)
	case KindUnsubscribes:
		return a.openUnsubscribes(i, source, head, zone, uids), nil
	default:
		return a.openEngagement(i, source, head, zone, uids, r.facts), nil
	}
}

// errAway is a failure of another service, for which an import is not to blame.
var errAway = errors.New("another service does not answer")

// zone returns the zone of the import's days, which is fixed when its reading begins.
func (a *App) zone(ctx context.Context, i *Import) (*file.Zone, error) {
	if i.Timezone == "" {
		name, err := a.accounts.Timezone(ctx, i.Account)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errAway, err)
		}
		if err := a.store.SetTimezone(ctx, i.ID, name); err != nil {
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

func startOf(i *Import) file.Start {
	return file.Start{Position: i.Position, Lines: i.Lines, SingleByte: i.Encoding == file.Windows1250}
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
