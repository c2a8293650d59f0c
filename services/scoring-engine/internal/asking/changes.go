package asking

import (
	"context"
	"errors"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/spec"
)

// ChangesOf selects changes.
type ChangesOf struct {
	Pair
	// FromNothing counts every contact in the second revision as changed; the first must be the same revision.
	FromNothing bool
	// Minimum is that of spec.Changed.
	Minimum int
	// First is the number to start at, whether or not that contact exists; the zero value starts at the beginning.
	First calculation.Contact
	Limit int
}

// Change is the cells of one contact (or visitor) in two results.
type Change struct {
	calculation.Contact
	Before, After byte
}

// errEnough ends an iteration whose result is complete.
var errEnough = errors.New("there is enough")

// Changes returns the contacts whose standing differs in a later result, by database and number, up to a limit; more
// reports that further ones exist. Its errors are those of Archive.Pairs.
func Changes(ctx context.Context, archive Archive, of ChangesOf) (changes []Change, more bool, err error) {
	visits := of.To.Key.Channel == calculation.Web
	first, place := of.First.Chunk()
	of.Start = first
	err = archive.Pairs(ctx, of.Pair, func(id calculation.ChunkID, from, to []byte) error {
		if of.FromNothing {
			from = nil
		}
		at := 0
		if id == first {
			at = place
		}
		for ; at < max(len(from), len(to)); at++ {
			before, after := cellAt(from, at), cellAt(to, at)
			if before == after || !spec.Changed(before, after, visits, of.Minimum) {
				continue
			}
			if len(changes) == of.Limit {
				more = true
				return errEnough
			}
			changes = append(changes, Change{Contact: id.Contact(at), Before: before, After: after})
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, false, err
	}
	return changes, more, nil
}

// cellAt returns a cell of a chunk; a cell beyond its end is absent.
func cellAt(cells []byte, at int) byte {
	if at < len(cells) {
		return cells[at]
	}
	return spec.CellAbsent
}
