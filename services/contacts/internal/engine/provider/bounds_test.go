package provider

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Decoding bodies of 1 MiB of the smallest items used to take 400 MiB and more.
func TestABodyUnfoldsToLittle(t *testing.T) {
	of := func(item string) string {
		return strings.TrimSuffix(strings.Repeat(item+",", (1<<20)/(len(item)+1)), ",")
	}
	sns := func(message string) []byte {
		body, err := json.Marshal(SNS{Type: "Notification", Message: message})
		require.NoError(t, err)
		return body
	}
	for name, it := range map[string]struct {
		from Name
		body []byte
	}{
		"SendGrid, items":         {SendGrid, []byte("[" + of("{}") + "]")},
		"SendGrid, a list":        {SendGrid, []byte(`[{"sg_machine_open":[` + of("0") + `],"email":[` + of("0") + `]}]`)},
		"SendGrid, an object":     {SendGrid, []byte(`[{"email":{` + of(`"a":0`) + `}}]`)},
		"Mailgun, a list":         {Mailgun, []byte(`{"event-data":{"event":[` + of("[]") + `]}}`)},
		"Postmark, a list":        {Postmark, []byte(`{"RecordType":[` + of("0") + `]}`)},
		"SES, recipients":         {SES, sns(`{"eventType":"Bounce","bounce":{"bouncedRecipients":[` + of("{}") + `]}}`)},
		"SES, more recipients":    {SES, sns(`{"eventType":"Send","mail":{"destination":[` + of(`""`) + `]}}`)},
		"SES, values of one name": {SES, sns(`{"eventType":"Send","mail":{"tags":{"a":[` + of("0") + `]}}}`)},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			events, _ := Events(it.from, it.body) // refused or not
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(8*len(it.body)), "%d events", len(events))
		})
	}
}
