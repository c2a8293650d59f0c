package pg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// PutNotifications stores notifications by their inbox keys. It drops those of a single account that does not exist.
func (s notifications) PutNotifications(ctx context.Context, list ...core.Notification) error {
	// By account, so that each account is entered once, then by time, which becomes the order of their ids.
	list = slices.SortedStableFunc(slices.Values(list), func(a, b core.Notification) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), a.At.Compare(b.At))
	})
	account := func(n core.Notification) int32 { return int32(n.Account) }
	err := pgdb.PipelineEach(ctx, s.db, list, account, func(q pgdb.Querier, n core.Notification) error {
		return s.q.PutNotification(ctx, q, notificationRow(n))
	})
	if err != nil && list[0].Account == list[len(list)-1].Account && constraint(err) == "notifications_account_id_fkey" {
		return nil
	}
	return wrap(err, "put notifications")
}

// Notify stores a notification in the transaction of its event.
func (s notifications) Notify(ctx context.Context, q pgdb.Querier, n core.Notification) error {
	return wrap(s.q.PutNotification(ctx, q, notificationRow(n)), "put notification")
}

func notificationRow(n core.Notification) db.PutNotificationParams {
	row := db.PutNotificationParams{
		AccountID: int32(n.Account), InboxKey: n.InboxKey(), Kind: int16(n.Kind), SubjectID: n.Subject,
		Channel:   int16(n.Channel),
		KeptCount: n.Kept, RefusedCount: n.Refused, CreatedAt: n.At,
		Reasons:     append([]string{}, n.Reasons...), // the column is not null
		ScoringName: n.ScoringName, FileName: n.FileName, ImportKind: n.ImportKind,
	}
	if !n.GeneratedDate.IsZero() {
		row.GeneratedDate = &n.GeneratedDate
	}
	return row
}

// Notifications returns a page of an account's notifications, with the total and the user's unread ones.
func (s notifications) Notifications(
	ctx context.Context, account core.AccountID, user core.UserID, since time.Time, page core.Page,
) (core.NotificationPage, error) {
	var list core.NotificationPage
	id := int32(account)
	var read int32
	var rows []db.ListNotificationsRow
	err := s.db.Read(ctx, id, func(q pgdb.Querier) error {
		return pgdb.Together(
			ctx, q,
			func(q pgdb.Querier) (err error) {
				read, err = s.q.GetReadPosition(ctx, q, db.GetReadPositionParams{AccountID: id, UserID: int64(user)})
				if err != nil && !errors.Is(err, pgx.ErrNoRows) {
					return fmt.Errorf("read position: %w", err)
				}
				unread, err := s.q.CountUnread(ctx, q, db.CountUnreadParams{AccountID: id, ID: read, Since: since})
				list.Unread = int(unread)
				return wrap(err, "count unread")
			},
			func(q pgdb.Querier) error {
				total, err := s.q.CountNotifications(ctx, q, db.CountNotificationsParams{AccountID: id, Since: since})
				list.Total = int(total)
				return wrap(err, "count")
			},
			func(q pgdb.Querier) (err error) {
				rows, err = s.q.ListNotifications(ctx, q, db.ListNotificationsParams{
					AccountID: id, Since: since, Size: int32(page.Size), Skipped: int32(page.Skipped),
				})
				return err
			},
		)
	})
	for _, row := range rows {
		list.Items = append(list.Items, notification(account, row, read))
	}
	return list, wrap(err, "list notifications")
}

func notification(account core.AccountID, row db.ListNotificationsRow, read int32) core.Notification {
	n := core.Notification{
		ID: row.ID, Account: account, Kind: core.NotificationKind(row.Kind), Subject: row.SubjectID,
		Kept: row.KeptCount, Refused: row.RefusedCount, At: row.CreatedAt, Read: row.ID <= read,
		Reasons: row.Reasons, ScoringName: row.ScoringName, FileName: row.FileName, ImportKind: row.ImportKind,
	}
	if row.GeneratedDate != nil {
		n.GeneratedDate = *row.GeneratedDate
		for _, channel := range row.Channels {
			n.Channels = append(n.Channels, int32(channel))
		}
	}
	return n
}

// ReadNotifications moves a user's read position forward, never back.
func (s notifications) ReadNotifications(
	ctx context.Context, account core.AccountID, user core.UserID, upTo int32,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		return wrap(
			s.q.ReadNotifications(ctx, tx, db.ReadNotificationsParams{
				AccountID: int32(account), UserID: int64(user), UpTo: upTo,
			}),
			"keep read position",
		)
	})
}

// CleanMails removes old mails, which no mail server has taken.
func (s notifications) CleanMails(ctx context.Context, before time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		_, err := s.q.CleanMails(ctx, tx, before)
		return wrap(err, "clean mails")
	})
}

// CleanNotifications removes old notifications.
func (s notifications) CleanNotifications(ctx context.Context, before time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		_, err := s.q.CleanNotifications(ctx, tx, before)
		return wrap(err, "clean notifications")
	})
}
