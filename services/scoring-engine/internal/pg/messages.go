package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg/db"
)

const (
	// blockPage is how many blocks of message ids are in memory at a time.
	blockPage = 64
	// mergedBlocks is the maximum number of blocks that one transaction merges.
	mergedBlocks = 1024
	// fullBlock is the size in bytes from which a block is no longer merged.
	fullBlock = 512 << 10
	// fullDays is the number of days from which a block is no longer merged: it is removed with its last one.
	fullDays = 90
	// newestBlocks is how many of the newest ids are not merged. It exceeds by far the number of batches that are stored
	// at the same time.
	newestBlocks = 1000
)

// MessageBlocks calls visit with each block of message ids that arrived with facts of the given days, by id. A message
// of blocks that are merged meanwhile may be visited twice.
func (s facts) MessageBlocks(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID, first, last segment.Day,
	visit func(block []byte) error,
) error {
	next := db.ListMessageBlocksParams{
		DatabaseID: int32(database), Channel: int16(channel), First: int32(first), Last: int32(last), Limit: blockPage,
	}
	for {
		rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListMessageBlocksRow, error) {
			return s.q.ListMessageBlocks(ctx, q, next)
		})
		if err != nil {
			return fmt.Errorf("list message blocks: %w", err)
		}
		for _, row := range rows {
			if err := visit(row.Payload); err != nil {
				return fmt.Errorf("read message block %d: %w", row.ID, err)
			}
			next.ID = row.ID
		}
		if len(rows) < blockPage {
			return nil
		}
	}
}

// MergeMessages merges the open blocks of each database and channel with at least blockPage of them, oldest first.
func (s facts) MergeMessages(ctx context.Context, merge func(blocks [][]byte) ([]byte, error)) error {
	open, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListOpenMessagesRow, error) {
		return s.q.ListOpenMessages(ctx, q, db.ListOpenMessagesParams{Newest: newestBlocks, Least: blockPage})
	})
	if err != nil {
		return fmt.Errorf("list open message blocks: %w", err)
	}
	var failed []error
	for _, of := range open {
		oldest := db.LockOpenMessagesParams{
			DatabaseID: of.DatabaseID, Channel: of.Channel, Newest: newestBlocks, Most: mergedBlocks, Size: fullBlock,
		}
		for more := true; more; {
			err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
				more, err = s.mergeBlocks(ctx, tx, oldest, merge)
				return err
			})
			if err != nil {
				failed = append(failed, fmt.Errorf("database %d channel %d: %w", of.DatabaseID, of.Channel, err))
				break
			}
		}
	}
	return errors.Join(failed...)
}

// mergeBlocks merges the oldest open blocks into the last of them: a reader that has passed the first ones still meets
// their messages there.
func (s facts) mergeBlocks(
	ctx context.Context, tx pgx.Tx, oldest db.LockOpenMessagesParams, merge func(blocks [][]byte) ([]byte, error),
) (more bool, err error) {
	rows, err := s.q.LockOpenMessages(ctx, tx, oldest)
	if err != nil {
		return false, fmt.Errorf("lock message blocks: %w", err)
	}
	if len(rows) == 0 || len(rows) == 1 && len(rows[0].Payload) < fullBlock {
		return false, nil
	}
	var ids []int64
	var blocks [][]byte
	into := db.UpdateMessageBlockParams{FirstDay: rows[0].FirstDay, LastDay: rows[0].LastDay}
	for _, row := range rows {
		ids, blocks = append(ids, row.ID), append(blocks, row.Payload)
		into.ID, into.FirstDay, into.LastDay = row.ID, min(into.FirstDay, row.FirstDay), max(into.LastDay, row.LastDay)
	}
	if into.Payload, err = merge(blocks); err != nil {
		return false, err
	}
	into.IsFull = len(into.Payload) >= fullBlock || len(rows) == 1 || into.LastDay-into.FirstDay >= fullDays
	if err := s.q.UpdateMessageBlock(ctx, tx, into); err != nil {
		return false, fmt.Errorf("write merged message block: %w", err)
	}
	if err := s.q.DeleteMessageBlocks(ctx, tx, ids[:len(ids)-1]); err != nil {
		return false, fmt.Errorf("remove merged message blocks: %w", err)
	}
	return true, nil
}
