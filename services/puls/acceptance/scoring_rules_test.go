package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// body is a request whose values are made invalid one by one.
type body map[string]any

// change sets a value by its path.
func (b body) change(value any, path ...string) body {
	at := b
	for _, name := range path[:len(path)-1] {
		at = at[name].(body)
	}
	at[path[len(path)-1]] = value
	return b
}

// at is one wrong field and its class.
func at(field, class string) map[string]string { return map[string]string{field: class} }

func TestEveryRuleThatIsBrokenIsNamedAtItsField(t *testing.T) {
	p := shared(t)
	c := p.createAccount("rules@example.com", "Europe/Warsaw", "001")
	var group, number, text struct{ ID int }
	c.call(http.MethodPost, "protected/saresystem/groups", object{"uid": "001", "name": "VIP"}, &group)
	c.call(http.MethodPost, "protected/saresystem/properties:add",
		object{"uid": "001", "name": "Score", "type": "Number"}, &number)
	c.call(http.MethodPost, "protected/saresystem/properties:add",
		object{"uid": "001", "name": "City", "type": "Text"}, &text)
	export := func(id int) body {
		return body{"properties": []object{{"uid": "001", "propertyId": id}}}
	}
	complete := func() body {
		return body{
			"name": "Everybody", "status": 1, "isCreatedByWizard": false, "config": body{
				"daysAgo": 28, "mailing": body{
					"weights": body{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}, "percentile": 0.9,
					"dataSources": []object{{"uid": "001", "includedAll": true}},
				},
			},
		}
	}
	taken := c.draftOf(object{"name": "Taken"})
	filled := complete().change(1, "version").change(export(number.ID), "config", "mailing", "exportToProperty")
	c.call(http.MethodPut, taken, filled, nil)

	draft := func(guided bool) string { return c.draftOf(object{"name": "A draft", "isCreatedByWizard": guided}) }
	sources := func(s ...object) []object { return s }
	whole := object{"uid": "001", "includedAll": true}
	mailing := []string{"config", "mailing"}
	in := func(name string) []string { return append(append([]string(nil), mailing...), name) }
	guided := func(shares ...int) body {
		return complete().change(true, "isCreatedByWizard").change(object{"mailing": shares}, "predefinedConfigSelection")
	}
	for name, rule := range map[string]struct {
		body body
		want map[string]string
	}{
		"no name":         {complete().change("", "name"), at("name", "VALUE_REQUIRED")},
		"a name of three": {complete().change("abc", "name"), at("name", "TEXT_TOO_SHORT")},
		"a name of 41":    {complete().change(fmt.Sprintf("%041d", 0), "name"), at("name", "TEXT_TOO_LONG")},
		"15 days": {
			complete().change(15, "config", "daysAgo"),
			at("config.daysAgo", "VALUE_NOT_ALLOWED"),
		},
		"percentile 70": {
			complete().change(0.7, in("percentile")...),
			at("config.mailing.percentile", "VALUE_NOT_ALLOWED"),
		},
		"no percentile": {
			complete().change(0, in("percentile")...),
			at("config.mailing.percentile", "SCORING_PERCENTILE_MISSING"),
		},
		"a weight over one": {
			complete().change("1.01", append(in("weights"), "or")...),
			at("config.mailing.weights.or", "TEXT_MALFORMED"),
		},
		"weights of 99": {
			complete().change("0.44", append(in("weights"), "or")...),
			at("config.mailing.weights", "SCORING_WEIGHTS_SUM"),
		},
		"a weight missing": {
			complete().change("", append(in("weights"), "or")...),
			at("config.mailing.weights.or", "SCORING_WEIGHTS_MISSING"),
		},
		"no channel": {complete().change(nil, mailing...), at("config", "SCORING_CHANNEL_MISSING")},
		"only exclusions": {
			complete().change(sources(object{"uid": "001", "excludedGroupIds": []int{group.ID}}), in("dataSources")...),
			at("config.mailing.dataSources", "SCORING_DATA_SOURCES_MISSING"),
		},
		"a uid twice": {
			complete().change(sources(whole, whole), in("dataSources")...),
			at("config.mailing.dataSources[1].uid", "SCORING_UID_TWICE"),
		},
		"an unknown uid": {
			complete().change(sources(object{"uid": "998", "includedAll": true}), in("dataSources")...),
			at("config.mailing.dataSources[0].uid", "SCORING_UID_UNKNOWN"),
		},
		"a group that is gone": {
			complete().change(sources(object{"uid": "001", "includedGroupIds": []int{group.ID, 999}}), in("dataSources")...),
			at("config.mailing.dataSources[0].includedGroupIds[1]", "SCORING_GROUP_UNKNOWN"),
		},
		"an unknown property": {
			complete().change(export(999), in("exportToProperty")...),
			at("config.mailing.exportToProperty.properties[0]", "SCORING_PROPERTY_UNKNOWN"),
		},
		"a property of texts": {
			complete().change(export(text.ID), in("exportToProperty")...),
			at("config.mailing.exportToProperty.properties[0]", "SCORING_PROPERTY_UNUSABLE"),
		},
		"a property taken meanwhile": {
			complete().change(export(number.ID), in("exportToProperty")...),
			at("config.mailing.exportToProperty.properties[0]", "SCORING_PROPERTY_UNUSABLE"),
		},
		"shares of 99": {
			guided(20, 20, 20, 20, 19),
			at("predefinedConfigSelection.mailing", "SCORING_SHARES_INVALID"),
		},
		"four shares": {
			guided(25, 25, 25, 25),
			at("predefinedConfigSelection.mailing", "SCORING_SHARES_INVALID"),
		},
		"a share below 0": {
			guided(-1, 41, 20, 20, 20),
			at("predefinedConfigSelection.mailing[0]", "VALUE_OUT_OF_RANGE"),
		},
		"a share over 100": {
			guided(101, 0, 0, 0, 0),
			at("predefinedConfigSelection.mailing[0]", "VALUE_OUT_OF_RANGE"),
		},
		"leads of no website": {
			complete().change(object{
				"weights": object{"page_view": "1.00"}, "percentile": 0.9, "dataSources": sources(whole),
			}, "config", "web"), at("config.web", "SCORING_WEBSITES_MISSING"),
		},
		"two rules at once": {
			complete().change(0, in("percentile")...).change("0.44", append(in("weights"), "or")...),
			map[string]string{
				"config.mailing.weights": "SCORING_WEIGHTS_SUM", "config.mailing.percentile": "SCORING_PERCENTILE_MISSING",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			guided := rule.body["isCreatedByWizard"] == true
			text, err := json.Marshal(rule.body.change(1, "version"))
			require.NoError(t, err)
			require.Equal(t, rule.want, c.wrong(http.MethodPut, draft(guided), string(text)))
		})
	}

	one := draft(false)
	version := 1
	save := func(changes body) string {
		changed := complete().change(version, "version")
		maps.Copy(changed, changes)
		text, err := json.Marshal(changed)
		require.NoError(t, err)
		return string(text)
	}
	conflict := func(body string) string {
		return c.refused(http.StatusConflict, http.MethodPut, one, jsonType, body).Meta.Class
	}
	require.Equal(t, "SCORING_BACK_TO_GUIDED", conflict(save(body{"isCreatedByWizard": true})))
	require.Equal(t, "SCORING_SWITCH_ON_BY_STATUS", conflict(save(body{"status": 2})))
	c.call(http.MethodPut, one, json.RawMessage(save(nil)), nil)
	require.Equal(t, "SCORING_VERSION_CONFLICT", conflict(save(nil)))
	version = 2
	require.Equal(t, "SCORING_BACK_TO_DRAFT", conflict(save(body{"status": 0})))
	require.Equal(t, "SCORING_NOT_DRAFT", c.refused(http.StatusConflict, http.MethodDelete, one, "", "").Meta.Class)
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	version = 3
	require.Equal(t, "SCORING_ACTIVE", conflict(save(nil)))
}

func TestADraftOfAnOlderVersionOpensAndSaves(t *testing.T) {
	p := shared(t)
	c := p.createAccount("older@example.com", "Europe/Warsaw", "001")
	one := c.draftOf(object{"name": "Older"})
	_, err := p.connect("").Exec(t.Context(), `UPDATE scoring_config.scorings
		SET config = '{"daysAgo":14,"mailing":{"weights":{"or":45},"percentile":0,"sources":null}}',
			predefined = '{"mailing":[100,0,0,0,0]}' WHERE id = $1`, one[len(scoringsPath)+1:])
	require.NoError(t, err)
	var read object
	c.call(http.MethodGet, one, nil, &read)
	require.Nil(t, read["state"])
	c.call(http.MethodPut, one, read, nil)
	var again object
	c.call(http.MethodGet, one, nil, &again)
	// A save builds data sources: without a choice it is the account's own uid.
	read["config"].(map[string]any)["mailing"].(map[string]any)["dataSources"] = []any{map[string]any{
		"uid": fmt.Sprintf("%03d", c.account), "includedAll": true, "includedGroupIds": []any{}, "excludedGroupIds": []any{},
	}}
	require.Equal(t, read["config"], again["config"])
	require.Equal(t, read["predefinedConfigSelection"], again["predefinedConfigSelection"])
	require.InDelta(t, 2, again["version"], 0)
}
