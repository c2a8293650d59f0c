package engine_test

import (
	"strings"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// goldenChunk is one chunk of one database during both passes.
type goldenChunk struct {
	contacts []*goldenContact // by number in the chunk, nil if there is none
	audience scoring.Audience
	tally    counting.Tally
	cells    []byte
}

func set(m *segment.Mask, i int, yes bool) {
	if yes {
		m[i>>6] |= 1 << (i & 63)
	}
}

func (w *goldenWorld) chunks(channel string, source *goldenSource) []*goldenChunk {
	var out []*goldenChunk
	for _, c := range w.contacts[source.UID] {
		for c.number/segment.ChunkContacts >= len(out) {
			out = append(out, &goldenChunk{contacts: make([]*goldenContact, segment.ChunkContacts), audience: scoring.Audience{
				Contacts: new(segment.Mask), Consent: new(segment.Mask), Group: new(segment.Mask), Address: new(segment.Mask),
				New: new(segment.Mask),
			}})
		}
		chunk, i := out[c.number/segment.ChunkContacts], c.number%segment.ChunkContacts
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
func (w *goldenWorld) facts(channel, uid string) map[int][]oracle.Fact {
	kinds := map[string]segment.Kind{
		"sent": segment.Sent, "delivered": segment.Delivered, "opened": segment.Opened, "clicked": segment.Clicked,
		"bounced": segment.Bounced, "unsubscribed": segment.Unsubscribed,
	}
	out := map[int][]oracle.Fact{}
	for _, e := range w.events {
		ch, kind, _ := strings.Cut(e["type"], ".")
		if ch != channel || e["uid"] != uid {
			continue
		}
		k, ok := kinds[kind]
		require.True(w.t, ok, e["type"])
		if c := w.contact(e); c != nil {
			chunk := c.number / segment.ChunkContacts
			out[chunk] = append(out[chunk], oracle.Fact{
				Key: hashID(e["message_id"]), Day: w.day(e["occurred_at"]), Kind: k,
				Contact: uint16(c.number % segment.ChunkContacts),
			})
		}
	}
	return out
}

// scoreChannel returns the scored chunks of each uid.
func (w *goldenWorld) scoreChannel(channel string, daysAgo int, config *goldenChannel) map[string][]*goldenChunk {
	var rates scoring.Rates
	all := map[string][]*goldenChunk{}
	for i := range config.DataSources {
		source := &config.DataSources[i]
		facts := w.facts(channel, source.UID)
		all[source.UID] = w.chunks(channel, source)
		var one scoring.Rates // as another worker would have it
		for n, chunk := range all[source.UID] {
			tallies := []*counting.Tally{{}, &chunk.tally}
			segments, windows := w.segments(segment.Sendings, facts[n]), counting.Windows{D: w.d, DaysAgo: []int{7, daysAgo}}
			require.NoError(w.t, w.counter.Sendings(segments, windows, tallies))
			w.requireFolded(segments, windows, tallies)
			one.Add(&chunk.tally, &chunk.audience)
		}
		rates.Merge(&one)
	}
	refs := rates.References(int(config.Percentile*100 + 0.5))
	weights := scoring.Weights{
		Delivery: percentOf(w.t, config.Weights, "delivery"), Open: percentOf(w.t, config.Weights, "or"),
		Click: percentOf(w.t, config.Weights, "ctr"),
	}
	scorer, err := scoring.NewScorer(weights, refs)
	require.NoError(w.t, err)
	var sum scoring.Summary
	for uid, chunks := range all {
		for _, chunk := range chunks {
			var part scoring.Summary
			chunk.cells = make([]byte, segment.ChunkContacts)
			scorer.Cells(chunk.cells, &chunk.tally, &chunk.audience, &part)
			sum.Merge(&part)
			w.cells(channel, uid, chunk)
		}
	}
	w.channels[channel] = channelFigures(channel, refs, &sum)
	return all
}

// requireFolded counts the same from planes, folded for that day and for the days around it.
func (w *goldenWorld) requireFolded(segments []segment.Segment, windows counting.Windows, want []*counting.Tally) {
	if len(segments) == 0 {
		return
	}
	var m segment.Merger
	merged, err := m.Merge(segments)
	require.NoError(w.t, err)
	base := oracle.OpenAll(w.t, merged)
	folder := counting.NewFolder()
	for horizon := w.d - 1 - cohort.Lead; horizon < w.d; horizon++ {
		f, err := folder.Fold(base, horizon)
		require.NoError(w.t, err)
		got, _ := oracle.Folded(w.t, w.counter, f, base, nil, windows)
		for i := range got {
			for contact := range segment.ChunkContacts {
				if a, b := want[i].At(contact), got[i].At(contact); a != b {
					require.Equal(w.t, a, b, "contact %d", contact)
				}
			}
		}
	}
}

func (w *goldenWorld) cells(channel, uid string, chunk *goldenChunk) {
	cells := chunk.cells
	for i, c := range chunk.contacts {
		if c == nil {
			require.EqualValues(w.t, spec.CellAbsent, cells[i])
			continue
		}
		score, reason := "", ""
		switch cells[i] {
		case spec.CellNoConsent:
			reason = "NO_CONSENT"
		case spec.CellNotInGroup:
			reason = "NOT_IN_GROUP"
		case spec.CellNoSending:
			reason = "NO_SENDING"
		case spec.CellNoAddress:
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

func channelFigures(channel string, refs scoring.References, sum *scoring.Summary) map[string]any {
	reference := map[string]any{"ctr": rateOrNil(refs.Click), "delivery": rateOrNil(refs.Delivery)}
	if channel == "mailing" {
		reference["or"] = rateOrNil(refs.Open)
	}
	count, total := totalOf(&sum.Scores)
	all, fresh := bandsOf(&sum.Scores), bandsOf(&sum.New)
	var bands []any
	for i := range all {
		low, high := bandBounds(i)
		bands = append(bands, map[string]any{
			"scoringMin": low, "scoringMax": high, "count": all[i], "value": hundredths(percent(all[i], count)),
			"new14": fresh[i],
		})
	}
	excluded := sum.NoAddress + sum.NoConsent + sum.NotInGroup + sum.NoSending
	reasons := map[string]any{}
	for name, n := range map[string]uint64{
		map[string]string{"mailing": "NO_EMAIL", "sms": "NO_GSM"}[channel]: sum.NoAddress,
		"NO_CONSENT": sum.NoConsent, "NOT_IN_GROUP": sum.NotInGroup, "NO_SENDING": sum.NoSending,
	} {
		if n > 0 {
			reasons[name] = map[string]any{"count": n, "percent": hundredths(percent(n, count+excluded))}
		}
	}
	return map[string]any{
		"reference": reference, "count": count, "avgScoring": hundredths(average(total, count)), "bands": bands,
		"exclusions": map[string]any{
			"excludedCount": excluded, "notExcludedCount": count,
			"excludedPercent":    hundredths(percent(excluded, count+excluded)),
			"notExcludedPercent": hundredths(percent(count, count+excluded)),
			"reasons":            reasons,
		},
	}
}

var visitNames = [segment.VisitKinds]string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}

// goldenVisitors is one chunk of the visitors of one database.
type goldenVisitors struct {
	ids   []string
	owner []*goldenContact
	masks scoring.Visitors
	facts []oracle.Fact
	tally counting.VisitTally
	cells []byte
}

func (w *goldenWorld) visitors(source *goldenSource) *goldenVisitors {
	v := &goldenVisitors{masks: scoring.Visitors{Allowed: new(segment.Mask), Known: new(segment.Mask)}}
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
				v.facts = append(v.facts, oracle.Fact{
					Key: hashID(e["event_id"]), Day: w.day(e["occurred_at"]), Kind: segment.Kind(k), Contact: uint16(n),
				})
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

// scoreWeb returns the scored visitors of each uid.
func (w *goldenWorld) scoreWeb(daysAgo int, config *goldenChannel) map[string]*goldenVisitors {
	var weights scoring.VisitWeights
	for k, name := range visitNames {
		weights[k] = percentOf(w.t, config.Weights, name)
	}
	rates, err := scoring.NewVisitRates(weights)
	require.NoError(w.t, err)
	all := map[string]*goldenVisitors{}
	for i := range config.DataSources {
		v := w.visitors(&config.DataSources[i])
		all[config.DataSources[i].UID] = v
		out := []*counting.VisitTally{&v.tally, {}}
		segments, windows := w.segments(segment.Visits, v.facts), counting.Windows{D: w.d, DaysAgo: []int{daysAgo, 3}}
		require.NoError(w.t, w.counter.Visits(segments, nil, windows, out))
		w.requireFoldedVisits(segments, windows, out)
		one, err := scoring.NewVisitRates(weights)
		require.NoError(w.t, err)
		one.Add(&v.tally, &v.masks)
		rates.Merge(one)
	}
	refs, _ := rates.References(int(config.Percentile*100 + 0.5))
	scorer, err := scoring.NewVisitScorer(weights, refs)
	require.NoError(w.t, err)
	var sum scoring.VisitSummary
	for uid, v := range all {
		var part scoring.VisitSummary
		v.cells = make([]byte, len(v.ids))
		scorer.Cells(v.cells, &v.tally, &v.masks, &part)
		sum.Merge(&part)
		for i, cell := range v.cells {
			if cell == spec.CellAbsent {
				continue
			}
			row := []string{"web", uid, "", "", "", v.ids[i], countText(uint32(cell &^ spec.CellKnown)), "", "", "", "", ""}
			if c := v.owner[i]; c != nil {
				row[2], row[3], row[4] = c.externalID, c.email, c.gsm
			}
			require.Equal(w.t, v.owner[i] != nil, cell&spec.CellKnown != 0)
			w.scores = append(w.scores, row)
		}
	}
	w.channels["web"] = webFigures(refs, &sum)
	return all
}

// requireFoldedVisits counts the same from planes, folded on the day, long before and long after.
func (w *goldenWorld) requireFoldedVisits(
	segments []segment.Segment, windows counting.Windows, want []*counting.VisitTally,
) {
	if len(segments) == 0 {
		return
	}
	var m segment.Merger
	merged, err := m.Merge(segments)
	require.NoError(w.t, err)
	base := oracle.OpenAll(w.t, merged)
	folder := counting.NewFolder()
	for _, horizon := range []segment.Day{w.d - 1, w.d - 70, w.d + 50} {
		f, err := folder.Fold(base, horizon)
		require.NoError(w.t, err)
		got, planes := oracle.FoldedVisits(w.t, w.counter, f, base, nil, windows)
		require.True(w.t, planes > 0 || want[0].Len() == 0, "counted from planes")
		for i := range got {
			require.Equal(w.t, oracle.VisitsOf(want[i]), oracle.VisitsOf(got[i]))
		}
	}
}

func webFigures(refs scoring.VisitReferences, sum *scoring.VisitSummary) map[string]any {
	known, knownSum := totalOf(&sum.Known)
	unknown, unknownSum := totalOf(&sum.Unknown)
	reference := map[string]any{}
	for k, name := range visitNames {
		reference[name] = nil
		if refs[k] > 0 {
			reference[name] = refs[k]
		}
	}
	a, b := bandsOf(&sum.Known), bandsOf(&sum.Unknown)
	var bands []any
	for i := range a {
		low, high := bandBounds(i)
		bands = append(bands, map[string]any{
			"scoringMin": low, "scoringMax": high, "count": a[i] + b[i], "value": hundredths(percent(a[i]+b[i], known+unknown)),
			"knownCount": a[i], "unknownCount": b[i],
		})
	}
	return map[string]any{
		"reference": reference, "count": known + unknown, "knownCount": known, "unknownCount": unknown,
		"avgScoring": hundredths(average(knownSum+unknownSum, known+unknown)), "bands": bands,
	}
}
