package telemetry

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"puls.app/services/kit/conf"
)

// sampled returns how many of a thousand traces are recorded that a remote caller began and did or did not record.
func sampled(t *testing.T, settings conf.Values, recorded bool) int {
	t.Helper()
	sampler, err := samplerOf(settings)
	require.NoError(t, err)
	var count int
	for i := range 1000 {
		config := trace.SpanContextConfig{SpanID: trace.SpanID{1}, Remote: true}
		binary.BigEndian.PutUint64(config.TraceID[8:], uint64(i)*(1<<64/1000+1)+1)
		if recorded {
			config.TraceFlags = trace.FlagsSampled
		}
		parent := trace.ContextWithRemoteSpanContext(context.Background(), trace.NewSpanContext(config))
		result := sampler.ShouldSample(sdktrace.SamplingParameters{ParentContext: parent, TraceID: config.TraceID})
		if result.Decision == sdktrace.RecordAndSample {
			count++
		}
	}
	return count
}

func TestATraceThatIsRecordedSomewhereIsRecordedEverywhere(t *testing.T) {
	require.Equal(t, 1000, sampled(t, nil, true))
	require.Equal(t, 1000, sampled(t, conf.Values{"OTEL_TRACES_SAMPLER": "parentbased_always_off"}, true))
}

func TestUnsampledTracesOfCallersDoNotDecideSampling(t *testing.T) {
	require.InDelta(t, 100, sampled(t, nil, false), 2)
	require.InDelta(t, 500, sampled(t, conf.Values{"OTEL_TRACES_SAMPLER_ARG": "0.5"}, false), 2)
	require.Equal(t, 1000, sampled(t, conf.Values{"OTEL_TRACES_SAMPLER": "parentbased_always_on"}, false))
	require.Equal(t, 1000, sampled(t, conf.Values{"OTEL_TRACES_SAMPLER": "traceidratio"}, false))
	require.Equal(t, 0, sampled(t, conf.Values{"OTEL_TRACES_SAMPLER": "always_off"}, false))
}

func TestAnUnknownSamplerIsReportedAtTheStart(t *testing.T) {
	for _, settings := range []conf.Values{
		{"OTEL_TRACES_SAMPLER": "sometimes"}, {"OTEL_TRACES_SAMPLER_ARG": "10 %"}, {"OTEL_TRACES_SAMPLER_ARG": "10"},
	} {
		_, err := samplerOf(settings)
		require.Error(t, err)
	}
}
