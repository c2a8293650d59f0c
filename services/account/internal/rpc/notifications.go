package rpc

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/core"
	"puls.app/services/spec"
)

// Notifications serves NotificationService.
type Notifications struct {
	accountv1.UnimplementedNotificationServiceServer
	App *core.Notifications
}

// ListNotifications returns a page of notifications.
func (s *Notifications) ListNotifications(
	ctx context.Context, req *accountv1.ListNotificationsRequest,
) (*accountv1.ListNotificationsResponse, error) {
	list, err := s.App.List(ctx, caller(ctx), core.PageOf(int(req.GetPage()), int(req.GetPageSize())))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListNotificationsResponse{UnreadCount: int32(list.Unread), Total: int32(list.Total)}
	for _, n := range list.Items {
		item := &accountv1.Notification{
			Id: n.ID, Kind: accountv1.NotificationKind(n.Kind), SubjectId: n.Subject,
			KeptCount: n.Kept, RefusedCount: n.Refused, CreatedAt: timestamppb.New(n.At), Read: n.Read,
			Reasons: n.Reasons, ScoringName: n.ScoringName, FileName: n.FileName, ImportKind: n.ImportKind,
		}
		if !n.GeneratedDate.IsZero() {
			item.GeneratedDate = n.GeneratedDate.Format(time.DateOnly)
		}
		for _, channel := range n.Channels {
			item.ScoringTypes = append(item.ScoringTypes, spec.Channel(channel).String())
		}
		if len(item.GetScoringTypes()) > 0 {
			item.ScoringType = item.GetScoringTypes()[0]
		}
		res.Items = append(res.Items, item)
	}
	return res, nil
}

// ReadNotifications marks notifications as read.
func (s *Notifications) ReadNotifications(
	ctx context.Context, req *accountv1.ReadNotificationsRequest,
) (*accountv1.ReadNotificationsResponse, error) {
	if err := s.App.Read(ctx, caller(ctx), req.GetUpToId()); err != nil {
		return nil, err
	}
	return &accountv1.ReadNotificationsResponse{}, nil
}
