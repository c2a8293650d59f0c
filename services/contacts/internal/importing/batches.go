package importing

import (
	"strings"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/spec"
)

// ID identifies an import, and the file from which it is made.
type ID = uuid.UUID

// firstBlock is the number of the first block of the text.
func (i *Import) firstBlock() int {
	if i.Folded {
		return TextBlocks
	}
	return 0
}

// unpacked returns the compression that was removed from the file's blocks at its upload: gzip or none.
func (i *Import) unpacked() string {
	if i.Compression == table.PackedGzip {
		return table.PackedGzip
	}
	return ""
}

// stated returns the entries of consents that were stated with a file, by channel; nil for none.
func (i *Import) stated() contact.ByChannel[*contact.Entry] {
	var entries contact.ByChannel[*contact.Entry]
	for at, channel := range spec.Messages() {
		name := contact.AnswerName(channel)
		answer := i.Options.NewConsents[name]
		if answer.Answer != contact.ConsentGiven {
			continue
		}
		e := i.Entry()
		e.ID, e.Kind = uuid.NewSHA1(i.ID, []byte("stated "+name)), contact.EntryConsentChange
		if answer.Source != "" {
			e.From = strings.TrimPrefix(e.From+": "+answer.Source, ": ")
		}
		entries[at] = &e
	}
	return entries
}

// allowWaiting fails with ErrLimit when the account has as many waiting imports as allowed.
func (a *App) allowWaiting(waiting int) error {
	if waiting >= a.Waiting {
		return ErrLimit
	}
	return nil
}
