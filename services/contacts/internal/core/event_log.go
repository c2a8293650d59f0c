package core

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
)

// EntryID names an entry of the event log.
type EntryID = uuid.UUID

// EntryKind is what was done.
type EntryKind string

// The kinds of entries, as ListEntriesRequest names them.
const (
	EntryContactsImport    EntryKind = "CONTACTS_IMPORT"
	EntryEngagementImport  EntryKind = "ENGAGEMENT_IMPORT"
	EntryUnsubscribeImport EntryKind = "UNSUBSCRIBE_IMPORT"
	EntryUnsubscribeEvent  EntryKind = "UNSUBSCRIBE_EVENT"
	EntryConsentChange     EntryKind = "CONSENT_CHANGE"
	EntryContactChange     EntryKind = "CONTACT_CHANGE"
	EntryGroupExport       EntryKind = "GROUP_EXPORT"
	EntryGroupExportUndo   EntryKind = "GROUP_EXPORT_UNDO"
	EntryPropertyExport    EntryKind = "PROPERTY_EXPORT"
	EntryCSVDownload       EntryKind = "CSV_DOWNLOAD"
	EntryErasure           EntryKind = "ERASURE"
	EntryHandOut           EntryKind = "HAND_OUT"
	EntryVisitorRemoval    EntryKind = "VISITOR_REMOVAL"
	EntryLinksEnded        EntryKind = "LINKS_ENDED"
	// EntrySpelling brought stored addresses into their one spelling; EntrySameAddress is of contacts whose address is
	// the same then.
	EntrySpelling    EntryKind = "ADDRESS_SPELLING"
	EntrySameAddress EntryKind = "SAME_ADDRESS"
)

// ConsentCause is why consents were given or withdrawn, as ConsentChange names it.
type ConsentCause string

// The causes.
const (
	CauseImport            ConsentCause = "IMPORT"
	CauseUnsubscribeImport ConsentCause = "UNSUBSCRIBE_IMPORT"
	CauseEvent             ConsentCause = "EVENT"
	CauseProvider          ConsentCause = "PROVIDER"
	CauseComplaint         ConsentCause = "COMPLAINT"
	CauseOneClick          ConsentCause = "ONE_CLICK"
	CausePerson            ConsentCause = "PERSON"
	// CauseSpelling is of a consent whose address had been unsubscribed, or erased, in another spelling.
	CauseSpelling ConsentCause = "SPELLING"
	// CauseBefore is of a consent that was given before the log began: nothing is kept under it.
	CauseBefore ConsentCause = "BEFORE"
)

// Actor is who does something, and from where.
type Actor struct {
	// Who is an e-mail address or an API key; empty when nobody does it.
	Who string
	// From is "WWW", "API", or what the entry names as its source instead: a file, a scoring, a provider.
	From string
}

// Entry is one act with people's data. It is added in the transaction of the act, and never changed.
type Entry struct {
	// ID follows from the act, so that an act which is repeated is one entry: an import's and an export's own.
	ID      EntryID
	Account AccountID
	At      time.Time
	Kind    EntryKind
	Actor
	// Cause is empty where no consents change.
	Cause ConsentCause
	// Note is what somebody wrote to it.
	Note string
}

// EntryPart is what of an entry a set of contacts is. The numbers are stored.
type EntryPart int16

// The parts: whom the act was about, and of them those whose consents it gave or withdrew.
const (
	EntrySubjects EntryPart = iota
	MailingGiven
	MailingWithdrawn
	SMSGiven
	SMSWithdrawn
)

// ConsentChange is a consent of one contact that was given or withdrawn.
type ConsentChange struct {
	Channel fact.Channel
	Given   bool
	At      time.Time
	Cause   ConsentCause
	Who     string
	// Detail is the name of a file or of a provider, by hand the note.
	Detail string
}

// NewConsentChange returns what a part of an entry says of one contact.
func NewConsentChange(part EntryPart, e Entry) ConsentChange {
	c := ConsentChange{
		Channel: fact.Mailing, Given: part == MailingGiven || part == SMSGiven, At: e.At, Cause: e.Cause, Who: e.Who,
	}
	if part >= SMSGiven {
		c.Channel = fact.SMS
	}
	switch e.Cause {
	case CauseOneClick:
	case CausePerson:
		c.Detail = e.Note
	default:
		c.Detail = cmp.Or(e.From, e.Note)
	}
	return c
}

// ShownConsentChanges is how much of a contact's history is answered: the newest.
const ShownConsentChanges = 200

// LoggedEntry is an entry with what it comes to.
type LoggedEntry struct {
	Entry
	// Contacts it was about; Emails and GSMs are how many of them had such an address then.
	Contacts, Emails, GSMs int
	// UIDs that they are of.
	UIDs []string
}

// NumberSet is contacts of a database that an act was about.
type NumberSet struct {
	Database DatabaseID
	// Numbers is a roaring bitmap; with Visitors it is of visitors, and those who are known to be contacts count.
	Numbers  []byte
	Visitors bool
	// Contacts are some more by number.
	Contacts []int32
}

// EventLogStore reads the event log. What adds to it does so within the transactions of other ports; Record is for acts
// that change nothing else.
type EventLogStore interface {
	// Entries returns a page of the log, from 0, newest first, of one kind or of all, and how many there are.
	Entries(ctx context.Context, account AccountID, kind EntryKind, page, size int) ([]LoggedEntry, int, error)
	// Entry fails with ErrEntryNotFound.
	Entry(ctx context.Context, account AccountID, id EntryID) (*LoggedEntry, error)
	// Record adds an entry about some contacts, those of them who are members now; with the id of an entry that is there
	// it does nothing. It fails with ErrDatabaseNotFound.
	Record(ctx context.Context, e Entry, about []NumberSet) error
	// RecordUID adds an entry about all contacts of a uid, whose links go out with it, and returns the epoch of these. It
	// fails with ErrDatabaseNotFound.
	RecordUID(ctx context.Context, e Entry, uid string) (epoch int32, err error)
	// RecordAgain adds an entry about whom another one was about, those of them who are members now.
	RecordAgain(ctx context.Context, e Entry, about EntryID) error
	// Named hands over the contacts that an entry was about, as they are today, by uid and number, page by page: no
	// transaction waits for a slow reader. Contacts who are no more are left out.
	Named(ctx context.Context, account AccountID, id EntryID, visit func(uid string, page []Contact) error) error
	// ConsentChanges returns the newest changes of a contact's consents, newest first.
	ConsentChanges(
		ctx context.Context, account AccountID, database DatabaseID, number int32,
	) ([]ConsentChange, error)
}
