package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// source is a data source in the form of the API.
type source struct {
	UID              string `json:"uid"`
	IncludedAll      bool   `json:"includedAll"`
	IncludedGroupIDs []int  `json:"includedGroupIds"`
	ExcludedGroupIDs []int  `json:"excludedGroupIds"`
}

// builtSources implements the specification's rule independently, over the groups of each uid.
func builtSources(channel, own string, marks []source, groups map[string]map[string]int) []source {
	built := []source{}
	for _, mark := range marks {
		if channel == "web" && len(marks) == 1 {
			mark.IncludedAll = true
		}
		if !mark.IncludedAll && len(mark.IncludedGroupIDs)+len(mark.ExcludedGroupIDs) == 0 {
			continue
		}
		all := len(groups[mark.UID]) > 0
		for _, id := range groups[mark.UID] {
			all = all && slices.Contains(mark.IncludedGroupIDs, id)
		}
		if mark.IncludedAll || all {
			mark.IncludedAll, mark.IncludedGroupIDs = true, []int{}
		}
		built = append(built, mark)
	}
	switch {
	case len(built) == 0:
		return []source{{own, true, []int{}, []int{}}}
	case channel == "web" && len(built) == 1:
		built[0].IncludedAll, built[0].IncludedGroupIDs = true, []int{}
	case !slices.ContainsFunc(built, func(s source) bool { return s.IncludedAll || len(s.IncludedGroupIDs) > 0 }):
		return []source{}
	}
	return built
}

// previewed is a preview of one channel.
type previewed struct {
	DataSources  []source
	Audience     []struct{ Contacts, Analysed int }
	Distribution *struct {
		AvgScoring float64
		Items      []struct{ Count int }
	}
}

func (p previewed) figures() backtestFigures {
	f := backtestFigures{Enough: true}
	for _, audience := range p.Audience {
		f.Scored += audience.Analysed
		f.Excluded += audience.Contacts - audience.Analysed
	}
	if p.Distribution != nil {
		f.AvgScoring = p.Distribution.AvgScoring
		for _, item := range p.Distribution.Items {
			f.Bands = append(f.Bands, item.Count)
		}
	}
	return f
}

// marker is an account whose groups change, with its source of randomness.
type marker struct {
	*client
	*rand.Rand
	made int
}

const sourceContacts = 24

// fill uploads contacts of every uid, each in some of three groups, and three weeks of their engagement.
func (m *marker) fill() {
	m.t.Helper()
	contacts, events := "uid,external_id,email,gsm,email_consent,sms_consent,groups\n", eventHeader
	now, n := time.Now().UTC(), 0
	event := func(day int, uid, kind, message, contact, visitor string) {
		n++
		domain := ""
		if visitor != "" {
			domain = "shop.example.com"
		}
		events += fmt.Sprintf("%d,%s,%s,%s,%s,,%s,,,%s,%s\n",
			n, now.AddDate(0, 0, -day).Format(time.RFC3339), uid, kind, message, contact, visitor, domain)
	}
	for at, uid := range m.uids {
		for i := range sourceContacts {
			var groups []string
			for _, name := range []string{"a", "b", "c"} {
				if i < 3 && name == string(rune('a'+i)) || m.IntN(3) == 0 {
					groups = append(groups, name)
				}
			}
			contact := fmt.Sprintf("u%dc%d", at, i)
			contacts += fmt.Sprintf("%s,%s,%s@example.com,+4850%d%06d,%t,%t,%s\n",
				uid, contact, contact, at, i, m.IntN(6) > 0, m.IntN(6) > 0, strings.Join(groups, "|"))
			for day := 20; day > 0; day -= 4 {
				message := fmt.Sprintf("m%d", day)
				for _, kind := range []string{"sent", "delivered", "opened", "clicked"}[:1+m.IntN(4)] {
					event(day, uid, "mailing."+kind, message, contact, "")
				}
				for _, kind := range []string{"sent", "delivered", "clicked"}[:1+m.IntN(3)] {
					event(day, uid, "sms."+kind, "s"+message, contact, "")
				}
				event(day, uid, "web.page_view", "", contact, "v"+contact)
			}
		}
	}
	require.Equal(m.t, "done", m.upload("contacts", "text/csv", strings.NewReader(contacts)).State)
	require.Equal(m.t, "done", m.upload("engagement", "text/csv", strings.NewReader(events)).State)
}

// churn makes groups with members in a uid, and tries to delete some: groups that a scoring uses stay.
func (m *marker) churn() {
	m.t.Helper()
	groups := m.groups()
	for range m.IntN(3) {
		uid := m.uids[m.IntN(len(m.uids))]
		for _, id := range groups[uid] {
			path := fmt.Sprintf("protected/saresystem/groups/%d", id)
			status, _ := m.do(http.MethodDelete, path, "", nil)
			require.Contains(m.t, []int{http.StatusOK, http.StatusConflict, http.StatusNotFound}, status)
			break
		}
	}
	if m.IntN(2) == 0 {
		var group struct{ ID int }
		m.made++
		m.call(http.MethodPost, "protected/saresystem/groups",
			object{"uid": m.uids[m.IntN(len(m.uids))], "name": fmt.Sprintf("made %d", m.made)}, &group)
		numbers := []int{m.IntN(sourceContacts), m.IntN(sourceContacts)}
		m.call(http.MethodPost, fmt.Sprintf("protected/saresystem/groups/%d:addMembers", group.ID),
			object{"numbers": numbers}, nil)
	}
}

// mark randomly marks existing groups: none, all, some, and whole uids.
func (m *marker) mark(groups map[string]map[string]int) []source {
	marks := []source{}
	for _, uid := range m.uids {
		if m.IntN(2) == 0 {
			continue
		}
		mark := source{uid, m.IntN(4) == 0, []int{}, []int{}}
		include, exclude := m.IntN(3), m.IntN(3)
		for _, name := range slices.Sorted(maps.Keys(groups[uid])) {
			if include == 1 || include == 2 && m.IntN(2) == 0 {
				mark.IncludedGroupIDs = append(mark.IncludedGroupIDs, groups[uid][name])
			} else if exclude > 0 && m.IntN(2) == 0 {
				mark.ExcludedGroupIDs = append(mark.ExcludedGroupIDs, groups[uid][name])
			}
		}
		marks = append(marks, mark)
	}
	return marks
}

// config generates a scoring of e-mail and SMS, or of websites.
func (m *marker) config(groups map[string]map[string]int) (object, map[string][]source) {
	weights := map[string]object{
		"mailing": mailingWeights, "sms": {"ctr": "0.25", "delivery": "0.75"}, "web": {"page_view": "1.00"},
	}
	channels := [][]string{{"mailing"}, {"sms"}, {"mailing", "sms"}, {"web"}}[m.IntN(4)]
	config, marks := object{"daysAgo": []int{14, 28}[m.IntN(2)]}, map[string][]source{}
	for _, channel := range channels {
		marks[channel] = m.mark(groups)
		config[channel] = object{
			"weights": weights[channel], "percentile": []float64{0.8, 0.9}[m.IntN(2)], "dataSources": marks[channel],
		}
	}
	return config, marks
}

// save stores a configuration in one of the possible ways, and returns the id of its draft.
func (m *marker) save(config object, groups map[string]map[string]int) (id, way string) {
	m.t.Helper()
	make := func(config object) (id string) {
		var created struct{ ID string }
		body := object{"name": "What is said is saved"}
		if config != nil {
			body["config"] = config
		}
		m.call(http.MethodPost, scoringsPath, body, &created)
		return created.ID
	}
	switch m.IntN(3) {
	case 0:
		return make(config), "POST"
	case 1:
		id := make(nil)
		m.call(http.MethodPut, scoringsPath+"/"+id, object{"name": "By PUT", "version": 1, "config": config}, nil)
		return id, "PUT"
	default:
		file := object{"daysAgo": config["daysAgo"]}
		for _, channel := range []string{"mailing", "sms", "web"} {
			if part, there := config[channel].(object); there {
				file[channel] = fileChannel(part, groups)
			}
		}
		var created struct{ ID string }
		m.call(http.MethodPost, scoringsPath+":importFile",
			object{"format": "puls-scoring-1", "name": "By file", "config": file}, &created)
		return created.ID, "file"
	}
}

// fileChannel returns a channel of a configuration with its groups by name and its weights in percent.
func fileChannel(part object, groups map[string]map[string]int) object {
	weights := map[string]int{}
	for name, weight := range part["weights"].(object) {
		var fraction float64
		_, _ = fmt.Sscan(fmt.Sprint(weight), &fraction)
		weights[name] = int(fraction*100 + 0.5)
	}
	sources := []object{}
	for _, mark := range part["dataSources"].([]source) {
		names := func(ids []int) []string {
			list := []string{}
			for name, id := range groups[mark.UID] {
				if slices.Contains(ids, id) {
					list = append(list, name)
				}
			}
			return list
		}
		sources = append(sources, object{
			"uid": mark.UID, "includedAll": mark.IncludedAll, "includedGroups": names(mark.IncludedGroupIDs),
			"excludedGroups": names(mark.ExcludedGroupIDs),
		})
	}
	return object{
		"weights": weights, "percentile": int(part["percentile"].(float64)*100 + 0.5), "dataSources": sources,
	}
}

// TestAPreviewEqualsTheSavedScoring generates PULS_CONFIGURATIONS configurations while groups are made and
// deleted: previews, backtests, saved scorings and results agree with each other and with the specification's rule.
func TestAPreviewEqualsTheSavedScoring(t *testing.T) {
	const ofAnAccount = 10 // fewer than the hourly limit of requested calculations
	p := shared(t)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	calculated, refused := 0, 0
	var m *marker
	for i := range fromEnvironment("PULS_CONFIGURATIONS", 10) {
		if i%ofAnAccount == 0 {
			m = &marker{p.createAccount(fmt.Sprintf("marks-%d@example.com", i), "UTC", "901", "902"), random, 0}
			m.fill()
		}
		if m.proveSources() {
			calculated++
		} else {
			refused++
		}
	}
	figure(t, "%d calculated, %d judge nobody and are refused", calculated, refused)
	require.Positive(t, calculated)
}

// proveSources follows one configuration from its marks to its result. It reports whether there is a result: without
// marked contacts the preview, the backtest and the activation refuse.
func (m *marker) proveSources() bool {
	m.t.Helper()
	m.churn()
	groups, today := m.groups(), time.Now().UTC().Format(time.DateOnly)
	config, marks := m.config(groups)
	said := m.preview(config)
	fine := true
	for channel, marked := range marks {
		want := builtSources(channel, m.uids[0], marked, groups)
		require.ElementsMatch(m.t, want, said[channel].DataSources, "preview of %s: %+v", channel, marked)
		fine = m.backtest(config, channel, said[channel]) && fine
	}
	id, way := m.save(config, groups)
	m.requireSaved(id, way, said)
	status := m.send(http.MethodPost, scoringsPath+"/"+id+":setStatus", `{"newStatus":1}`)
	if !fine {
		require.Equal(m.t, http.StatusBadRequest, status.status, "%s", status.body)
		require.Contains(m.t, string(status.body), "SCORING_DATA_SOURCES_MISSING")
		return false
	}
	require.Equal(m.t, http.StatusOK, status.status, "%s", status.body)
	m.churn()
	m.requireSaved(id, way+" and other groups", said)
	for _, channel := range m.calculate(id, today) {
		require.Equal(m.t, "done", channel["stage"], "%v", channel)
	}
	if today != time.Now().UTC().Format(time.DateOnly) {
		return true // midnight passed: the preview was of another day
	}
	for channel := range marks {
		result := m.resultFigures(id, channel, today)
		result.Lift = nil // today's 14 days are not over
		require.Equal(m.t, said[channel].figures(), result, "%s by %s: %+v", channel, way, marks)
	}
	return true
}

func (m *marker) preview(config object) map[string]previewed {
	m.t.Helper()
	var answer struct{ Channels map[string]previewed }
	m.call(http.MethodPost, scoringsPath+":preview", object{"config": config, "distribution": true}, &answer)
	return answer.Channels
}

// backtest requests today's figures of one channel with the same marks before the change. It reports whether any
// contact is scored.
func (m *marker) backtest(config object, channel string, said previewed) bool {
	m.t.Helper()
	data, err := json.Marshal(object{"config": config, "before": config, "scoringType": channel, "weeks": 1})
	require.NoError(m.t, err)
	res := m.send(http.MethodPost, scoringsPath+":backtest", string(data))
	judged := func(s source) bool { return s.IncludedAll || len(s.IncludedGroupIDs) > 0 }
	some, all := slices.ContainsFunc(said.DataSources, judged), true
	for _, one := range said.DataSources {
		all = all && judged(one)
	}
	if !some || !all {
		require.Equal(m.t, http.StatusBadRequest, res.status, "%s", res.body)
		require.Contains(m.t, string(res.body), "SCORING_DATA_SOURCES_MISSING")
		return false
	}
	require.Equal(m.t, http.StatusOK, res.status, "%s", res.body)
	var answer struct {
		Days []struct{ Changed, Before backtestFigures }
	}
	require.NoError(m.t, json.Unmarshal(res.body, &answer))
	for _, got := range []backtestFigures{answer.Days[0].Changed, answer.Days[0].Before} {
		got.Lift = nil
		require.Equal(m.t, said.figures(), got, "backtest of %s", channel)
	}
	return true
}

func (m *marker) requireSaved(id, way string, said map[string]previewed) {
	m.t.Helper()
	var saved struct {
		Config map[string]json.RawMessage
	}
	m.call(http.MethodGet, scoringsPath+"/"+id, nil, &saved)
	for channel, want := range said {
		var got struct{ DataSources []source }
		require.NoError(m.t, json.Unmarshal(saved.Config[channel], &got))
		require.Len(m.t, got.DataSources, len(want.DataSources), "%s by %s", channel, way)
		for i := range got.DataSources {
			require.Equal(m.t, want.DataSources[i].UID, got.DataSources[i].UID)
			require.Equal(m.t, want.DataSources[i].IncludedAll, got.DataSources[i].IncludedAll, "%s by %s", channel, way)
			require.ElementsMatch(m.t, want.DataSources[i].IncludedGroupIDs, got.DataSources[i].IncludedGroupIDs)
			require.ElementsMatch(m.t, want.DataSources[i].ExcludedGroupIDs, got.DataSources[i].ExcludedGroupIDs)
		}
	}
}
