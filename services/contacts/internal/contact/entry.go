package contact

import (
	"cmp"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/spec"
)

// EntryID is the id of an entry of the event log.
type EntryID = uuid.UUID

// EntryKind is the kind of act of an entry.
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
	// EntryDestinationSend is for contacts that were put on a list at a mail provider.
	EntryDestinationSend EntryKind = "DESTINATION_SEND"
	EntryPropertyExport  EntryKind = "PROPERTY_EXPORT"
	EntryCSVDownload     EntryKind = "CSV_DOWNLOAD"
	EntryErasure         EntryKind = "ERASURE"
	EntryHandOut         EntryKind = "HAND_OUT"
	EntryVisitorRemoval  EntryKind = "VISITOR_REMOVAL"
	EntryLinksEnded      EntryKind = "LINKS_ENDED"
	// EntrySpelling is for stored addresses that were normalized, EntrySameAddress for contacts whose normalized addresses
	// are equal.
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
	// CauseSpelling is for a consent whose address had been unsubscribed, or erased, in another form.
	CauseSpelling ConsentCause = "SPELLING"
	// CauseBefore is for a consent that was given before the log began; it is never stored.
	CauseBefore ConsentCause = "BEFORE"
)

// Actor is the user of an act, and its origin.
type Actor struct {
	// Who is an e-mail address or an API key; empty for an act without a user.
	Who string
	// From is "WWW" or "API", or the name of the entry's source instead: a file, a scoring, a provider.
	From string
}

// Entry is one act on personal data. It is added in the transaction of the act, and never changed.
type Entry struct {
	// ID follows from the act, so that a repeated act is one entry: imports and exports use their own id.
	ID      EntryID
	Account AccountID
	At      time.Time
	Kind    EntryKind
	Actor
	// Cause is empty when no consents change.
	Cause ConsentCause
	// Note is the user's note on the act.
	Note string
}

// NewEntry returns an entry for an act that has no id of its own.
func NewEntry(account AccountID, kind EntryKind, by Actor, at time.Time) Entry {
	return Entry{ID: uuid.Must(uuid.NewV7()), Account: account, At: Kept(at), Kind: kind, Actor: by}
}

// Kept truncates a moment to the precision of the store, so that it is the same when it is read back.
func Kept(at time.Time) time.Time { return at.Truncate(time.Microsecond) }

// EntryPart is the role of a set of contacts in an entry. The numbers are stored.
type EntryPart int16

// The parts: the contacts that the act concerned, and of these the contacts whose consents it gave or withdrew.
const (
	EntrySubjects EntryPart = 0
	// EntryParts is the number of parts: after the subjects, two for each channel in the order of spec.Messages.
	EntryParts EntryPart = 1 + 2*spec.MessageChannels
)

// GivenPart is the part of given consents to a channel, by its index in spec.Messages.
func GivenPart(index int) EntryPart { return EntryPart(1 + 2*index) }

// WithdrawnPart is the part of withdrawn consents to a channel, by its index in spec.Messages.
func WithdrawnPart(index int) EntryPart { return EntryPart(2 + 2*index) }

// ConsentChange is a given or withdrawn consent of one contact.
type ConsentChange struct {
	Channel fact.Channel
	Given   bool
	At      time.Time
	Cause   ConsentCause
	Who     string
	// Detail is the name of a file or of a provider; for a change by hand it is the note.
	Detail string
}

// NewConsentChange returns the change that a part of an entry means for one contact.
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
