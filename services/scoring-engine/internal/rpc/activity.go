package rpc

import (
	"encoding/binary"

	"google.golang.org/grpc"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Activities implements ActivityService.
type Activities struct {
	scoringenginev1.UnimplementedActivityServiceServer
	activities *asking.Activities
}

// NewActivities returns a server.
func NewActivities(activities *asking.Activities) *Activities {
	return &Activities{activities: activities}
}

// StreamActivity streams the latest actions of contacts.
func (s *Activities) StreamActivity(
	req *scoringenginev1.StreamActivityRequest, stream grpc.ServerStreamingServer[scoringenginev1.StreamActivityResponse],
) error {
	since, err := calculation.ParseDate("since", req.GetSince())
	if err != nil {
		return err
	}
	var of []asking.DatabaseChunks
	for _, d := range req.GetDatabases() {
		of = append(of, asking.DatabaseChunks{
			Database: calculation.DatabaseID(d.GetDatabaseId()), Chunks: d.GetChunks(),
		})
	}
	channel := calculation.Channel(req.GetChannel())
	return s.activities.Each(stream.Context(), channel, of, calculation.DayOf(since), func(
		id calculation.ChunkID, cells []uint16,
	) error {
		packed := make([]byte, 0, 2*len(cells))
		for _, cell := range cells {
			packed = binary.LittleEndian.AppendUint16(packed, cell)
		}
		return stream.Send(&scoringenginev1.StreamActivityResponse{
			DatabaseId: int32(id.Database), Chunk: id.Chunk, Cells: packed,
		})
	})
}
