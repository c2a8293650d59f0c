package rpc

import (
	"context"
	"strings"

	"github.com/munnerz/goautoneg"
	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/reports/internal/columnar"
	"puls.app/services/reports/internal/core"
)

// The media types of an export; that of Parquet is registered with IANA.
const (
	csvType     = "text/csv"
	parquetType = "application/vnd.apache.parquet"
)

// ExportToCsv streams one calculation as CSV, or as Parquet for a caller that prefers it.
func (s *Server) ExportToCsv(
	req *reportsv1.ExportToCsvRequest, stream grpc.ServerStreamingServer[httpbody.HttpBody],
) error {
	ask, err := datedAskOf(req)
	if err != nil {
		return err
	}
	ask.Visitors = core.Visitors(req.GetUserFilter())
	order := core.Order{
		Ask: ask, IncludeExcluded: req.GetIncludeExcluded(), Who: auth.From(stream.Context()).Name(),
	}
	if order.ChangesFrom, err = core.ParseDate("changesFrom", req.GetChangesFrom()); err != nil {
		return err
	}
	to := download{stream: stream, contentType: csvType + "; charset=utf-8"}
	if prefersParquet(stream.Context()) {
		order.Format, to.contentType = columnar.Parquet(), parquetType
	} else {
		order.Format = core.CSV(delimiterOf(req), req.GetLanguage())
	}
	return s.app.Export(stream.Context(), account(stream.Context()), order, to)
}

// prefersParquet reports whether the Accept header of a call names Parquet and weighs it above CSV, for which the most
// specific range applies (RFC 9110, 12.5.1). Ranges alone never select Parquet.
func prefersParquet(ctx context.Context) bool {
	md, _ := metadata.FromIncomingContext(ctx)
	var parquet float64
	csv := map[string]float64{}
	for _, accepted := range goautoneg.ParseAccept(strings.Join(md.Get("accept"), ",")) {
		switch name := strings.ToLower(accepted.Type + "/" + accepted.SubType); name {
		case parquetType:
			parquet = accepted.Q
		case csvType, "text/*", "*/*":
			csv[name] = accepted.Q
		}
	}
	for _, name := range []string{csvType, "text/*", "*/*"} {
		if weight, named := csv[name]; named {
			return parquet > weight
		}
	}
	return parquet > 0
}

// download implements core.Download: the name is a header, which leaves with the first part.
type download struct {
	stream      grpc.ServerStreamingServer[httpbody.HttpBody]
	contentType string
}

func (d download) Name(file string) error {
	return d.stream.SetHeader(metadata.Pairs("content-disposition", core.Disposition(file)))
}

func (d download) Write(part []byte) error {
	return d.stream.Send(&httpbody.HttpBody{ContentType: d.contentType, Data: part})
}
