package pg

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"puls.app/services/kit/pgdb"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg/db"
)

func channelParams(channels []core.Channel) []int16 {
	numbers := make([]int16, 0, len(channels))
	for _, channel := range channels {
		numbers = append(numbers, int16(channel))
	}
	return numbers
}

// NewestResults returns the figures of the newest result of every scoring, and those they are compared with.
func (s *Store) NewestResults(
	ctx context.Context, account core.AccountID, channels []core.Channel,
) ([]core.Newest, error) {
	rows, err := list(ctx, s, account, "list newest results", func(q pgdb.Querier) ([]db.ListNewestRow, error) {
		return s.q.ListNewest(ctx, q, db.ListNewestParams{AccountID: int32(account), Channels: channelParams(channels)})
	}, asIs)
	var all []core.Newest
	for _, row := range rows { // one row for each database
		key := core.Key{Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Date: row.GeneratedDate.UTC()}
		if len(all) == 0 || all[len(all)-1].Scoring != key.Scoring || all[len(all)-1].Channel != key.Channel {
			all = append(all, core.Newest{Key: key})
		}
		newest := &all[len(all)-1]
		if key != newest.Key {
			newest.ComparedDate = key.Date
			newest.Compared = newest.Compared.Plus(tally(row.Bands, row.ScoreSum))
			continue
		}
		newest.Scored = newest.Scored.Plus(tally(row.Bands, row.ScoreSum))
		newest.Known = newest.Known.Plus(tally(row.KnownBands, 0))
	}
	return all, err
}

// Weeks returns the sums of every scoring by ISO week.
func (s *Store) Weeks(
	ctx context.Context, account core.AccountID, channels []core.Channel, days core.Days,
) ([]core.Week, error) {
	return list(ctx, s, account, "sum up weeks", func(q pgdb.Querier) ([]db.ListWeeksRow, error) {
		return s.q.ListWeeks(ctx, q, db.ListWeeksParams{
			AccountID: int32(account), FirstMonday: days.Start, LastMonday: days.End, Channels: channelParams(channels),
		})
	}, func(row db.ListWeeksRow) (core.Week, error) {
		return core.Week{
			Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Monday: row.Monday, Sum: int(row.ScoreSum),
			Count: int(row.ScoreCount),
		}, nil
	})
}

// Periods returns the sums of one scoring's channel.
func (s *Store) Periods(
	ctx context.Context, account core.AccountID, of core.Key, days core.Days, by core.Unit, uids []core.UID,
) ([]core.Period, error) {
	names := make([]string, 0, len(uids))
	for _, uid := range uids {
		names = append(names, string(uid))
	}
	return list(ctx, s, account, "sum up periods", func(q pgdb.Querier) ([]db.ListPeriodsRow, error) {
		return s.q.ListPeriods(ctx, q, db.ListPeriodsParams{
			AccountID: int32(account), ScoringID: of.Scoring, Channel: int16(of.Channel), StartDay: days.Start,
			EndDay: days.End, Unit: string(by), Uids: names,
		})
	}, func(row db.ListPeriodsRow) (core.Period, error) {
		return core.Period{
			First: row.FirstDay, Results: int(row.Results), Scored: tally(row.Bands, row.ScoreSum),
			Known: tally(row.KnownBands, row.KnownSum),
		}, nil
	})
}

// UIDs returns the uids of all results of a scoring's channel.
func (s *Store) UIDs(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) ([]core.UID, error) {
	return list(ctx, s, account, "list uids", func(q pgdb.Querier) ([]string, error) {
		return s.q.ListUIDs(ctx, q, db.ListUIDsParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(channel),
		})
	}, func(uid string) (core.UID, error) { return core.UID(uid), nil })
}

// Configs returns the days with a result whose configuration may differ from that of the previous result.
func (s *Store) Configs(
	ctx context.Context, account core.AccountID, of core.Key, days core.Days,
) ([]core.DatedConfig, error) {
	return list(ctx, s, account, "list configurations", func(q pgdb.Querier) ([]db.ListConfigsRow, error) {
		return s.q.ListConfigs(ctx, q, db.ListConfigsParams{
			AccountID: int32(account), ScoringID: of.Scoring, Channel: int16(of.Channel), StartDay: days.Start,
			EndDay: days.End,
		})
	}, func(row db.ListConfigsRow) (core.DatedConfig, error) {
		dated := core.DatedConfig{Date: row.GeneratedDate}
		if err := json.Unmarshal(row.Config, &dated.Config); err != nil {
			return dated, fmt.Errorf("read configuration: %w", err)
		}
		return dated, nil
	})
}
