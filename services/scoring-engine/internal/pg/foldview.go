package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// The statements of this file are handwritten for the same reason as selectSegments.
const (
	// selectFolds finds the folds whose horizon is not after the last day of the windows and that begin by a given day.
	selectFolds = `SELECT chunk, first_day, horizon, weeks, plane_sizes, late_sizes, coalesce(length(residue), 0) FROM folds
		WHERE database_id = $1 AND channel = $2 AND chunk = ANY($3) AND horizon <= $4 AND first_day <= $5`
	// selectUnfolded is selectSegments without the bytes of segments that may be folded.
	selectUnfolded = `SELECT s.chunk, CASE WHEN s.level = 0 OR f.chunk IS NULL THEN s.payload END, s.id, s.first_day, s.size
		FROM segments s LEFT JOIN folds f ON f.database_id = s.database_id AND f.channel = s.channel AND f.chunk = s.chunk
			AND f.first_day <= $6 AND f.horizon <= $5
		WHERE s.database_id = $1 AND s.channel = $2 AND s.chunk = ANY($3) AND s.last_day >= $4 AND s.first_day <= $5
		ORDER BY s.chunk`
	selectNames = `SELECT week, names FROM cohorts WHERE database_id = $1 AND channel = $2 AND chunk = $3`
	// selectChosen reads the chosen parts of a folded chunk; planes have a first column of 1.
	selectChosen = `SELECT 1, planes FROM cohorts WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND week = ANY($4)
		UNION ALL SELECT 0, late FROM cohorts
			WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND week = ANY($5) AND late IS NOT NULL
		UNION ALL SELECT 0, residue FROM folds
			WHERE $7 AND database_id = $1 AND channel = $2 AND chunk = $3 AND residue IS NOT NULL
		UNION ALL SELECT 0, payload FROM segments WHERE id = ANY($6)`
)

// countingView is one call of Count for one database.
type countingView struct {
	*reader
	database calculation.DatabaseID
	windows  counting.Windows
	visit    func(calculation.ChunkID, calculation.ChunkFacts) error
}

// foldedChunk is a chunk that may be counted from its fold.
type foldedChunk struct {
	fold  cohort.Fold
	base  []cohort.Segment
	fresh [][]byte
}

// Count calls visit with the cheapest facts that yield the counts of windows; chunks with a fold come last.
func (r *reader) Count(
	ctx context.Context, ids []calculation.ChunkID, windows counting.Windows,
	visit func(calculation.ChunkID, calculation.ChunkFacts) error,
) error {
	return byDatabase(ids, func(database calculation.DatabaseID, chunks []int32) error {
		v := &countingView{reader: r, database: database, windows: windows, visit: visit}
		folded, err := v.unfolded(ctx, chunks)
		if err != nil {
			return err
		}
		for _, chunk := range chunks {
			if f := folded[chunk]; f != nil {
				if err := v.folded(ctx, chunk, f); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// unfolded visits the chunks that have no fold and returns the others.
func (v *countingView) unfolded(ctx context.Context, chunks []int32) (_ map[int32]*foldedChunk, err error) {
	first, last := v.windows.First(), v.windows.D-1
	begun := first // for visits, days before a fold are counted from facts
	if v.channel == calculation.Web {
		begun = last
	}
	database, channel := int32(v.database), int16(v.channel)
	var batch pgx.Batch
	batch.Queue(selectFolds, database, channel, chunks, int32(last), int32(begun))
	batch.Queue(selectUnfolded, database, channel, chunks, int32(first), int32(last), int32(begun))
	results := v.tx.SendBatch(ctx, &batch)
	defer func() { err = errors.Join(err, results.Close()) }()
	rows, err := results.Query()
	if err != nil {
		return nil, fmt.Errorf("select folds: %w", err)
	}
	folded := map[int32]*foldedChunk{}
	var chunk int32
	var fold cohort.Fold
	var weeks, planes, late []int32
	_, err = pgx.ForEachRow(rows, []any{&chunk, &fold.First, &fold.Horizon, &weeks, &planes, &late, &fold.Residue},
		func() error {
			f := &foldedChunk{fold: fold}
			for i, week := range weeks {
				f.fold.Cohorts = append(f.fold.Cohorts, cohort.Size{Week: week, Planes: int(planes[i]), Late: int(late[i])})
			}
			folded[chunk] = f
			return nil
		})
	if err != nil {
		return nil, fmt.Errorf("read folds: %w", err)
	}
	if rows, err = results.Query(); err != nil {
		return nil, fmt.Errorf("select segments: %w", err)
	}
	return folded, v.readRows(rows, v.database, func(raw [][]byte) bool {
		f := folded[int32(binary.BigEndian.Uint32(raw[0]))]
		switch {
		case f == nil:
			return true
		case raw[1] != nil:
			f.fresh = append(f.fresh, append([]byte(nil), raw[1]...))
		default:
			day := segment.Day(int32(binary.BigEndian.Uint32(raw[3])))
			f.base = append(f.base, cohort.Segment{
				ID: int64(binary.BigEndian.Uint64(raw[2])), Week: segment.Period(day), Size: int(binary.BigEndian.Uint32(raw[4])),
			})
		}
		return false
	}, func(id calculation.ChunkID, segments []segment.Segment) error {
		return v.visit(id, calculation.ChunkFacts{Segments: segments})
	})
}

// folded visits a chunk with a fold. If the fold is damaged, it visits the facts alone and adds the fold to damaged, to
// be reported and dropped.
func (v *countingView) folded(ctx context.Context, chunk int32, f *foldedChunk) error {
	id := calculation.ChunkID{Database: v.database, Chunk: uint32(chunk)}
	fresh := make([]segment.Segment, 0, len(f.fresh))
	for _, data := range f.fresh {
		opened, err := segment.Open(data)
		if err != nil {
			return fmt.Errorf("open segment of database %d chunk %d: %w", id.Database, id.Chunk, err)
		}
		fresh = append(fresh, opened)
	}
	choose, err := v.choose(ctx, chunk, f.base, fresh)
	if err != nil {
		return err
	}
	choice := choose(&f.fold)
	facts, err := v.chosen(ctx, id, choice)
	if choice.Folded && errors.Is(err, segment.ErrCorrupt) {
		v.damaged = append(v.damaged, damage{id, err})
		facts, err = v.chosen(ctx, id, choose(nil))
	}
	if err != nil {
		return fmt.Errorf("read database %d chunk %d: %w", id.Database, id.Chunk, err)
	}
	facts.Segments = append(facts.Segments, fresh...)
	return v.visit(id, facts)
}

// choose returns the function that selects the parts of a chunk to read, given its fold or nil.
func (v *countingView) choose(
	ctx context.Context, chunk int32, base []cohort.Segment, fresh []segment.Segment,
) (func(*cohort.Fold) cohort.Choice, error) {
	if v.channel == calculation.Web {
		weeks := cohort.WeeksOf(fresh, v.windows.First(), v.windows.D-1)
		return func(fold *cohort.Fold) cohort.Choice {
			return cohort.ChooseVisits(fold, base, func(week int32) bool { return weeks[week] })
		}, nil
	}
	touched, err := v.touched(ctx, chunk, fresh)
	return func(fold *cohort.Fold) cohort.Choice {
		return cohort.Choose(fold, base, v.windows.Firsts(), v.windows.D-1, touched)
	}, err
}

// touched returns the weeks whose messages may have fresh facts in the windows.
func (v *countingView) touched(ctx context.Context, chunk int32, fresh []segment.Segment) (func(int32) bool, error) {
	keys, err := cohort.Keys(fresh, v.windows.First(), v.windows.D-1)
	if err != nil {
		return nil, fmt.Errorf("read fresh facts: %w", err)
	}
	weeks := map[int32]bool{}
	touched := func(week int32) bool { return weeks[week] }
	if len(keys) == 0 {
		return touched, nil
	}
	rows, err := v.tx.Query(ctx, selectNames, int32(v.database), int16(v.channel), chunk)
	if err != nil {
		return nil, fmt.Errorf("select names: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		raw := rows.RawValues()
		weeks[int32(binary.BigEndian.Uint32(raw[0]))] = cohort.Names(raw[1]).HaveAny(keys)
	}
	return touched, rows.Err()
}

// chosen reads the selected parts of a chunk.
func (v *countingView) chosen(
	ctx context.Context, id calculation.ChunkID, c cohort.Choice,
) (facts calculation.ChunkFacts, err error) {
	rows, err := v.tx.Query(ctx, selectChosen, int32(v.database), int16(v.channel), int32(id.Chunk), c.Planes, c.Late,
		c.Segments, c.Folded)
	if err != nil {
		return facts, fmt.Errorf("select chosen facts: %w", err)
	}
	defer rows.Close()
	v.arena, v.ends = v.arena[:0], v.ends[:0]
	planes := 0
	for rows.Next() {
		raw := rows.RawValues()
		if binary.BigEndian.Uint32(raw[0]) == 1 {
			planes++ // they come first
		}
		v.arena = append(v.arena, raw[1]...)
		v.ends = append(v.ends, len(v.arena))
	}
	if err := rows.Err(); err != nil {
		return facts, err
	}
	v.segments = v.segments[:0]
	begin := 0
	for i, end := range v.ends {
		data := v.arena[begin:end:end]
		begin = end
		if i < planes {
			opened, err := cohort.Open(data)
			if err != nil {
				return facts, err
			}
			if (opened.Form() == segment.Visits) != (v.channel == calculation.Web) {
				return facts, fmt.Errorf("%w: planes of another channel", segment.ErrCorrupt)
			}
			facts.Planes = append(facts.Planes, opened)
			continue
		}
		opened, err := segment.Open(data)
		if err != nil {
			return facts, err
		}
		v.segments = append(v.segments, opened)
	}
	if len(facts.Planes) != len(c.Planes) {
		return facts, fmt.Errorf("%w: %d of %d cohorts", segment.ErrCorrupt, len(facts.Planes), len(c.Planes))
	}
	facts.Segments = v.segments
	return facts, nil
}
