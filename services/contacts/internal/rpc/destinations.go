package rpc

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/spec"
)

// DestinationServer implements DestinationService.
type DestinationServer struct {
	contactsv1.UnimplementedDestinationServiceServer
	app *destination.App
}

// NewDestinationServer returns a server.
func NewDestinationServer(app *destination.App) *DestinationServer {
	return &DestinationServer{app: app}
}

// ListDestinations returns the account's destinations.
func (s *DestinationServer) ListDestinations(
	ctx context.Context, _ *contactsv1.ListDestinationsRequest,
) (*contactsv1.ListDestinationsResponse, error) {
	all, err := s.app.Destinations(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListDestinationsResponse{Limit: destination.Limit}
	for i := range all {
		res.Items = append(res.Items, destinationToProto(&all[i]))
	}
	return res, nil
}

// CreateDestination creates a destination.
func (s *DestinationServer) CreateDestination(
	ctx context.Context, req *contactsv1.CreateDestinationRequest,
) (*contactsv1.CreateDestinationResponse, error) {
	selection, err := selectionOf(req.GetSelection())
	if err != nil {
		return nil, err
	}
	d := &destination.Destination{
		Account: account(ctx), Name: req.GetName(), MadeBy: actor(ctx, "").Who, Selection: selection,
		Target: destination.Target{
			Provider: destination.Provider(req.GetProvider()), Region: req.GetRegion(), List: req.GetList(), Tag: req.GetTag(),
			Field: req.GetField(),
		},
	}
	if err := s.app.Add(ctx, d, req.GetKey()); err != nil {
		return nil, err
	}
	made, err := s.app.Find(ctx, d.Account, d.ID)
	if err != nil {
		return nil, err
	}
	return &contactsv1.CreateDestinationResponse{Destination: destinationToProto(made)}, nil
}

// UpdateDestination replaces name, selection and, unless it is empty, the key.
func (s *DestinationServer) UpdateDestination(
	ctx context.Context, req *contactsv1.UpdateDestinationRequest,
) (*contactsv1.UpdateDestinationResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	selection, err := selectionOf(req.GetSelection())
	if err != nil {
		return nil, err
	}
	changed, err := s.app.Change(ctx, &destination.Destination{
		ID: id, Account: account(ctx), Name: req.GetName(), MadeBy: actor(ctx, "").Who, Selection: selection,
	}, req.GetKey())
	if err != nil {
		return nil, err
	}
	return &contactsv1.UpdateDestinationResponse{Destination: destinationToProto(changed)}, nil
}

// DeleteDestination deletes a destination.
func (s *DestinationServer) DeleteDestination(
	ctx context.Context, req *contactsv1.DeleteDestinationRequest,
) (*contactsv1.DeleteDestinationResponse, error) {
	return &contactsv1.DeleteDestinationResponse{}, about(ctx, req.GetId(), s.app.Remove)
}

// PauseDestination stops adding contacts.
func (s *DestinationServer) PauseDestination(
	ctx context.Context, req *contactsv1.PauseDestinationRequest,
) (*contactsv1.PauseDestinationResponse, error) {
	return &contactsv1.PauseDestinationResponse{}, about(ctx, req.GetId(), s.app.Pause)
}

// ResumeDestination ends a pause.
func (s *DestinationServer) ResumeDestination(
	ctx context.Context, req *contactsv1.ResumeDestinationRequest,
) (*contactsv1.ResumeDestinationResponse, error) {
	return &contactsv1.ResumeDestinationResponse{}, about(ctx, req.GetId(), s.app.Resume)
}

// RunDestination starts a run.
func (s *DestinationServer) RunDestination(
	ctx context.Context, req *contactsv1.RunDestinationRequest,
) (*contactsv1.RunDestinationResponse, error) {
	return &contactsv1.RunDestinationResponse{}, about(ctx, req.GetId(), s.app.Want)
}

func about(ctx context.Context, text string, do func(context.Context, contact.AccountID, uuid.UUID) error) error {
	id, err := parseID(text)
	if err != nil {
		return err
	}
	return do(ctx, account(ctx), id)
}

// ListDestinationRuns returns the newest receipts.
func (s *DestinationServer) ListDestinationRuns(
	ctx context.Context, req *contactsv1.ListDestinationRunsRequest,
) (*contactsv1.ListDestinationRunsResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	runs, err := s.app.Runs(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListDestinationRunsResponse{}
	for i := range runs {
		res.Items = append(res.Items, destinationRunToProto(&runs[i]))
	}
	return res, nil
}

func selectionOf(s *contactsv1.DestinationSelection) (destination.Selection, error) {
	scoring, err := parseID(s.GetScoringId())
	if err != nil {
		return destination.Selection{}, err
	}
	selection := destination.Selection{
		Scoring: scoring, Channel: spec.ParseChannel(s.GetScoringType()), Reasons: s.GetReasons(),
	}
	for _, band := range s.GetBands() {
		selection.Bands = append(selection.Bands, int(band))
	}
	return selection, nil
}

func destinationToProto(d *destination.Destination) *contactsv1.Destination {
	item := &contactsv1.Destination{
		Id: d.ID.String(), Name: d.Name, Provider: string(d.Provider), Region: d.Region, List: d.List, Tag: d.Tag,
		Field: d.Field, ScoringId: d.Scoring.String(), ScoringType: d.Channel.String(), Reasons: d.Reasons,
		State: destinationState(d), MemberCount: int32(d.Members), CreatedAt: timestamppb.New(d.CreatedAt), MadeBy: d.MadeBy,
	}
	for _, band := range d.Bands {
		item.Bands = append(item.Bands, int32(band))
	}
	if d.DueAt != nil {
		item.NextAt = timestamppb.New(*d.DueAt)
	}
	if d.LastRun != nil {
		item.LastRun = destinationRunToProto(d.LastRun)
	}
	return item
}

func destinationState(d *destination.Destination) string {
	switch {
	case d.PausedAt != nil:
		return "PAUSED"
	case d.LastRun != nil && d.LastRun.EndedAt == nil:
		return "RUNNING"
	case d.Failures > 0:
		return "FAILING"
	case d.LastRun == nil:
		return "WAITING"
	default:
		return "ACTIVE"
	}
}

func destinationRunToProto(r *destination.Run) *contactsv1.DestinationRun {
	item := &contactsv1.DestinationRun{
		Id: r.ID.String(), BegunAt: timestamppb.New(r.BegunAt), AddedCount: int32(r.Added), ChangedCount: int32(r.Changed),
		RemovedCount: int32(r.Removed), LeftOutCount: int32(r.LeftOut), Failure: string(r.Failure),
		ForgottenCount: int32(r.Forgotten),
	}
	if r.EndedAt != nil {
		item.EndedAt = timestamppb.New(*r.EndedAt)
	}
	if r.Date != nil {
		item.GeneratedDate = r.Date.Format(time.DateOnly)
	}
	for _, why := range slices.Sorted(maps.Keys(r.Refused)) {
		item.Refused = append(item.Refused, &contactsv1.DestinationRefusal{Reason: string(why), Count: int32(r.Refused[why])})
	}
	return item
}
