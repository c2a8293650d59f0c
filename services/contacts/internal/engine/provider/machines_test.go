package provider_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/provider"
)

// Types returns the types of the events of a body.
func Types(t *testing.T, name provider.Name, body []byte) (list []provider.Type) {
	t.Helper()
	events, err := provider.Events(name, body)
	require.NoError(t, err)
	for _, e := range events {
		list = append(list, e.Type)
	}
	return list
}

// The user agents in the payloads.
const (
	Apple      = "Mozilla/5.0"
	GmailFetch = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
		"Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0"
	GmailProxy = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
	YahooProxy = "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"
)

func TestProgramsThatFetchBeforeAPersonCouldAreMachines(t *testing.T) {
	for path, old := range map[string]string{
		"sendgrid/open.json": "Mozilla/4.0 (compatible; MSIE 6.1; Windows XP; .NET CLR 1.1.4322; .NET CLR 2.0.50727)",
		"mailgun/opens.json": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.31 (KHTML, like Gecko) " +
			"Chrome/26.0.1410.43 Safari/537.31",
		"postmark/open.json": `Mozilla\/5.0 (Macintosh; Intel Mac OS X 10_7_5) AppleWebKit\/537.36 (KHTML, like Gecko) ` +
			`Chrome\/35.0.1916.153 Safari\/537.36`,
	} {
		name, _, _ := strings.Cut(path, "/")
		body := Fixture(t, path)
		require.Contains(t, string(body), old)
		for program, want := range map[string]provider.Type{
			old: provider.Opened, GmailProxy: provider.Opened, YahooProxy: provider.Opened, "": provider.Opened,
			Apple: provider.MachineOpened, GmailFetch: provider.MachineOpened,
		} {
			changed := bytes.ReplaceAll(body, []byte(old), []byte(program))
			require.Equal(t, []provider.Type{want}, Types(t, provider.Name(name), changed), "%s %s", path, program)
		}
	}
	click := bytes.ReplaceAll(Fixture(t, "sendgrid/click.json"), []byte("Mozilla/4.0 (compatible; MSIE 6.1; Windows XP; "+
		".NET CLR 1.1.4322; .NET CLR 2.0.50727)"), []byte(Apple))
	require.Equal(t, []provider.Type{provider.Clicked}, Types(t, provider.SendGrid, click), "they follow no links")
}

// Request returns a request of SendGrid: a line has type, seconds, mail, recipient and link.
func Request(lines ...string) []byte {
	var events []string
	for i, line := range lines {
		f := strings.Fields(line + " link")
		events = append(events, fmt.Sprintf(
			`{"event":"%s","timestamp":16000000%s,"sg_message_id":"%s.x","email":"%s","url":"%s","sg_event_id":"e%d"}`,
			f[0], f[1], f[2], f[3], f[4], i,
		))
	}
	return []byte("[" + strings.Join(events, ",") + "]")
}

func TestPeopleAreSlowerThanMachines(t *testing.T) {
	const opened, clicked = provider.Opened, provider.Clicked
	const machineOpened, machineClicked, delivered = provider.MachineOpened, provider.MachineClicked, provider.Delivered
	for name, c := range map[string]struct {
		Lines []string
		Want  []provider.Type
	}{
		"soon after delivery": {
			[]string{"open 10 m a@b.pl", "click 14 m a@b.pl u", "delivered 10 m a@b.pl"},
			[]provider.Type{machineOpened, machineClicked, delivered},
		},
		"later": {
			[]string{"delivered 10 m a@b.pl", "open 15 m a@b.pl", "click 16 m a@b.pl u"},
			[]provider.Type{delivered, opened, clicked},
		},
		"before": {[]string{"delivered 10 m a@b.pl", "open 09 m a@b.pl"}, []provider.Type{delivered, opened}},
		"another mail, another person": {
			[]string{"delivered 10 m a@b.pl", "open 11 n a@b.pl", "open 11 m c@d.pl"},
			[]provider.Type{delivered, opened, opened},
		},
		"several links at once": {
			[]string{"click 20 m a@b.pl u", "click 20 m a@b.pl v", "click 21 m a@b.pl w", "click 20 n a@b.pl v"},
			[]provider.Type{machineClicked, machineClicked, clicked, clicked},
		},
		"one link twice": {
			[]string{"click 20 m a@b.pl u", "click 20 m a@b.pl u"}, []provider.Type{clicked, clicked},
		},
	} {
		require.Equal(t, c.Want, Types(t, provider.SendGrid, Request(c.Lines...)), name)
		slices.Reverse(c.Lines)
		slices.Reverse(c.Want)
		require.Equal(t, c.Want, Types(t, provider.SendGrid, Request(c.Lines...)), "%s, the other way round", name)
	}
}

func TestTheVerdictLeavesTheEventsId(t *testing.T) {
	alone, err := provider.Events(provider.SendGrid, Request("open 12 m a@b.pl"))
	require.NoError(t, err)
	judged, err := provider.Events(provider.SendGrid, Request("open 12 m a@b.pl", "delivered 11 m a@b.pl"))
	require.NoError(t, err)
	require.Equal(t, provider.Opened, alone[0].Type)
	require.Equal(t, provider.MachineOpened, judged[0].Type)
	require.Equal(t, alone[0].ID, judged[0].ID, "an event that comes again with others is the same")
}

func TestVerdictsAreThoseOfComparingEachWithEach(t *testing.T) {
	machines := map[provider.Type]int{}
	for seed := range uint64(3_000) {
		r := rand.New(rand.NewPCG(seed, 65))
		lines := make([]string, 1+r.IntN(14))
		for i := range lines {
			lines[i] = fmt.Sprintf(
				"%s %02d.%d %s %s %s", []string{"delivered", "open", "click", "click", "click"}[r.IntN(5)], 10+r.IntN(12), r.IntN(4)*3,
				[]string{"m", "n"}[r.IntN(2)], []string{"a@b.pl", "c@d.pl"}[r.IntN(2)], []string{"u", "v", "w", ""}[r.IntN(4)],
			)
		}
		body := bytes.ReplaceAll(Request(lines...), []byte(`"url":"link"`), []byte(`"url":""`))
		events, err := provider.Events(provider.SendGrid, body)
		require.NoError(t, err)
		for i, e := range events {
			require.Equal(t, EachWithEach(lines, events, i), e.Type, "%d of %q", i, lines)
			machines[e.Type]++
		}
	}
	for _, kind := range []provider.Type{
		provider.Opened, provider.MachineOpened, provider.Clicked, provider.MachineClicked,
	} {
		require.Greater(t, machines[kind], 500, kind)
	}
}

// EachWithEach returns the verdict on the i-th event by comparing it with every other one.
func EachWithEach(lines []string, events []provider.Event, i int) provider.Type {
	fields := func(i int) []string { return strings.Fields(lines[i] + " -") }
	of := fields(i)
	plain, machine := provider.Opened, provider.MachineOpened
	switch of[0] {
	case "delivered":
		return provider.Delivered
	case "click":
		plain, machine = provider.Clicked, provider.MachineClicked
	}
	for j, other := range events {
		with := fields(j)
		if with[2] != of[2] || with[3] != of[3] {
			continue
		}
		after := events[i].OccurredAt.Sub(other.OccurredAt)
		soon := with[0] == "delivered" && after >= 0 && after < 5*time.Second
		many := of[0] == "click" && with[0] == "click" && of[4] != "-" && with[4] != "-" && of[4] != with[4] &&
			after.Abs() < time.Second
		if soon || many {
			return machine
		}
	}
	return plain
}
