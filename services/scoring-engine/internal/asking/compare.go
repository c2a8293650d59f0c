package asking

import (
	"context"
	"maps"
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// DatabaseMovement is the movement of a database's contacts between two results.
type DatabaseMovement struct {
	Database calculation.DatabaseID
	// Counts are those of scoring.Movement.
	Counts []int32
}

// Compare counts the movement between two revisions, by database. Its errors are those of Archive.Pairs.
func Compare(ctx context.Context, archive Archive, of Pair) ([]DatabaseMovement, error) {
	visits := of.From.Key.Channel == calculation.Web
	movements := map[calculation.DatabaseID]*scoring.Movement{}
	err := archive.Pairs(ctx, of, func(id calculation.ChunkID, from, to []byte) error {
		m := movements[id.Database]
		if m == nil {
			m = scoring.NewMovement(visits)
			movements[id.Database] = m
		}
		m.Add(from, to)
		return nil
	})
	if err != nil {
		return nil, err
	}
	var list []DatabaseMovement
	for _, database := range slices.Sorted(maps.Keys(movements)) {
		list = append(list, DatabaseMovement{Database: database, Counts: movements[database].Counts()})
	}
	return list, nil
}
