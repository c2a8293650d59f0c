package audience

import (
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// Picks maps every cell of a contact to the target that wants it: its index plus one, or 0 for none.
type Picks [256]uint8

var errReasonOfOther = fault.New(
	fault.Invalid, reason.RequestInvalid, "no contact is excluded from this channel for this reason",
)

// checkTargets validates targets and returns them with cleaned names of new groups.
func checkTargets(targets []Target) ([]Target, error) {
	checked := make([]Target, len(targets))
	for i, target := range targets {
		if (target.Group == 0) == (target.NewName == "") {
			return nil, AtTarget(ErrExportGroupMissing, i, "groupId")
		}
		if target.NewName != "" {
			name, err := contact.CleanGroupName(target.NewName)
			if err != nil {
				return nil, AtTarget(contact.ErrGroupName, i, "newGroupName")
			}
			target.NewName = name
		}
		if target.Min > target.Max {
			return nil, AtTarget(ErrExportBand, i, "scoringMin")
		}
		checked[i] = target
	}
	return checked, nil
}

// newPicks fails with ErrExportOverlap when two targets want the same contacts.
func newPicks(channel fact.Channel, targets []Target) (Picks, error) {
	var picks Picks
	for i, target := range targets {
		first, last, field := byte(target.Min), byte(target.Max), "scoringMin"
		if target.Reason != "" {
			cell, known := channel.ReasonCell(target.Reason)
			first, last, field = cell, cell, "reason"
			if !known {
				return picks, errReasonOfOther.With(fault.Field{
					Name: targetField(i, field), Class: fault.ValueNotAllowed, Message: errReasonOfOther.Detail,
				})
			}
		}
		for cell := int(first); cell <= int(last); cell++ {
			if picks[cell] != 0 {
				return picks, AtTarget(ErrExportOverlap, i, field)
			}
			picks[cell] = uint8(i) + 1
		}
	}
	return picks, nil
}

// Of returns for each target the places within a chunk of the contacts that it wants, ascending, and the number of
// wanted contacts that have been erased. Members are little-endian words.
func (p *Picks) Of(targets int, chunk ScoreChunk, members []byte) (places [][]uint32, erased int32) {
	places = make([][]uint32, targets)
	for i, cell := range chunk.Cells {
		target := int(p[cell]) - 1
		switch {
		case target < 0:
		case !hasBit(members, i):
			erased++
		default:
			places[target] = append(places[target], uint32(i))
		}
	}
	return places, erased
}

// Count returns the number of visitors that the targets want.
func (p *Picks) Count(counts ScoreCounts) (count int32) {
	for score, n := range counts {
		if p[score] != 0 {
			count += n
		}
	}
	return count
}
