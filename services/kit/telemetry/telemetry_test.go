package telemetry_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/grpclog"

	"puls.app/services/kit/telemetry"
)

func TestWhatGRPCSaysIsALineLikeOthers(t *testing.T) {
	var lines strings.Builder
	log := telemetry.NewLogger(&lines, false, slog.LevelInfo)
	flush, err := telemetry.Start(t.Context(), log, "", "test")
	require.NoError(t, err)
	grpclog.Errorf("Failed to send response chunk: %s", "broken pipe")
	grpclog.Info("not worth a line")
	require.NoError(t, flush(t.Context()))
	var line struct{ Level, Msg string }
	require.NoError(t, json.Unmarshal([]byte(lines.String()), &line), "one line of JSON: %s", lines.String())
	require.Equal(t, "WARN", line.Level)
	require.Contains(t, line.Msg, "Failed to send response chunk: broken pipe")
}
