package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/figure"
	"puls.app/services/kit/pgdb"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg/db"
)

// Dates returns the days with results.
func (s *Store) Dates(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) ([]time.Time, error) {
	return list(ctx, s, account, "list dates", func(q pgdb.Querier) ([]time.Time, error) {
		return s.q.ListDates(ctx, q, db.ListDatesParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int32(channel),
		})
	}, asIs)
}

func asIs[T any](one T) (T, error) { return one, nil }

// endOfTime is later than any day with a result.
var endOfTime = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)

// Newest returns the latest day with a result, up to the key's date.
func (s *Store) Newest(ctx context.Context, account core.AccountID, upTo core.Key) (time.Time, error) {
	return s.date(ctx, account, func(q pgdb.Querier) (time.Time, error) { return s.newest(ctx, q, account, upTo) })
}

func (s *Store) newest(
	ctx context.Context, q pgdb.Querier, account core.AccountID, upTo core.Key,
) (time.Time, error) {
	if upTo.Date.IsZero() {
		upTo.Date = endOfTime
	}
	return s.q.GetNewestDate(ctx, q, db.GetNewestDateParams{
		AccountID: int32(account), ScoringID: upTo.Scoring, Channel: int16(upTo.Channel), Until: upTo.Date,
	})
}

// Oldest returns the first day with a result.
func (s *Store) Oldest(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) (time.Time, error) {
	return s.date(ctx, account, func(q pgdb.Querier) (time.Time, error) {
		return s.q.GetOldestDate(ctx, q, db.GetOldestDateParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(channel),
		})
	})
}

// date returns the day that a query finds, or core.ErrNotFound.
func (s *Store) date(
	ctx context.Context, account core.AccountID, read func(q pgdb.Querier) (time.Time, error),
) (date time.Time, err error) {
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		date, err = read(q)
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return date, core.ErrNotFound
	}
	if err != nil {
		return date, fmt.Errorf("find the day of a result: %w", err)
	}
	return date, nil
}

// Result returns one result; a key without a date selects the newest.
func (s *Store) Result(ctx context.Context, account core.AccountID, key core.Key) (*core.Result, error) {
	return s.result(ctx, account, key, func(q pgdb.Querier) ([]db.ListPartsRow, error) {
		if !key.Date.IsZero() {
			return s.q.ListParts(ctx, q, db.ListPartsParams{
				AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
			})
		}
		newest, err := s.q.ListNewestParts(ctx, q, db.ListNewestPartsParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel),
		})
		rows := make([]db.ListPartsRow, 0, len(newest))
		for _, row := range newest {
			rows = append(rows, db.ListPartsRow(row))
		}
		return rows, err
	})
}

// Shown returns one result with the data that a report shows beside it.
func (s *Store) Shown(ctx context.Context, account core.AccountID, key core.Key) (shown core.Shown, err error) {
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		if key.Date.IsZero() {
			if key.Date, err = s.newest(ctx, q, account, key); errors.Is(err, pgx.ErrNoRows) {
				return core.ErrNotFound
			} else if err != nil {
				return err
			}
		}
		var receipts []db.ListReceiptsRow
		err = pgdb.Together(
			ctx, q,
			func(q pgdb.Querier) error {
				rows, err := s.q.ListParts(ctx, q, db.ListPartsParams{
					AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
				})
				if err == nil {
					shown.Result, err = fromRows(key, rows)
				}
				return err
			},
			func(q pgdb.Querier) (err error) {
				receipts, err = s.q.ListReceipts(ctx, q, db.ListReceiptsParams{
					AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
				})
				return err
			},
			func(q pgdb.Querier) (err error) { shown.Before, err = s.before(ctx, q, account, key); return err },
		)
		if err != nil {
			return err
		}
		shown.Receipts, err = receiptsOf(receipts, shown.Revision)
		return err
	})
	if err != nil {
		return core.Shown{}, fmt.Errorf("read result: %w", err)
	}
	return shown, nil
}

// before returns the exclusions that a day's are compared with.
func (s *Store) before(
	ctx context.Context, q pgdb.Querier, account core.AccountID, key core.Key,
) (before core.Exclusions, err error) {
	day, around, compared := key.Compared()
	if !compared {
		return before, nil
	}
	rows, err := s.q.ListNearestExclusions(ctx, q, db.ListNearestExclusionsParams{
		AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel),
		StartDay: around.Start, EndDay: around.End, ToDay: day,
	})
	if err != nil {
		return before, err
	}
	before.Excluded = make(map[core.DatabaseID]map[string]int, len(rows))
	for _, row := range rows {
		before.Date = row.GeneratedDate.UTC()
		if before.Excluded[core.DatabaseID(row.DatabaseID)], err = excludedOf(row.Excluded); err != nil {
			return before, err
		}
	}
	return before, nil
}

func excludedOf(stored []byte) (counts map[string]int, err error) {
	if err := json.Unmarshal(stored, &counts); err != nil {
		return nil, fmt.Errorf("read excluded: %w", err)
	}
	return counts, nil
}

// result reads the rows of one result, or returns core.ErrNotFound.
func (s *Store) result(
	ctx context.Context, account core.AccountID, key core.Key, read func(q pgdb.Querier) ([]db.ListPartsRow, error),
) (*core.Result, error) {
	rows, err := list(ctx, s, account, "read result", read, asIs)
	if err != nil {
		return nil, err
	}
	return fromRows(key, rows)
}

// fromRows reads the fields common to all rows of a result from the first row. It fails with core.ErrNotFound if there
// are no rows.
func fromRows(key core.Key, rows []db.ListPartsRow) (*core.Result, error) {
	if len(rows) == 0 {
		return nil, core.ErrNotFound
	}
	head := rows[0]
	key.Date = head.GeneratedDate.UTC()
	r := &core.Result{Key: key, Made: core.Made{Revision: int(head.Revision), At: head.CalculatedAt}}
	if err := json.Unmarshal(head.ReferenceValues, &r.References); err != nil {
		return nil, fmt.Errorf("read references: %w", err)
	}
	if head.Samples != nil {
		if err := json.Unmarshal(head.Samples, &r.Samples); err != nil {
			return nil, fmt.Errorf("read samples: %w", err)
		}
	}
	if head.Machines != nil {
		if err := json.Unmarshal(head.Machines, &r.Machines); err != nil {
			return nil, fmt.Errorf("read machines: %w", err)
		}
	}
	if head.Config != nil {
		if err := json.Unmarshal(head.Config, &r.Config); err != nil {
			return nil, fmt.Errorf("read configuration: %w", err)
		}
	}
	for _, row := range rows {
		part := core.Part{DatabaseID: core.DatabaseID(row.DatabaseID), UID: core.UID(row.Uid), Figures: core.Figures{
			Scored: tally(row.Bands, row.ScoreSum), Known: tally(row.KnownBands, row.KnownSum), New: bands(row.NewBands),
		}}
		var err error
		if part.Excluded, err = excludedOf(row.Excluded); err != nil {
			return nil, err
		}
		r.Parts = append(r.Parts, part)
	}
	return r, nil
}

func tally[Count int32 | int64](counts []Count, sum int64) figure.Tally {
	return figure.Tally{Bands: bands(counts), Sum: int(sum)}
}

func bands[Count int32 | int64](counts []Count) (b figure.Bands) {
	for band, count := range counts {
		b[band] = int(count)
	}
	return b
}
