package core

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"
)

// Use is one use of a group or property by a channel of a scoring.
type Use struct {
	// ID is the id of the group or property.
	ID      int32
	Scoring *Scoring
	Channel Channel
}

// Usage returns the groups and properties that an account's inactive and active scorings use, ordered by the scorings'
// names.
func (a *App) Usage(ctx context.Context, account AccountID) (groups, properties []Use, err error) {
	scorings, err := a.store.Finished(ctx, account, uuid.Nil)
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(scorings, func(a, b *Scoring) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID.String(), b.ID.String()))
	})
	for _, s := range scorings {
		for _, channel := range s.Config.Channels() {
			part := s.Config.Channel(channel)
			for _, source := range part.Sources {
				for _, id := range distinct(source.groups()) {
					groups = append(groups, Use{id, s, channel})
				}
			}
			for _, property := range part.ExportTo {
				properties = append(properties, Use{property.ID, s, channel})
			}
		}
	}
	return groups, properties, nil
}
