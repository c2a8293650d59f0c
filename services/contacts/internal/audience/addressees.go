package audience

import (
	"context"
	"errors"
	"strings"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

// Mailable are the contacts of databases that may be sent e-mail: they consent, have an address and are not blocked.
// The values are little-endian words by chunk.
type Mailable map[contact.DatabaseID]map[int32][]byte

// Has reports whether a contact may be sent e-mail.
func (m Mailable) Has(database contact.DatabaseID, number uint32) bool {
	return hasBit(m[database][int32(number>>chunkShift)], int(number&(1<<chunkShift-1)))
}

// Mailable returns the contacts of an account that may be sent e-mail.
func (a *App) Mailable(ctx context.Context, account contact.AccountID) (Mailable, error) {
	databases, err := a.Catalogue.Databases(ctx, account)
	if err != nil {
		return nil, err
	}
	return a.AudienceStore.Mailable(ctx, databases)
}

// Selection are the contacts of a result whose cells have names.
type Selection struct {
	*Result
	// LeftOut is the number of contacts whose cell has a name but that may not be sent e-mail.
	LeftOut int32
	names   *[256]string
	// cells are by chunk, NoScore for contacts that are left out.
	cells map[contact.DatabaseID]map[uint32][]byte
	app   *App
}

// Addressee is a contact with its address and the name of its cell.
type Addressee struct {
	Database contact.DatabaseID
	Number   uint32
	Email    string
	Name     string
}

// Select returns the contacts of the newest result of a scoring whose cells have names, as far as they may be sent
// e-mail. Of web they are contacts by the highest score of their visitors. NoScore has no name. It fails with
// ErrReportNotFound and ErrReportReplaced.
func (a *App) Select(
	ctx context.Context, of Calculation, names *[256]string, mailable Mailable,
) (*Selection, error) {
	result, err := a.Scores.Result(ctx, of)
	if err != nil {
		return nil, err
	}
	parts, err := a.cellsOf(ctx, result, nil)
	if err != nil {
		return nil, err
	}
	s := &Selection{Result: result, names: names, cells: map[contact.DatabaseID]map[uint32][]byte{}, app: a}
	for _, part := range parts {
		chunks := part.Chunks
		if of.Channel == fact.Web {
			contacts, err := a.AudienceStore.ContactsOfVisitors(ctx, of.Account, part.ID)
			if errors.Is(err, contact.ErrDatabaseNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			chunks, _ = OfContacts(chunks, contacts)
		}
		s.add(part.ID, chunks, mailable)
	}
	return s, nil
}

func (s *Selection) add(database contact.DatabaseID, chunks []ScoreChunk, mailable Mailable) {
	s.cells[database] = map[uint32][]byte{}
	for _, chunk := range chunks {
		for i, cell := range chunk.Cells {
			if s.names[cell] != "" && !mailable.Has(database, chunk.Chunk<<chunkShift|uint32(i)) {
				chunk.Cells[i] = NoScore
				s.LeftOut++
			}
		}
		s.cells[database][chunk.Chunk] = chunk.Cells
	}
}

// Each calls visit with the contacts and their current addresses, by database and number.
func (s *Selection) Each(ctx context.Context, visit func(Addressee) error) error {
	for _, d := range s.Databases {
		if len(s.cells[d.ID]) == 0 {
			continue
		}
		err := s.app.AudienceStore.Recipients(ctx, s.Account, d.ID, false, func(page *Recipients) error {
			texts := page.Texts
			for _, number := range page.Numbers {
				var fields [3]string // external id, e-mail address, phone number
				for i := range fields {
					fields[i], texts, _ = strings.Cut(texts, "\x00")
				}
				name := s.nameOf(d.ID, number)
				if name == "" || fields[1] == "" {
					continue
				}
				if err := visit(Addressee{Database: d.ID, Number: number, Email: fields[1], Name: name}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, contact.ErrDatabaseNotFound) { // the uid was deleted meanwhile, with its contacts
			return err
		}
	}
	return nil
}

func (s *Selection) nameOf(database contact.DatabaseID, number uint32) string {
	cells, i := s.cells[database][number>>chunkShift], int(number&(1<<chunkShift-1))
	if i >= len(cells) {
		return ""
	}
	return s.names[cells[i]]
}
