package rpc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/spec"
)

// GroupExportServer implements GroupExportService.
type GroupExportServer struct {
	contactsv1.UnimplementedGroupExportServiceServer
	app *audience.App
}

// NewGroupExportServer returns a server.
func NewGroupExportServer(app *audience.App) *GroupExportServer {
	return &GroupExportServer{app: app}
}

// ExportToGroups adds the contacts of score bands to groups.
func (s *GroupExportServer) ExportToGroups(
	ctx context.Context, req *contactsv1.ExportToGroupsRequest,
) (*contactsv1.ExportToGroupsResponse, error) {
	var targets []audience.Target
	for _, t := range req.GetTargets() {
		targets = append(targets, audience.Target{
			Min: int(t.GetScoringMin()), Max: int(t.GetScoringMax()), Group: contact.GroupID(t.GetGroupId()),
			NewName: t.GetNewGroupName(),
		})
	}
	order := audience.GroupOrder{
		Channels: spec.Channels(), Targets: targets,
		Visitors: audience.Visitors(req.GetUserFilter()),
	}
	export, err := s.export(ctx, req, order)
	if err != nil {
		return nil, err
	}
	return &contactsv1.ExportToGroupsResponse{Export: export}, nil
}

// ExportExcludedToGroups adds the contacts that were excluded for a reason to groups.
func (s *GroupExportServer) ExportExcludedToGroups(
	ctx context.Context, req *contactsv1.ExportExcludedToGroupsRequest,
) (*contactsv1.ExportExcludedToGroupsResponse, error) {
	var targets []audience.Target
	for _, t := range req.GetTargets() {
		targets = append(targets, audience.Target{
			Reason: t.GetReason(), Group: contact.GroupID(t.GetGroupId()), NewName: t.GetNewGroupName(),
		})
	}
	messages := spec.Messages()
	order := audience.GroupOrder{Channels: messages[:], Targets: targets}
	export, err := s.export(ctx, req, order)
	if err != nil {
		return nil, err
	}
	return &contactsv1.ExportExcludedToGroupsResponse{Export: export}, nil
}

// exportRequest is implemented by both requests.
type exportRequest interface {
	GetId() string
	GetScoringType() string
	GetGeneratedDate() string
	GetUids() []string
}

func (s *GroupExportServer) export(
	ctx context.Context, req exportRequest, order audience.GroupOrder,
) (*contactsv1.GroupExport, error) {
	order.UIDs = req.GetUids()
	order.Of.Account, order.Actor = account(ctx), actor(ctx, "")
	order.Of.Channel = spec.ParseChannel(req.GetScoringType())
	var err error
	if order.Of.Scoring, err = parseID(req.GetId()); err != nil {
		return nil, err
	}
	if order.Of.Date, err = parseDay(req.GetGeneratedDate(), "generatedDate"); err != nil {
		return nil, err
	}
	export, err := s.app.ExportToGroups(ctx, order)
	if err != nil {
		return nil, err
	}
	return groupExportToProto(export), nil
}

func parseID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, fmt.Errorf("read id: %w", err)
	}
	return id, nil
}

// parseDay returns the zero time for an empty text.
func parseDay(text, field string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 1970 {
		bad := fault.New(fault.Invalid, reason.DateInvalid, "there is no such day since 1970")
		return day, bad.WithField(field, bad.Detail)
	}
	return day, nil
}

// ListGroupExports returns the newest receipts of a scoring.
func (s *GroupExportServer) ListGroupExports(
	ctx context.Context, req *contactsv1.ListGroupExportsRequest,
) (*contactsv1.ListGroupExportsResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	exports, err := s.app.GroupExports(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListGroupExportsResponse{}
	for i := range exports {
		res.Items = append(res.Items, groupExportToProto(&exports[i]))
	}
	return res, nil
}

// GetGroupExport returns a receipt.
func (s *GroupExportServer) GetGroupExport(
	ctx context.Context, req *contactsv1.GetGroupExportRequest,
) (*contactsv1.GetGroupExportResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	export, err := s.app.GroupExport(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &contactsv1.GetGroupExportResponse{Export: groupExportToProto(export)}, nil
}

// UndoGroupExport removes the contacts that an export added. A second undo fails with the receipt of the first.
func (s *GroupExportServer) UndoGroupExport(
	ctx context.Context, req *contactsv1.UndoGroupExportRequest,
) (*contactsv1.UndoGroupExportResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	export, err := s.app.UndoGroupExport(ctx, account(ctx), id, actor(ctx, ""))
	if f := fault.From(err); f != nil {
		if undone, ok := f.Current.(*audience.GroupExport); ok {
			return nil, f.WithCurrent(groupExportToProto(undone))
		}
	}
	if err != nil {
		return nil, err
	}
	return &contactsv1.UndoGroupExportResponse{Export: groupExportToProto(export)}, nil
}

func groupExportToProto(e *audience.GroupExport) *contactsv1.GroupExport {
	res := &contactsv1.GroupExport{
		Id: e.ID.String(), ScoringId: e.Of.Scoring.String(), ScoringType: e.Of.Channel.String(),
		GeneratedDate: e.Of.Date.Format(time.DateOnly), MadeAt: timestamppb.New(e.MadeAt), NotContacts: e.NotContacts,
		Erased: e.Erased,
	}
	if e.UndoneAt != nil {
		res.UndoneAt = timestamppb.New(*e.UndoneAt)
	}
	for _, i := range e.Items {
		res.Items = append(res.Items, &contactsv1.GroupExportItem{
			Uid: i.UID, GroupId: int32(i.Group), GroupName: i.Name, Created: i.Created, ScoringMin: int32(i.Min),
			ScoringMax: int32(i.Max), Reason: i.Reason, Added: i.Added, AlreadyThere: i.AlreadyThere, Removed: i.Removed,
		})
	}
	return res
}
