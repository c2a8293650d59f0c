package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const scoringsPath = "protected/scoring/scorings"

// draftOf makes a draft and returns its path.
func (c *client) draftOf(body object) string {
	c.t.Helper()
	var created struct{ ID string }
	c.call(http.MethodPost, scoringsPath, body, &created)
	return scoringsPath + "/" + created.ID
}

func smsConfig(daysAgo int) object {
	return object{"daysAgo": daysAgo, "sms": object{
		"weights": object{"ctr": "0.25", "delivery": "0.75"}, "percentile": 0.9,
		"dataSources": []object{{"uid": "001", "includedAll": true}},
	}}
}

func TestAReadScoringCanBeSentBackAndMissingMembersEraseNothing(t *testing.T) {
	p := shared(t)
	c := p.createAccount("whole@example.com", "UTC", "001")
	one := c.draftOf(object{"name": "Everybody", "status": 0, "config": smsConfig(28), "lastDraftStep": 2})
	var before, after object
	c.call(http.MethodGet, one, nil, &before)

	require.Equal(
		t, map[string]string{"config": "VALUE_REQUIRED"}, c.wrong(http.MethodPut, one, `{"name":"Everybody","version":1}`),
	)
	require.Equal(
		t, map[string]string{"version": "VALUE_REQUIRED"},
		c.wrong(http.MethodPut, one, `{"name":"Everybody","config":{"daysAgo":14}}`),
	)
	require.Equal(
		t, map[string]string{"version": "VALUE_OUT_OF_RANGE"},
		c.wrong(http.MethodPut, one, `{"name":"Everybody","version":0,"config":{"daysAgo":14}}`),
	)
	require.Equal(
		t, map[string]string{"status": "VALUE_NOT_ALLOWED"},
		c.wrong(http.MethodPost, scoringsPath, `{"name":"Everybody","status":1}`),
	)
	c.call(http.MethodGet, one, nil, &after)
	require.Equal(t, before, after, "a refused save changed something")

	c.call(http.MethodPut, one, before, nil)
	c.call(http.MethodGet, one, nil, &after)
	require.InDelta(t, 2, after["version"], 0)
	for _, changed := range []string{"version", "updatedAt"} {
		delete(before, changed)
		delete(after, changed)
	}
	require.Equal(t, before, after, "sending back what was read changed something")
}

func TestSavingFromAnOldVersionReturnsTheStoredScoring(t *testing.T) {
	p := shared(t)
	c := p.createAccount("stale@example.com", "UTC", "001")
	one := c.draftOf(object{"name": "Everybody"})
	save := func(name string, version int) failure {
		body, err := json.Marshal(object{"name": name, "version": version, "config": smsConfig(28)})
		require.NoError(t, err)
		res := c.send(http.MethodPut, one, string(body))
		var f failure
		require.NoError(t, json.Unmarshal(res.body, &f), "%s", res.body)
		return f
	}
	require.Empty(t, save("First", 1).Meta.Class)
	refused := save("Second", 1)
	require.Equal(t, "SCORING_VERSION_CONFLICT", refused.Meta.Class)
	var now object
	c.call(http.MethodGet, one, nil, &now)
	require.Equal(t, now, refused.Current)
	require.Equal(t, "First", refused.Current["name"])

	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	refused = save("Third", 3)
	require.Equal(t, "SCORING_ACTIVE", refused.Meta.Class)
	require.InDelta(t, 2, refused.Current["status"], 0)
}

func TestAnActiveScoringTakesTheMembersThatItWasReadWith(t *testing.T) {
	p := shared(t)
	c := p.createAccount("active@example.com", "UTC", "001")
	property := func(name, kind string) int {
		var created struct{ ID int }
		c.call(
			http.MethodPost, "protected/saresystem/properties:add", object{"uid": "001", "name": name, "type": kind}, &created,
		)
		return created.ID
	}
	number, text := property("Score", "Number"), property("City", "Text")
	one := c.draftOf(object{"name": "Everybody", "config": smsConfig(28)})
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	patch := func(property int) object {
		return object{
			"name": "New name",
			"config": object{
				"sms": object{"exportToProperty": object{"properties": []object{{"uid": "001", "propertyId": property}}}},
			},
		}
	}
	c.call(http.MethodPatch, one, patch(number), nil)
	var got struct {
		Name   string
		Config struct {
			SMS struct {
				ExportToProperty struct{ Properties []struct{ PropertyID int } }
			}
		}
	}
	c.call(http.MethodGet, one, nil, &got)
	require.Equal(t, "New name", got.Name)
	require.Equal(t, number, got.Config.SMS.ExportToProperty.Properties[0].PropertyID)
	body, err := json.Marshal(patch(text))
	require.NoError(t, err)
	refused := c.refused(http.StatusBadRequest, http.MethodPatch, one, jsonType, string(body))
	require.Equal(t, "SCORING_PROPERTY_UNUSABLE", refused.Meta.Class)
	require.Equal(t, "config.sms.exportToProperty.properties[0]", refused.Fields[0].Field)

	second := c.draftOf(object{"name": "Another", "config": smsConfig(14)})
	config := smsConfig(14)
	config["sms"].(object)["exportToProperty"] = object{"properties": []object{{"uid": "001", "propertyId": number}}}
	c.call(http.MethodPut, second, object{"name": "Another", "version": 1, "config": config}, nil)
	require.Equal(
		t, "SCORING_PROPERTY_UNUSABLE",
		c.refused(http.StatusBadRequest, http.MethodPost, second+":setStatus", jsonType, `{"newStatus":1}`).Meta.Class,
	)
}

func TestScoringsAreReadInPagesAndTheirNumberIsBounded(t *testing.T) {
	p := startProgram(t, setting("PULS_LIMIT_SCORINGS", "7"), setting("PULS_LIMIT_NEW_SCORINGS", "8"))
	c := p.createAccount("pages@example.com", "UTC", "001")
	var last string
	for i := range 7 {
		last = c.draftOf(object{"name": fmt.Sprintf("Draft %d", i)})
	}
	type page struct {
		Items []struct{ Name string }
		Total int
	}
	var all, second page
	c.call(http.MethodGet, scoringsPath, nil, &all)
	require.Len(t, all.Items, 7)
	require.Equal(t, 7, all.Total)
	c.call(http.MethodGet, scoringsPath+"?page=2&pageSize=3", nil, &second)
	require.Equal(t, all.Items[3:6], second.Items)
	require.Equal(t, 7, second.Total)
	var beyond page
	c.call(http.MethodGet, scoringsPath+"?page=9", nil, &beyond)
	require.Empty(t, beyond.Items)
	require.Equal(
		t, map[string]string{"pageSize": "VALUE_OUT_OF_RANGE"}, c.wrong(http.MethodGet, scoringsPath+"?pageSize=201", ""),
	)
	c.call(http.MethodGet, scoringsPath+"?page=1000000&pageSize=200", nil, &beyond)
	require.Equal(
		t, map[string]string{"page": "VALUE_OUT_OF_RANGE"},
		c.wrong(http.MethodGet, scoringsPath+"?page=2147483647&pageSize=200", ""),
	)
	require.Equal(t, map[string]string{"page": "VALUE_INVALID"}, c.wrong(http.MethodGet, scoringsPath+"?page=x", ""))

	require.Equal(
		t, "SCORING_LIMIT",
		c.refused(http.StatusConflict, http.MethodPost, scoringsPath, jsonType, `{"name":"Too many"}`).Meta.Class,
	)
	status, _ := c.do(http.MethodDelete, last, "", nil)
	require.Equal(t, http.StatusOK, status)
	c.draftOf(object{"name": "Room again"})
	other := p.createAccount("others@example.com", "UTC", "001")
	other.draftOf(object{"name": "Not counted"})
}

func TestScoringsAreNotMadeWithoutEnd(t *testing.T) {
	p := startProgram(t, setting("PULS_LIMIT_NEW_SCORINGS", "3"))
	c := p.createAccount("many@example.com", "UTC", "001")
	for range 3 {
		c.draftOf(object{"name": "Draft"})
	}
	res := c.send(http.MethodPost, scoringsPath, `{"name":"Draft"}`)
	require.Equal(t, http.StatusTooManyRequests, res.status)
	require.Equal(t, "SCORING_TOO_MANY_NEW", res.class(t))
	require.Regexp(t, `^3(5\d\d|600)$`, res.header.Get("Retry-After"), "about an hour")
}

func TestANameThatABodyNamesInVainIsNamed(t *testing.T) {
	p := shared(t)
	c := p.createAccount("names@example.com", "UTC", "001")
	for config, want := range map[string]string{
		`{"daysAgo":14,"mailing":{"dataSources":[{"uid":"001","includedAll":true},{"uid":"777","includedAll":true}]}}`:           "config.mailing.dataSources[1].uid SCORING_UID_UNKNOWN",
		`{"daysAgo":14,"sms":{"dataSources":[{"uid":"001","includedGroupIds":[999999]}]}}`:                                       "config.sms.dataSources[0].includedGroupIds[0] SCORING_GROUP_UNKNOWN",
		`{"daysAgo":14,"sms":{"dataSources":[{"uid":"001"}],"exportToProperty":{"properties":[{"uid":"001","propertyId":99}]}}}`: "config.sms.exportToProperty.properties[0] SCORING_PROPERTY_UNKNOWN",
	} {
		f := c.refused(
			http.StatusBadRequest, http.MethodPost, scoringsPath, jsonType, `{"name":"Everybody","config":`+config+`}`,
		)
		require.Len(t, f.Fields, 1)
		require.Equal(t, want, f.Fields[0].Field+" "+f.Fields[0].Class)
	}
}

func TestNamesOfTraitsAndCharacteristics(t *testing.T) {
	p := shared(t)
	c := p.createAccount("traits@example.com", "UTC", "001", "002")
	const path = "protected/saresystem/properties:add"
	add := func(uid, name, kind string) reply {
		body, err := json.Marshal(object{"uid": uid, "name": name, "type": kind})
		require.NoError(t, err)
		return c.send(http.MethodPost, path, string(body))
	}
	for _, name := range []string{"Miasto", "Imię i nazwisko", "a_b-c 1"} {
		require.Equal(t, http.StatusOK, add("001", name, "").status, name)
	}
	for _, name := range []string{"rabat %", "a|b", "R&D"} {
		require.Equal(t, "PROPERTY_NAME_INVALID", add("001", name, "").class(t), "the name of a trait")
		require.Equal(t, http.StatusOK, add("001", name, "Text").status, "the name of a characteristic")
	}
	for _, name := range []string{"a.b", "a/b", "<b>", "   ", "a\u200bb", ""} {
		require.Equal(t, http.StatusBadRequest, add("001", name, "Number").status, name)
	}
	require.Equal(t, "PROPERTY_EXISTS", add("001", "MIASTO", "Number").class(t), "letter case apart")
	require.Equal(t, http.StatusConflict, add("001", "imię I NAZWISKO", "").status)
	require.Equal(t, http.StatusOK, add("002", "MIASTO", "").status, "another uid")
	require.Equal(
		t, map[string]string{"uid": "DATABASE_NOT_FOUND"}, c.wrong(http.MethodPost, path, `{"uid":"777","name":"Miasto"}`),
	)
	require.Equal(
		t, map[string]string{"uid": "DATABASE_NOT_FOUND"},
		c.wrong(http.MethodPost, "protected/saresystem/groups", `{"uid":"777","name":"Klienci"}`),
	)
}

func TestReportsAnswerForTheFirstChannelOfTheScoring(t *testing.T) {
	p := startProgram(t)
	c := newTenant(p, "mine", "011")
	config := smsConfig(14)
	config["mailing"] = object{
		"weights": object{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}, "percentile": 0.9,
		"dataSources": []object{{"uid": "001", "includedAll": true}},
	}
	one := c.draftOf(object{"name": "SMS first", "config": smsConfig(14)})
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 1}, nil)
	c.calculate(one[len(scoringsPath)+1:], securityDate)
	eventually(t, "the report", func() bool { return len(c.dates(one[len(scoringsPath)+1:], "sms")) == 1 })
	c.call(http.MethodGet, one+":partitionSummary", nil, nil)
	c.call(http.MethodPut, one, object{"name": "Mailing first", "version": 2, "config": config}, nil)
	require.Equal(t, "REPORT_NOT_FOUND", c.refused(
		http.StatusNotFound, http.MethodGet, one+":partitionSummary", "", "",
	).Meta.Class,
		"its first channel is now mailing, which has no result")
	c.call(http.MethodGet, one+":partitionSummary?scoringType=sms", nil, nil)
}

func TestAnEarlierMondayWithoutAResultIsCalculatedByName(t *testing.T) {
	c := shared(t).createAccount("monday@example.com", "UTC", "001")
	c.weekly()
	one := c.draftOf(object{"name": "Everybody", "config": object{
		"daysAgo": 14, "generateHistorical": true, "mailing": object{
			"weights": mailingWeights, "percentile": 0.9, "dataSources": []object{{"uid": "001", "includedAll": true}},
		},
	}})
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	today := time.Now().UTC()
	monday := today.AddDate(0, 0, -7-(int(today.Weekday())+6)%7).Format(time.DateOnly)
	for _, channel := range c.calculate(strings.TrimPrefix(one, scoringsPath+"/"), monday) {
		require.Equal(t, "done", channel["stage"], "%v", channel)
	}
}
