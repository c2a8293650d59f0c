package rpc

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/account/internal/core"
)

// Notifications answers NotificationService.
type Notifications struct {
	accountv1.UnimplementedNotificationServiceServer
	app *core.App
}

// NewNotifications makes a server.
func NewNotifications(app *core.App) *Notifications { return &Notifications{app: app} }

// ListNotifications answers the newest notifications.
func (s *Notifications) ListNotifications(ctx context.Context, _ *accountv1.ListNotificationsRequest) (*accountv1.ListNotificationsResponse, error) {
	list, unread, err := s.app.Notifications(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListNotificationsResponse{UnreadCount: int32(unread)}
	for _, n := range list {
		item := &accountv1.Notification{
			Id: n.ID, Kind: accountv1.NotificationKind(n.Kind), SubjectId: n.Subject, Channel: typev1.Channel(n.Channel),
			KeptCount: n.Kept, RefusedCount: n.Refused, CreatedAt: timestamppb.New(n.At), Read: n.Read,
			Reasons: n.Reasons,
		}
		if !n.GeneratedDate.IsZero() {
			item.GeneratedDate = n.GeneratedDate.Format(time.DateOnly)
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// ReadNotifications marks notifications as read.
func (s *Notifications) ReadNotifications(ctx context.Context, req *accountv1.ReadNotificationsRequest) (*accountv1.ReadNotificationsResponse, error) {
	if err := s.app.ReadNotifications(ctx, caller(ctx), req.GetUpToId()); err != nil {
		return nil, err
	}
	return &accountv1.ReadNotificationsResponse{}, nil
}
