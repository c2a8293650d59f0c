package provider

import "time"

const (
	// soon is how fast after a mail was delivered nobody opens it or follows its links, but what checks mails for viruses.
	soon = 5 * time.Second
	// atOnce is within what time nobody follows two links.
	atOnce = time.Second
)

// prefetchers are the programs that load a mail's pictures before, or without, anybody looking at it. Those that load
// them when somebody does are none, though they hide who that is: Gmail's "(via ggpht.com GoogleImageProxy)" and
// "YahooMailProxy" open as people do.
var prefetchers = map[string]bool{
	// Apple's Mail Privacy Protection, and nothing besides says so little:
	// https://documentation.mailgun.com/docs/mailgun/user-manual/tracking-messages/open-click-bot-detect
	"Mozilla/5.0": true,
	// Gmail's fetch at delivery, from Google's addresses: https://www.gmass.co/blog/false-opens-in-gmail/
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 " +
		"Safari/537.36 Edge/12.246 Mozilla/5.0": true,
}

// received is one mail of one recipient.
type received struct{ mail, address string }

// tellMachines gives opens and clicks that a machine did their own type: where the provider says so already, by the
// program, so fast after the delivery, or of several links at once. It goes by the events of one request alone, so the
// same request has the same verdict whenever it is read.
func tellMachines(events []Event) {
	delivered, clicked := map[received][]time.Time{}, map[received][]*Event{}
	for i := range events {
		e := &events[i]
		switch of := (received{e.mail, e.Address}); {
		case e.mail == "" || e.OccurredAt.IsZero():
		case e.Type == Delivered:
			delivered[of] = append(delivered[of], e.OccurredAt)
		case e.Type == Clicked:
			clicked[of] = append(clicked[of], e)
		}
	}
	for i := range events {
		e := &events[i]
		of := received{e.mail, e.Address}
		switch {
		case e.Type == Opened && (prefetchers[e.agent] || e.follows(delivered[of])):
			e.Type = MachineOpened
		case e.Type == Clicked && (e.follows(delivered[of]) || e.isOneOfMany(clicked[of])):
			e.Type = MachineClicked
		}
	}
}

// follows reports whether an event came sooner after one of some deliveries than a person could act.
func (e *Event) follows(deliveries []time.Time) bool {
	for _, at := range deliveries {
		if after := e.OccurredAt.Sub(at); after >= 0 && after < soon {
			return true
		}
	}
	return false
}

// isOneOfMany reports whether another link was followed at the same time.
func (e *Event) isOneOfMany(clicks []*Event) bool {
	for _, other := range clicks {
		if other.link != e.link && other.link != "" && e.link != "" &&
			other.OccurredAt.Sub(e.OccurredAt).Abs() < atOnce {
			return true
		}
	}
	return false
}
