// Package rpc translates between flags and their protos. It has no rules.
package rpc

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/timestamppb"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/flags/internal/core"
)

// Server implements FlagService and FlagAdminService.
type Server struct {
	flagsv1.UnimplementedFlagServiceServer
	flagsv1.UnimplementedFlagAdminServiceServer
	app *core.App
}

// NewServer returns a server.
func NewServer(app *core.App) *Server { return &Server{app: app} }

// GetPayload returns all flags in the form of GrowthBook's SDKs.
func (s *Server) GetPayload(ctx context.Context, _ *flagsv1.GetPayloadRequest) (*httpbody.HttpBody, error) {
	body, tag, err := s.app.Payload(ctx)
	if err != nil {
		return nil, err
	}
	if err := grpc.SetHeader(ctx, metadata.Pairs("etag", tag)); err != nil {
		return nil, fmt.Errorf("set entity tag: %w", err)
	}
	return &httpbody.HttpBody{ContentType: "application/json", Data: body}, nil
}

// ListFlags returns all flags by name.
func (s *Server) ListFlags(ctx context.Context, _ *flagsv1.ListFlagsRequest) (*flagsv1.ListFlagsResponse, error) {
	flags, err := s.app.List(ctx)
	if err != nil {
		return nil, err
	}
	res := &flagsv1.ListFlagsResponse{}
	for _, flag := range flags {
		res.Flags = append(res.Flags, toProto(flag))
	}
	return res, nil
}

// SetFlag adds or replaces a flag.
func (s *Server) SetFlag(ctx context.Context, req *flagsv1.SetFlagRequest) (*flagsv1.SetFlagResponse, error) {
	if err := s.app.Save(ctx, fromProto(req.GetFlag())); err != nil {
		return nil, err
	}
	return &flagsv1.SetFlagResponse{}, nil
}

// DeleteFlag removes a flag.
func (s *Server) DeleteFlag(ctx context.Context, req *flagsv1.DeleteFlagRequest) (*flagsv1.DeleteFlagResponse, error) {
	if err := s.app.Delete(ctx, core.Name(req.GetName())); err != nil {
		return nil, err
	}
	return &flagsv1.DeleteFlagResponse{}, nil
}

func toProto(flag core.Flag) *flagsv1.Flag {
	out := &flagsv1.Flag{
		Name: string(flag.Name), DefaultValue: string(flag.DefaultValue), Description: flag.Description,
		UpdatedAt: timestamppb.New(flag.UpdatedAt),
	}
	for _, rule := range flag.Rules {
		out.Rules = append(out.Rules, string(rule))
	}
	return out
}

func fromProto(flag *flagsv1.Flag) core.Flag {
	out := core.Flag{
		Name: core.Name(flag.GetName()), DefaultValue: json.RawMessage(flag.GetDefaultValue()),
		Description: flag.GetDescription(),
	}
	for _, rule := range flag.GetRules() {
		out.Rules = append(out.Rules, json.RawMessage(rule))
	}
	return out
}
