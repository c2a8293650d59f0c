package acceptance

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// properties returns the properties that receive a channel's scores, in the form of a scoring.
func (g *goldenCase) properties(channel string) []object {
	var list []object
	for uid, id := range g.fills[channel] {
		list = append(list, object{"uid": uid, "propertyId": id})
	}
	return list
}

// addProperties makes a property for each channel and uid.
func (g *goldenCase) addProperties(c *client) {
	c.t.Helper()
	g.fills = map[string]map[string]int{}
	for name, channel := range g.channels() {
		if channel == nil {
			continue
		}
		g.fills[name] = map[string]int{}
		for _, source := range channel.DataSources {
			var added struct{ ID int }
			c.call(http.MethodPost, "protected/saresystem/properties:add",
				object{"uid": source.UID, "name": "score-" + name, "type": "Number"}, &added)
			g.fills[name][source.UID] = added.ID
		}
	}
}

// expectedValues returns the expected values of a property, by the contact's identifier: its score, or for web the
// highest score of its visitors.
func (g *goldenCase) expectedValues(t *testing.T, channel, uid string) map[string]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(g.file(t, "expected_scores.csv"))).ReadAll()
	require.NoError(t, err)
	values := map[string]string{}
	for _, row := range rows[1:] {
		who := strings.Join(row[2:5], "|")
		if row[0] != channel || row[1] != uid || row[6] == "" || who == "||" {
			continue
		}
		score, err := strconv.Atoi(row[6])
		require.NoError(t, err)
		if best, has := values[who]; !has || score > atoi(t, best) {
			values[who] = row[6]
		}
	}
	return values
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// contactsFile downloads the CSV of a uid.
func (c *client) contactsFile(uid string) [][]string {
	c.t.Helper()
	status, data := c.do(http.MethodPost, "protected/saresystem/contacts:exportToCsv", "application/json",
		strings.NewReader(`{"uid":"`+uid+`"}`))
	require.Equal(c.t, http.StatusOK, status, "%s", data)
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	require.NoError(c.t, err)
	return rows
}

type receipt struct {
	UID          string
	PropertyName string
	Written      int
	Skipped      map[string]int
}

// receipts waits until every property of a channel has its receipt.
func (g *goldenCase) receipts(c *client, id, channel string) map[string]receipt {
	c.t.Helper()
	var report struct{ PropertyReceipts []receipt }
	eventually(c.t, "the receipts", func() bool {
		report.PropertyReceipts = nil
		c.call(http.MethodGet, "protected/scoring/scorings/"+id+":partitionSummary"+g.query(channel), nil, &report)
		return len(report.PropertyReceipts) == len(g.fills[channel])
	})
	byUID := map[string]receipt{}
	for _, r := range report.PropertyReceipts {
		byUID[r.UID] = r
	}
	return byUID
}

// compareProperties compares each contact's property with the expected score, and the receipts with both.
func (g *goldenCase) compareProperties(t *testing.T, c *client, id, channel string) {
	t.Helper()
	receipts := g.receipts(c, id, channel)
	scored := 0
	for uid := range g.fills[channel] {
		rows := c.contactsFile(uid)
		column := slices.Index(rows[0], "property:score-"+channel)
		blocked := slices.Index(rows[0], map[string]string{"sms": "gsm_blocked"}[channel])
		if channel != "sms" {
			blocked = slices.Index(rows[0], "email_blocked")
		}
		want := g.expectedValues(t, channel, uid)
		written, kept := 0, 0
		for _, row := range rows[1:] {
			score := want[strings.Join(row[1:4], "|")]
			if row[blocked] == "true" {
				if score != "" {
					kept++
				}
				score = ""
			}
			require.Equal(t, score, row[column], "%s of %v", channel, row)
			if score != "" {
				written++
			}
		}
		require.Equal(t, "score-"+channel, receipts[uid].PropertyName)
		require.Equal(t, written, receipts[uid].Written)
		require.Equal(t, kept, receipts[uid].Skipped["BLOCKED"])
		require.Equal(t, len(want), written+kept)
		scored += written + kept
	}
	if channel == "web" {
		for uid, r := range receipts {
			require.Equal(t, g.Expected.Channels[channel].UnknownCount, r.Skipped["UNKNOWN"], uid)
		}
		return
	}
	require.Equal(t, g.Expected.Channels[channel].Count, scored, "written and skipped are all who were scored")
}

// compareUses compares the uses of properties with the scoring.
func (g *goldenCase) compareUses(t *testing.T, c *client, id string) {
	t.Helper()
	var uids map[string]struct {
		Items []struct {
			ID            int
			UsedInScoring bool
			UsedBy        []struct{ ScoringID, ScoringType string }
		}
	}
	c.call(http.MethodGet, "protected/saresystem/properties", nil, &uids)
	for channel, properties := range g.fills {
		for uid, property := range properties {
			found := 0
			for _, item := range uids[uid].Items {
				if item.ID == property {
					require.True(t, item.UsedInScoring)
					require.Equal(t, id+" "+channel, item.UsedBy[0].ScoringID+" "+item.UsedBy[0].ScoringType)
					found++
				}
			}
			require.Equal(t, 1, found)
		}
	}
}

func TestScoresStandInPropertiesExactly(t *testing.T) {
	p := shared(t)
	for _, name := range []string{"two-uids", "mixed-warsaw", "web"} {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, goldenDirs(t)[name])
			scoped := *p
			scoped.t = t
			c := scoped.createAccount(name+"-properties@example.com", g.Timezone, g.uids()...)
			g.contactsFirst([][]byte{g.file(t, "events.csv")})(t, c)
			g.addProperties(c)
			id := g.createScoring(c)
			g.compareUses(t, c, id)
			var before [][]string
			for range 2 { // a second calculation changes nothing
				for _, channel := range c.calculate(id, g.GeneratedDate) {
					require.Equal(t, "done", channel["stage"], "%v", channel)
				}
				for channel := range g.Expected.Channels {
					g.compareProperties(t, c, id, channel)
				}
				file := c.contactsFile(g.uids()[0])
				if before != nil {
					require.Equal(t, before, file)
				}
				before = file
			}
		})
	}
}
