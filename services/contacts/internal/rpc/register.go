package rpc

import (
	"context"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/privacy"
)

// RegisterServer adds other services' acts to the event log.
type RegisterServer struct {
	contactsv1.UnimplementedRegisterServiceServer
	app *privacy.App
}

// NewRegisterServer returns a server.
func NewRegisterServer(app *privacy.App) *RegisterServer { return &RegisterServer{app: app} }

// RecordDownload adds a download.
func (s *RegisterServer) RecordDownload(
	ctx context.Context, req *contactsv1.RecordDownloadRequest,
) (*contactsv1.RecordDownloadResponse, error) {
	id, err := parseID(req.GetId())
	if err != nil {
		return nil, err
	}
	var about []privacy.NumberSet
	for _, set := range req.GetSets() {
		about = append(about, privacy.NumberSet{
			Database: contact.DatabaseID(set.GetDatabaseId()), Numbers: set.GetNumbers(), Visitors: set.GetVisitors(),
		})
	}
	e := contact.Entry{
		ID: id, Account: contact.AccountID(req.GetAccountId()), Actor: contact.Actor{
			Who: req.GetWho(), From: req.GetSource(),
		},
	}
	if err := s.app.RecordDownload(ctx, e, about); err != nil {
		return nil, err
	}
	return &contactsv1.RecordDownloadResponse{}, nil
}

// DataProtectionServer returns the event log of the caller's account, and exports and erases the data of a person.
type DataProtectionServer struct {
	contactsv1.UnimplementedDataProtectionServiceServer
	app *privacy.App
}

// NewDataProtectionServer returns a server.
func NewDataProtectionServer(app *privacy.App) *DataProtectionServer {
	return &DataProtectionServer{app: app}
}

// ListEntries returns a page of the event log.
func (s *DataProtectionServer) ListEntries(
	ctx context.Context, req *contactsv1.ListEntriesRequest,
) (*contactsv1.ListEntriesResponse, error) {
	of := privacy.EntryDays{Kind: contact.EntryKind(req.GetKind())}
	var err error
	if of.Start, err = parseDay(req.GetStart(), "start"); err != nil {
		return nil, err
	}
	if of.End, err = parseDay(req.GetEnd(), "end"); err != nil {
		return nil, err
	}
	entries, total, err := s.app.Entries(ctx, account(ctx), of, int(req.GetPage()), int(req.GetPageSize()))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ListEntriesResponse{Total: int32(total)}
	for i := range entries {
		e := &entries[i]
		res.Items = append(res.Items, &contactsv1.EventLogEntry{
			Id: e.ID.String(), OccurredAt: timestamppb.New(e.At), Kind: string(e.Kind), Source: e.From, Who: e.Who,
			EmailCount: int32(e.Emails), GsmCount: int32(e.GSMs), ContactCount: int32(e.Contacts), Uids: e.UIDs,
		})
	}
	return res, nil
}

type fileStream = grpc.ServerStreamingServer[httpbody.HttpBody]

// DownloadEntry streams one entry as CSV.
func (s *DataProtectionServer) DownloadEntry(req *contactsv1.DownloadEntryRequest, stream fileStream) error {
	id, err := parseID(req.GetId())
	if err != nil {
		return err
	}
	ctx := stream.Context()
	file, err := s.app.EntryFile(ctx, account(ctx), id, delimiterOf(req.GetDelimiter()))
	if err != nil {
		return err
	}
	to := &download{stream: stream, name: "entry-" + id.String() + ".csv"}
	return to.send(file)
}

// DownloadAddresses streams the addresses of the contacts of an entry.
func (s *DataProtectionServer) DownloadAddresses(req *contactsv1.DownloadAddressesRequest, stream fileStream) error {
	id, err := parseID(req.GetId())
	if err != nil {
		return err
	}
	ctx, to := stream.Context(), &download{stream: stream, name: "addresses-" + id.String() + ".csv"}
	return s.app.WriteAddresses(ctx, account(ctx), id, actor(ctx, ""), delimiterOf(req.GetDelimiter()), to.send)
}

// FindPerson returns the contacts that have an address.
func (s *DataProtectionServer) FindPerson(
	ctx context.Context, req *contactsv1.FindPersonRequest,
) (*contactsv1.FindPersonResponse, error) {
	held, erased, err := s.app.FindPerson(ctx, account(ctx), req.GetAddress())
	if err != nil {
		return nil, err
	}
	res := &contactsv1.FindPersonResponse{Erased: erased}
	for _, h := range held {
		res.Items = append(res.Items, &contactsv1.HeldContact{
			Uid: h.UID, Number: h.Number, ExternalId: h.ExternalID, Email: h.Email, Gsm: h.GSM,
			GroupCount: int32(len(h.Groups)), PropertyCount: int32(len(h.Properties)), VisitorCount: int32(len(h.Visitors)),
		})
	}
	return res, nil
}

// ErasePerson erases the contacts that have an address.
func (s *DataProtectionServer) ErasePerson(
	ctx context.Context, req *contactsv1.ErasePersonRequest,
) (*contactsv1.ErasePersonResponse, error) {
	id, held, err := s.app.ErasePerson(ctx, account(ctx), req.GetAddress(), actor(ctx, ""))
	if err != nil {
		return nil, err
	}
	res := &contactsv1.ErasePersonResponse{Id: id.String()}
	for _, h := range held {
		res.Items = append(res.Items, &contactsv1.ErasedContact{Uid: h.UID, Number: h.Number})
	}
	return res, nil
}
