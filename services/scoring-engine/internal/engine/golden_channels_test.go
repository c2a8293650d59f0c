package engine

import (
	"strings"

	"github.com/stretchr/testify/require"
)

// goldenChunk is one chunk of one database on its way through both passes.
type goldenChunk struct {
	contacts []*goldenContact // by number in the chunk, nil where none
	audience Audience
	tally    Tally
}

func set(m *Mask, i int, yes bool) {
	if yes {
		m[i>>6] |= 1 << (i & 63)
	}
}

func (w *goldenWorld) chunks(channel string, source *goldenSource) []*goldenChunk {
	var out []*goldenChunk
	for _, c := range w.contacts[source.UID] {
		for c.number/ChunkContacts >= len(out) {
			out = append(out, &goldenChunk{contacts: make([]*goldenContact, ChunkContacts), audience: Audience{
				new(Mask), new(Mask), new(Mask), new(Mask), new(Mask),
			}})
		}
		chunk, i := out[c.number/ChunkContacts], c.number%ChunkContacts
		consent, address := c.emailConsent, c.email
		if channel == "sms" {
			consent, address = c.smsConsent, c.gsm
		}
		chunk.contacts[i] = c
		set(chunk.audience.Contacts, i, true)
		set(chunk.audience.Consent, i, consent == "true")
		set(chunk.audience.Group, i, source.allows(c.groups))
		set(chunk.audience.Address, i, address != "")
		set(chunk.audience.New, i, w.isNew(c.created))
	}
	return out
}

// facts returns the sendings of one database by chunk.
func (w *goldenWorld) facts(channel, uid string) map[int][]rawFact {
	kinds := map[string]Kind{
		"sent": Sent, "delivered": Delivered, "opened": Opened, "clicked": Clicked, "bounced": Bounced, "unsubscribed": Unsubscribed,
	}
	out := map[int][]rawFact{}
	for _, e := range w.events {
		ch, kind, _ := strings.Cut(e["type"], ".")
		if ch != channel || e["uid"] != uid {
			continue
		}
		k, ok := kinds[kind]
		require.True(w.t, ok, e["type"])
		if c := w.contact(e); c != nil {
			chunk := c.number / ChunkContacts
			out[chunk] = append(out[chunk], rawFact{hashID(e["message_id"]), w.day(e["occurred_at"]), k, uint16(c.number % ChunkContacts)})
		}
	}
	return out
}

func (w *goldenWorld) scoreChannel(channel string, daysAgo int, config *goldenChannel) {
	var rates Rates
	all := map[string][]*goldenChunk{}
	for i := range config.DataSources {
		source := &config.DataSources[i]
		facts := w.facts(channel, source.UID)
		all[source.UID] = w.chunks(channel, source)
		var one Rates // as another worker would have it
		for n, chunk := range all[source.UID] {
			tallies := []*Tally{{}, &chunk.tally}
			err := w.counter.Sendings(w.segments(Sendings, facts[n]), Windows{w.d, []int{7, daysAgo}}, tallies)
			require.NoError(w.t, err)
			one.Add(&chunk.tally, &chunk.audience)
		}
		rates.Merge(&one)
	}
	refs := rates.References(int(config.Percentile*100 + 0.5))
	weights := Weights{
		Delivery: percentOf(w.t, config.Weights, "delivery"), Open: percentOf(w.t, config.Weights, "or"), Click: percentOf(w.t, config.Weights, "ctr"),
	}
	scorer, err := NewScorer(weights, refs)
	require.NoError(w.t, err)
	var sum Summary
	for uid, chunks := range all {
		for _, chunk := range chunks {
			var part Summary
			cells := make([]byte, ChunkContacts)
			scorer.Cells(cells, &chunk.tally, &chunk.audience, &part)
			sum.Merge(&part)
			w.cells(channel, uid, chunk, cells)
		}
	}
	w.channels[channel] = channelFigures(channel, refs, &sum)
}

func (w *goldenWorld) cells(channel, uid string, chunk *goldenChunk, cells []byte) {
	for i, c := range chunk.contacts {
		if c == nil {
			require.EqualValues(w.t, CellAbsent, cells[i])
			continue
		}
		score, reason := "", ""
		switch cells[i] {
		case CellNoConsent:
			reason = "NO_CONSENT"
		case CellNotInGroup:
			reason = "NOT_IN_GROUP"
		case CellNoSending:
			reason = "NO_SENDING"
		case CellNoAddress:
			reason = map[string]string{"mailing": "NO_EMAIL", "sms": "NO_GSM"}[channel]
		default:
			score = countText(uint32(cells[i]))
		}
		n := chunk.tally.At(i)
		opened := countText(n.Opened)
		if channel == "sms" {
			opened = ""
		}
		w.scores = append(w.scores, []string{
			channel, uid, c.externalID, c.email, c.gsm, "", score, reason,
			countText(n.Sent), countText(n.Delivered), opened, countText(n.Clicked),
		})
	}
}

func channelFigures(channel string, refs References, sum *Summary) map[string]any {
	reference := map[string]any{"ctr": rateOrNil(refs.Click), "delivery": rateOrNil(refs.Delivery)}
	if channel == "mailing" {
		reference["or"] = rateOrNil(refs.Open)
	}
	count, total := Total(&sum.Scores)
	all, fresh := BandsOf(&sum.Scores), BandsOf(&sum.New)
	var bands []any
	for i := range all {
		low, high := bandBounds(i)
		bands = append(bands, map[string]any{
			"scoringMin": low, "scoringMax": high, "count": all[i], "value": hundredths(Percent(all[i], count)), "new14": fresh[i],
		})
	}
	excluded := sum.NoAddress + sum.NoConsent + sum.NotInGroup + sum.NoSending
	reasons := map[string]any{}
	for name, n := range map[string]uint64{
		map[string]string{"mailing": "NO_EMAIL", "sms": "NO_GSM"}[channel]: sum.NoAddress,
		"NO_CONSENT": sum.NoConsent, "NOT_IN_GROUP": sum.NotInGroup, "NO_SENDING": sum.NoSending,
	} {
		if n > 0 {
			reasons[name] = map[string]any{"count": n, "percent": hundredths(Percent(n, count+excluded))}
		}
	}
	return map[string]any{
		"reference": reference, "count": count, "avgScoring": hundredths(Average(total, count)), "bands": bands,
		"exclusions": map[string]any{
			"excludedCount": excluded, "notExcludedCount": count,
			"excludedPercent": hundredths(Percent(excluded, count+excluded)), "notExcludedPercent": hundredths(Percent(count, count+excluded)),
			"reasons": reasons,
		},
	}
}

var visitNames = [VisitKinds]string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}

// goldenVisitors is one chunk of the visitors of one database.
type goldenVisitors struct {
	ids   []string
	owner []*goldenContact
	masks Visitors
	facts []rawFact
	tally VisitTally
}

func (w *goldenWorld) visitors(source *goldenSource) *goldenVisitors {
	v := &goldenVisitors{masks: Visitors{new(Mask), new(Mask)}}
	number := map[string]int{}
	claim := map[string]string{}
	for _, e := range w.events {
		ch, kind, _ := strings.Cut(e["type"], ".")
		if ch != "web" || e["uid"] != source.UID {
			continue
		}
		n, ok := number[e["visitor_id"]]
		if !ok {
			n = len(v.ids)
			number[e["visitor_id"]] = n
			v.ids, v.owner = append(v.ids, e["visitor_id"]), append(v.owner, nil)
		}
		at := e["occurred_at"] + " " + e["event_id"]
		if c := w.contact(e); c != nil && at >= claim[e["visitor_id"]] {
			claim[e["visitor_id"]], v.owner[n] = at, c
		}
		for k, name := range visitNames {
			if name == kind {
				v.facts = append(v.facts, rawFact{hashID(e["event_id"]), w.day(e["occurred_at"]), Kind(k), uint16(n)})
			}
		}
	}
	for i, c := range v.owner {
		groups := map[string]bool{}
		if c != nil {
			groups = c.groups
		}
		set(v.masks.Known, i, c != nil)
		set(v.masks.Allowed, i, source.allows(groups))
	}
	return v
}

func (w *goldenWorld) scoreWeb(daysAgo int, config *goldenChannel) {
	var weights VisitWeights
	for k, name := range visitNames {
		weights[k] = percentOf(w.t, config.Weights, name)
	}
	rates, err := NewVisitRates(weights)
	require.NoError(w.t, err)
	all := map[string]*goldenVisitors{}
	for i := range config.DataSources {
		v := w.visitors(&config.DataSources[i])
		all[config.DataSources[i].UID] = v
		out := []*VisitTally{&v.tally, {}}
		require.NoError(w.t, w.counter.Visits(w.segments(Visits, v.facts), Windows{w.d, []int{daysAgo, 3}}, out))
		one, err := NewVisitRates(weights)
		require.NoError(w.t, err)
		one.Add(&v.tally, &v.masks)
		rates.Merge(one)
	}
	refs := rates.References(int(config.Percentile*100 + 0.5))
	scorer, err := NewVisitScorer(weights, refs)
	require.NoError(w.t, err)
	var sum VisitSummary
	for uid, v := range all {
		var part VisitSummary
		cells := make([]byte, len(v.ids))
		scorer.Cells(cells, &v.tally, &v.masks, &part)
		sum.Merge(&part)
		for i, cell := range cells {
			if cell == CellAbsent {
				continue
			}
			row := []string{"web", uid, "", "", "", v.ids[i], countText(uint32(cell &^ CellKnown)), "", "", "", "", ""}
			if c := v.owner[i]; c != nil {
				row[2], row[3], row[4] = c.externalID, c.email, c.gsm
			}
			require.Equal(w.t, v.owner[i] != nil, cell&CellKnown != 0)
			w.scores = append(w.scores, row)
		}
	}
	w.channels["web"] = webFigures(refs, &sum)
}

func webFigures(refs VisitReferences, sum *VisitSummary) map[string]any {
	known, knownSum := Total(&sum.Known)
	unknown, unknownSum := Total(&sum.Unknown)
	reference := map[string]any{}
	for k, name := range visitNames {
		reference[name] = nil
		if refs[k] > 0 {
			reference[name] = refs[k]
		}
	}
	a, b := BandsOf(&sum.Known), BandsOf(&sum.Unknown)
	var bands []any
	for i := range a {
		low, high := bandBounds(i)
		bands = append(bands, map[string]any{
			"scoringMin": low, "scoringMax": high, "count": a[i] + b[i], "value": hundredths(Percent(a[i]+b[i], known+unknown)),
			"knownCount": a[i], "unknownCount": b[i],
		})
	}
	return map[string]any{
		"reference": reference, "count": known + unknown, "knownCount": known, "unknownCount": unknown,
		"avgScoring": hundredths(Average(knownSum+unknownSum, known+unknown)), "bands": bands,
	}
}
