package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/table"
)

// InspectFile inspects the beginning of a file.
func (s *ImportServer) InspectFile(
	ctx context.Context, req *contactsv1.InspectFileRequest,
) (*contactsv1.InspectFileResponse, error) {
	found, err := s.app.InspectFile(
		ctx, account(ctx), table.FileKind(req.GetKind()), optionsFromProto(req.GetOptions()), req.GetData(),
	)
	if err != nil {
		return nil, err
	}
	return &contactsv1.InspectFileResponse{Inspection: inspectionToProto(found)}, nil
}

// InspectImport inspects the file of a draft.
func (s *ImportServer) InspectImport(
	ctx context.Context, req *contactsv1.InspectImportRequest,
) (*contactsv1.InspectImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	found, err := s.app.InspectImport(ctx, account(ctx), id, optionsFromProto(req.GetOptions()))
	if err != nil {
		return nil, err
	}
	return &contactsv1.InspectImportResponse{Inspection: inspectionToProto(found)}, nil
}

// CheckImport starts a dry run of a draft.
func (s *ImportServer) CheckImport(
	ctx context.Context, req *contactsv1.CheckImportRequest,
) (*contactsv1.CheckImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	changed, err := s.app.Check(ctx, account(ctx), id, optionsFromProto(req.GetOptions()))
	if err != nil {
		return nil, err
	}
	return &contactsv1.CheckImportResponse{Import: importToProto(&changed)}, nil
}

// StartImport starts the import of a draft.
func (s *ImportServer) StartImport(
	ctx context.Context, req *contactsv1.StartImportRequest,
) (*contactsv1.StartImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	changed, err := s.app.Start(ctx, account(ctx), id, optionsFromProto(req.GetOptions()))
	if err != nil {
		return nil, err
	}
	return &contactsv1.StartImportResponse{Import: importToProto(&changed)}, nil
}

// CancelImport cancels an import or discards a draft.
func (s *ImportServer) CancelImport(
	ctx context.Context, req *contactsv1.CancelImportRequest,
) (*contactsv1.CancelImportResponse, error) {
	id, err := importID(req.GetId())
	if err != nil {
		return nil, err
	}
	changed, err := s.app.Cancel(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &contactsv1.CancelImportResponse{Import: importToProto(&changed)}, nil
}
