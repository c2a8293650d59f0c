package telemetry_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/telemetry"
)

func TestDurationsOfTheLogNameTheirUnit(t *testing.T) {
	var out bytes.Buffer
	telemetry.NewLogger(&out, false, slog.LevelInfo).With("waited", time.Minute).
		Info("done", "took", 1500*time.Millisecond, "rows", 3)
	var line map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &line))
	delete(line, "time")
	require.Equal(t, map[string]any{
		"level": "INFO", "msg": "done", "waited_seconds": 60.0, "took_seconds": 1.5, "rows": 3.0,
	}, line)
}
