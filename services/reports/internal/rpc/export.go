package rpc

import (
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/reports/internal/core"
)

// ExportToCsv streams one calculation as CSV.
func (s *Server) ExportToCsv(
	req *reportsv1.ExportToCsvRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	ask, err := datedAskOf(req)
	if err != nil {
		return err
	}
	ask.Visitors = core.Visitors(req.GetUserFilter())
	order := core.Order{
		Ask: ask, IncludeExcluded: req.GetIncludeExcluded(), Delimiter: ',', Language: req.GetLanguage(),
		Who: auth.From(stream.Context()).Who(),
	}
	if order.ChangesFrom, err = core.ParseDate("changesFrom", req.GetChangesFrom()); err != nil {
		return err
	}
	if req.GetDelimiter() != "" {
		order.Delimiter = req.GetDelimiter()[0]
	}
	return s.app.Export(stream.Context(), account(stream.Context()), order, download{stream})
}

// download implements core.Download: the name is a header, which leaves with the first part.
type download struct {
	stream grpc.ServerStreamingServer[httpbody.HttpBody]
}

func (d download) Name(file string) error {
	return d.stream.SetHeader(metadata.Pairs("content-disposition", core.Disposition(file)))
}

func (d download) Write(part []byte) error {
	return d.stream.Send(&httpbody.HttpBody{ContentType: "text/csv; charset=utf-8", Data: part})
}
