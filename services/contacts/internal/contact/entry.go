package contact

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/spec"
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

// NewEntry returns an entry of an act that has no id of its own.
func NewEntry(account AccountID, kind EntryKind, by Actor, at time.Time) Entry {
	return Entry{ID: uuid.Must(uuid.NewV7()), Account: account, At: Kept(at), Kind: kind, Actor: by}
}

// Kept returns a moment as precisely as the store keeps it, so that it is the same whenever it is read.
func Kept(at time.Time) time.Time { return at.Truncate(time.Microsecond) }

// EntryPart is what of an entry a set of contacts is. The numbers are stored.
type EntryPart int16

// The parts: whom the act was about, and of them those whose consents it gave or withdrew.
const (
	EntrySubjects EntryPart = 0
	// EntryParts is how many there are: for each channel in the order of spec.Messages two follow.
	EntryParts EntryPart = 1 + 2*spec.MessageChannels
)

// GivenPart is that of consents to a channel that were given, by its place in spec.Messages.
func GivenPart(index int) EntryPart { return EntryPart(1 + 2*index) }

// WithdrawnPart is that of consents to a channel that were withdrawn, by its place in spec.Messages.
func WithdrawnPart(index int) EntryPart { return EntryPart(2 + 2*index) }

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
	index := int(part-1) / 2
	c := ConsentChange{
		Channel: spec.Messages()[index], Given: part == GivenPart(index), At: e.At, Cause: e.Cause, Who: e.Who,
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
