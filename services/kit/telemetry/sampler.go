package telemetry

import (
	"fmt"
	"strconv"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"puls.app/services/kit/conf"
)

// usualRatio is the default part of traces that is recorded.
const usualRatio = 0.1

// samplerOf reads OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. The SDK records every trace by default, which is a
// lot at hundreds of requests a second. A trace that a remote caller began without recording it is sampled again.
// Sampling by ratio depends only on the trace's id and so agrees in every service; thus the gateway alone decides on
// traces that pages begin.
func samplerOf(settings conf.Values) (sdktrace.Sampler, error) {
	name, ratio := settings["OTEL_TRACES_SAMPLER"], usualRatio
	if name == "" {
		name = "parentbased_traceidratio"
	} else if settings["OTEL_TRACES_SAMPLER_ARG"] == "" {
		ratio = 1
	}
	if argument := settings["OTEL_TRACES_SAMPLER_ARG"]; argument != "" {
		var err error
		if ratio, err = strconv.ParseFloat(argument, 64); err != nil || ratio < 0 || ratio > 1 {
			return nil, fmt.Errorf("OTEL_TRACES_SAMPLER_ARG: %q is no part of 1, such as 0.1", argument)
		}
	}
	based := func(root sdktrace.Sampler) sdktrace.Sampler {
		return sdktrace.ParentBased(root, sdktrace.WithRemoteParentNotSampled(root))
	}
	samplers := map[string]sdktrace.Sampler{
		"always_on": sdktrace.AlwaysSample(), "parentbased_always_on": based(sdktrace.AlwaysSample()),
		"always_off": sdktrace.NeverSample(), "parentbased_always_off": based(sdktrace.NeverSample()),
		"traceidratio": sdktrace.TraceIDRatioBased(ratio), "parentbased_traceidratio": based(sdktrace.TraceIDRatioBased(ratio)),
	}
	if samplers[name] == nil {
		return nil, fmt.Errorf("OTEL_TRACES_SAMPLER: there is no sampler %q", name)
	}
	return samplers[name], nil
}
