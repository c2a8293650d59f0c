package rpc

import (
	"google.golang.org/grpc"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/reports/internal/core"
)

// AdminServer implements ReportAdminService.
type AdminServer struct {
	reportsv1.UnimplementedReportAdminServiceServer
	app *core.App
}

// NewAdminServer returns a server.
func NewAdminServer(app *core.App) *AdminServer { return &AdminServer{app: app} }

// messageEvery is the number of results between two messages of the stream.
const messageEvery = 100

// RebuildReports replaces the stored results with those of the engine.
func (s *AdminServer) RebuildReports(
	req *reportsv1.RebuildReportsRequest, stream grpc.ServerStreamingServer[reportsv1.RebuildReportsResponse],
) error {
	var done core.Rebuilt
	tell := func(finished bool) error {
		return stream.Send(&reportsv1.RebuildReportsResponse{
			ResultCount: count(done.Results), RemovedCount: count(done.Removed), Finished: finished,
		})
	}
	err := s.app.Rebuild(stream.Context(), core.AccountID(req.GetAccountId()), func(now core.Rebuilt) error {
		done = now
		if (done.Results+done.Removed)%messageEvery > 0 {
			return nil
		}
		return tell(false)
	})
	if err != nil {
		return err
	}
	return tell(true)
}
