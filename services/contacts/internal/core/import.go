package core

import (
	"time"

	"puls.app/services/contacts/internal/engine"
)

// ImportID is the UUID of an import.
type ImportID [16]byte

// FileKind says what a file's rows are.
type FileKind string

// The kinds of files.
const (
	KindContacts   FileKind = "contacts"
	KindEngagement FileKind = "engagement"
)

// State of an import:
//
//	running ──▶ done                          contacts
//	running ──▶ settling ──▶ done             engagement, until its batches have been taken in
//	running ──▶ failed                        no progress time after time
type State string

// The states. For the outside an import that is settling is still running.
const (
	StateRunning  State = "running"
	StateSettling State = "settling"
	StateDone     State = "done"
	StateFailed   State = "failed"
)

// Outcome is what an import came to for the outside: one that is settling still runs, and one of which nothing could be
// used is refused rather than done.
func Outcome(state State, kept, refused int) string {
	switch {
	case state == StateSettling:
		return string(StateRunning)
	case state == StateDone && kept == 0 && refused > 0:
		return "refused"
	default:
		return string(state)
	}
}

// MaxFile is the size in bytes that a file may have.
const MaxFile = 2 << 30

// Upload describes a file that is being sent.
type Upload struct {
	ID             ImportID
	Account        int32
	Kind           FileKind
	Format         string
	KeepConsent    bool
	IdempotencyKey string

	// Size, Digest and Encoding are known at the end.
	Size     int64
	Digest   []byte
	Encoding engine.Encoding
	// Start is where the rows begin, behind the header.
	Start int64
	Lines int
}

// Import is a file that was taken and what became of its rows.
type Import struct {
	ID          ImportID
	Account     int32
	Kind        FileKind
	Format      string
	Encoding    engine.Encoding
	KeepConsent bool
	State       State
	// Timezone is fixed when the reading begins, so that all of a file has the same days.
	Timezone string
	// Size of the file and Position up to which its rows took effect, in bytes as sent; Lines up to there.
	Size     int64
	Position int64
	Lines    int
	Read     int
	Kept     int
	Refused  int
	Attempts int
	// First are the first refused rows, without their text.
	First []engine.Refusal

	StartedAt  time.Time
	FinishedAt *time.Time
}

// Progress is what a step of an import adds to it, in the transaction of the step's effects.
type Progress struct {
	Import ImportID
	// From is the position that the step began at: another one means that someone else took the import over.
	From, To int64
	Lines    int
	Read     int
	Kept     int
	Refused  []engine.Refusal
	// Done ends the import.
	Done bool
}

// FinishedSubject is what the end of an import is announced on.
const FinishedSubject = "contacts.import-finished"

// Finished is how an import ended.
type Finished struct {
	ID            ImportID
	Account       int32
	Kind          FileKind
	State         State
	Kept, Refused int
	// First are the first refused rows, without their text.
	First []engine.Refusal
	At    time.Time
}

// EngagementSubject is what batches of engagement are published on.
const EngagementSubject = "engagement.batch"

// EngagementStep is what some rows of engagement say.
type EngagementStep struct {
	Account  int32
	Progress Progress
	// Versions are those of the dictionaries in which recipients were looked up, by database.
	Versions map[int32]int64
	Web      []engine.WebPart
	// Unsubscribed withdraw consents in the same transaction.
	Unsubscribed []engine.Unsubscription
	// Batches makes the payloads to publish; the visitors of Web have their numbers then.
	Batches func() ([][]byte, error)
}

// Clock answers the present time.
type Clock func() time.Time
