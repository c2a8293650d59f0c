package segment

import "fmt"

// Builder collects facts in any order and makes one canonical segment of them: the same facts yield the same bytes,
// regardless of the order, grouping and repetition of calls. Its memory grows with the facts and is reused after
// Segment.
type Builder struct {
	form     Form
	contacts []uint16
	pieces   []piece
	asm      assembler
}

// piece is a group whose contacts are in Builder.contacts, which moves as it grows.
type piece struct {
	key      uint64
	day      Day
	kind     Kind
	from, to int
}

// NewBuilder returns an empty builder of segments of one form.
func NewBuilder(form Form) *Builder { return &Builder{form: form} }

// Add adds one fact for each of contacts, which may be unsorted and contain duplicates and are not retained. It returns
// ErrKind, and adds nothing, if the form has no such kind.
func (b *Builder) Add(key uint64, day Day, kind Kind, contacts ...uint16) error {
	if kind >= b.form.kinds() {
		return fmt.Errorf("%w: %d", ErrKind, kind)
	}
	if b.form == Visits || !severalContacts(contacts) {
		for i, c := range contacts {
			if i == 0 || b.form == Visits {
				b.asm.facts = append(b.asm.facts, fact{key, day, c, 1 << kind})
			}
		}
		return nil
	}
	from := len(b.contacts)
	b.contacts = append(b.contacts, contacts...)
	b.pieces = append(b.pieces, piece{key, day, kind, from, len(b.contacts)})
	return nil
}

func severalContacts(contacts []uint16) bool {
	for _, c := range contacts {
		if c != contacts[0] {
			return true
		}
	}
	return false
}

// Segment returns the segment of all facts added since the last call, or nil if there were none, and resets the
// builder. It returns ErrTooWide if the facts span more than 65,535 days; they are dropped then.
func (b *Builder) Segment() ([]byte, error) {
	for _, p := range b.pieces {
		b.asm.groups = append(b.asm.groups, group{
			key: p.key, day: p.day, kind: p.kind, origin: -1, list: b.contacts[p.from:p.to],
		})
	}
	out, err := b.asm.assemble(b.form)
	b.contacts, b.pieces = b.contacts[:0], b.pieces[:0]
	if err != nil {
		return nil, fmt.Errorf("build segment: %w", err)
	}
	return out, nil
}
