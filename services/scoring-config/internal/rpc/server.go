// Package rpc translates between gRPC and the use cases. It has no rules.
package rpc

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/scoring-config/internal/core"
)

// Server serves ScoringService.
type Server struct {
	scoringconfigv1.UnimplementedScoringServiceServer
	app *core.App
}

// NewServer returns a server.
func NewServer(app *core.App) *Server { return &Server{app: app} }

func account(ctx context.Context) core.AccountID { return core.AccountID(auth.Account(ctx)) }

func parseID(id string) (uuid.UUID, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return uuid.Nil, core.ErrNotFound
	}
	return parsed, nil
}

const defaultPage = 50

// ListScorings returns scorings of the account.
func (s *Server) ListScorings(
	ctx context.Context, req *scoringconfigv1.ListScoringsRequest,
) (*scoringconfigv1.ListScoringsResponse, error) {
	scorings, total, err := s.app.List(ctx, account(ctx), int(req.GetPage()), cmp.Or(int(req.GetPageSize()), defaultPage))
	if err != nil {
		return nil, err
	}
	res := &scoringconfigv1.ListScoringsResponse{Total: int32(total)}
	for _, scoring := range scorings {
		res.Items = append(res.Items, toProto(scoring))
	}
	return res, nil
}

// CreateScoring adds a draft.
func (s *Server) CreateScoring(
	ctx context.Context, req *scoringconfigv1.CreateScoringRequest,
) (*scoringconfigv1.CreateScoringResponse, error) {
	content := core.Content{
		Name: req.GetName(), Status: core.Draft, LastDraftStep: int(req.GetLastDraftStep()),
		ByWizard:   req.GetIsCreatedByWizard(),
		Predefined: predefinedFromProto(req.GetPredefinedConfigSelection()), Config: configFromProto(req.GetConfig()),
	}
	id, err := s.app.Create(ctx, account(ctx), content)
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.CreateScoringResponse{Id: id.String()}, nil
}

// GetScoring returns one scoring.
func (s *Server) GetScoring(
	ctx context.Context, req *scoringconfigv1.GetScoringRequest,
) (*scoringconfigv1.GetScoringResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	scoring, err := s.app.Get(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &scoringconfigv1.GetScoringResponse{Scoring: toProto(scoring)}, nil
}

// SaveScoring replaces a draft or an inactive scoring.
func (s *Server) SaveScoring(
	ctx context.Context, req *scoringconfigv1.SaveScoringRequest,
) (*scoringconfigv1.SaveScoringResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	status := core.KeepStatus
	if req.Status != nil {
		status = core.Status(req.GetStatus())
	}
	content := core.Content{
		Name: req.GetName(), Status: status, LastDraftStep: int(req.GetLastDraftStep()), ByWizard: req.GetIsCreatedByWizard(),
		Predefined: predefinedFromProto(req.GetPredefinedConfigSelection()), Config: configFromProto(req.GetConfig()),
	}
	version, err := s.app.Save(ctx, account(ctx), id, content, int(req.GetVersion()))
	if err != nil {
		return nil, s.current(ctx, err)
	}
	return &scoringconfigv1.SaveScoringResponse{Version: int32(version)}, nil
}

// DuplicateScoring adds a draft with a scoring's settings.
func (s *Server) DuplicateScoring(
	ctx context.Context, req *scoringconfigv1.DuplicateScoringRequest,
) (*scoringconfigv1.DuplicateScoringResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	if id, err = s.app.Duplicate(ctx, account(ctx), id, req.GetName()); err != nil {
		return nil, err
	}
	return &scoringconfigv1.DuplicateScoringResponse{Id: id.String()}, nil
}

// UpdateActiveScoring changes name and export properties.
func (s *Server) UpdateActiveScoring(
	ctx context.Context, req *scoringconfigv1.UpdateActiveScoringRequest,
) (*scoringconfigv1.UpdateActiveScoringResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	exports := core.Exports{}
	for channel, part := range activeParts(req.GetConfig()) {
		if export := part.GetExportToProperty(); export != nil {
			exports[channel] = propertiesFromProto(export)
		}
	}
	version, err := s.app.Rename(ctx, account(ctx), id, req.GetName(), exports, int(req.GetVersion()))
	if err != nil {
		return nil, s.current(ctx, err)
	}
	return &scoringconfigv1.UpdateActiveScoringResponse{Version: int32(version)}, nil
}

// current converts the scoring that a fault carries to its API form.
func (s *Server) current(ctx context.Context, err error) error {
	f := fault.From(err)
	if f == nil {
		return err
	}
	scoring, ok := f.Current.(*core.Scoring)
	if !ok {
		return err
	}
	view, err := s.app.View(ctx, scoring)
	if err != nil {
		return f.WithCurrent(nil)
	}
	return f.WithCurrent(toProto(view))
}

// DeleteScoring removes a draft.
func (s *Server) DeleteScoring(
	ctx context.Context, req *scoringconfigv1.DeleteScoringRequest,
) (*scoringconfigv1.DeleteScoringResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	if err := s.app.Delete(ctx, account(ctx), id); err != nil {
		return nil, err
	}
	return &scoringconfigv1.DeleteScoringResponse{}, nil
}

// SetScoringStatus activates or deactivates a scoring.
func (s *Server) SetScoringStatus(
	ctx context.Context, req *scoringconfigv1.SetScoringStatusRequest,
) (*scoringconfigv1.SetScoringStatusResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	if err := s.app.SetStatus(ctx, account(ctx), id, core.Status(req.GetNewStatus())); err != nil {
		return nil, err
	}
	return &scoringconfigv1.SetScoringStatusResponse{}, nil
}

// GetLead returns the starting point of a lead scoring.
func (s *Server) GetLead(
	ctx context.Context, _ *scoringconfigv1.GetLeadRequest,
) (*scoringconfigv1.GetLeadResponse, error) {
	lead, from, err := s.app.LeadFrom(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &scoringconfigv1.GetLeadResponse{Available: true, TrackedEventTypes: lead.Types, Shares: map[string]int32{}}
	if missing := lead.Check(); missing != nil {
		res.Available, res.Reason = false, missing.Reason
	}
	for name, share := range lead.Shares() {
		res.Shares[name] = int32(share)
	}
	if !from.IsZero() {
		res.CompleteFrom = from.Format(time.DateOnly)
	}
	return res, nil
}
