package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// report returns everything that a user can see of one result, as bytes, without the difference to today's scoring.
func (c *client) report(id, scoringType, date string) (all string, changedSince bool) {
	c.t.Helper()
	one := "protected/scoring/scorings/" + id
	for _, call := range []string{":partitionSummary", ":excludedReasonsSummary"} {
		status, data := c.do(http.MethodGet, one+call+"?scoringType="+scoringType+"&generatedDate="+date, "", nil)
		require.Equal(c.t, http.StatusOK, status, "%s", data)
		text := strings.NewReplacer(": ", ":", ", ", ",").Replace(string(data)) // blanks in JSON depend on the build
		changedSince = changedSince || strings.Contains(text, `"changedSince":true`)
		all += strings.NewReplacer(`"changedSince":true`, "", `"changedSince":false`, "").Replace(text) + "\n"
	}
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.address+"/api/"+one+":exportToCsv",
		strings.NewReader(
			`{"scoringType":"`+scoringType+`","generatedDate":"`+date+
				`","includeExcluded":true,"language":"pl","delimiter":";"}`,
		))
	require.NoError(c.t, err)
	req.Header.Set("Content-Type", jsonType)
	req.Header.Set("Authorization", "Bearer "+c.token)
	res, err := web.Do(req)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, res.Body.Close()) }()
	file, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	require.Equal(c.t, http.StatusOK, res.StatusCode, "%s", file)
	require.True(c.t, bytes.HasPrefix(file, []byte("\xef\xbb\xbfUID;Identyfikator")), "%s", file)
	return all + res.Header.Get("Content-Disposition") + "\n" + string(file), changedSince
}

func TestAPastReportSurvivesChangesOfItsScoring(t *testing.T) {
	c := shared(t).createAccount("past@example.com", "UTC", "001", "042")
	c.upload(
		"contacts", "text/csv",
		strings.NewReader(
			"uid,email,gsm,email_consent,sms_consent,groups\n001,a@example.com,+48500000001,true,true,VIP\n001,b@example.com,,true,,Regular\n042,c@example.com,,true,,\n",
		),
	)
	day := func(back int) string { return time.Now().UTC().AddDate(0, 0, -back).Format(time.DateOnly) }
	rows := eventHeader
	for i, kind := range []string{"mailing.sent", "mailing.opened", "sms.sent", "sms.clicked"} {
		rows += fmt.Sprintf("e%d,%sT10:00:00Z,001,%s,m1,info,,a@example.com,,,\n", i, day(20), kind)
	}
	c.upload("engagement", "text/csv", strings.NewReader(rows))
	vip := c.groups()["001"]["VIP"]
	source := func(uid string, all bool, groups ...int) object {
		return object{"uid": uid, "includedAll": all, "includedGroupIds": groups, "excludedGroupIds": []int{}}
	}
	channel := func(weights object, percentile float64, sources ...object) object {
		return object{"weights": weights, "percentile": percentile, "dataSources": sources}
	}
	sms := object{"ctr": "0.25", "delivery": "0.75"}
	config := object{
		"daysAgo": 28, "mailing": channel(mailingWeights, 0.9, source("001", false, vip)),
		"sms": channel(sms, 0.9, source("001", true)),
	}
	var created struct{ ID string }
	c.call(http.MethodPost, "protected/scoring/scorings", object{"name": "Żółty scoring", "config": config}, &created)
	one := "protected/scoring/scorings/" + created.ID
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 1}, nil)
	for _, channel := range c.calculate(created.ID, day(1)) {
		require.Equal(t, "done", channel["stage"], "%v", channel)
	}
	eventually(t, "the reports", func() bool {
		return len(c.dates(created.ID, "mailing")) == 1 && len(c.dates(created.ID, "sms")) == 1
	})
	mailing, changed := c.report(created.ID, "mailing", day(1))
	require.False(t, changed)
	texts, _ := c.report(created.ID, "sms", day(1))
	for _, part := range []string{
		`"name":"Żółty scoring"`, `"daysAgo":28`, `"percentile":0.9`, `"or":"0.45"`,
		fmt.Sprintf(`{"id":%d,"name":"VIP"}`, vip), `"calculatedAt":"20`,
		"filename*=UTF-8''%C5%BB%C3%B3%C5%82ty%20scoring%20%E2%80%93%20oceny%20e-mail%20%E2%80%93%20" + day(1) + ".csv",
	} {
		require.Contains(t, mailing, part)
	}
	with := func(changes object) object {
		next := object{}
		for key, value := range config {
			next[key] = value
		}
		for key, value := range changes {
			next[key] = value
		}
		return next
	}
	for _, step := range []struct {
		what    string
		config  object
		changed bool
	}{
		{"name", config, false},
		{
			"weights",
			with(
				object{"mailing": channel(object{"or": "0.10", "ctr": "0.30", "delivery": "0.60"}, 0.9, source("001", false, vip))},
			),
			true,
		},
		{"percentile", with(object{"mailing": channel(mailingWeights, 0.8, source("001", false, vip))}), true},
		{"period", with(object{"daysAgo": 91}), true},
		{"sources", with(object{"mailing": channel(mailingWeights, 0.9, source("042", true))}), true},
		{"as before", config, false},
		{"channel", object{"daysAgo": 28, "sms": channel(sms, 0.9, source("001", true))}, true},
	} {
		var got struct{ Version int }
		c.call(http.MethodGet, one, nil, &got)
		c.call(
			http.MethodPut, one,
			object{"name": "After " + step.what, "status": 1, "config": step.config, "version": got.Version}, nil,
		)
		again, changed := c.report(created.ID, "mailing", day(1))
		require.Equal(t, mailing, again, step.what)
		require.Equal(t, step.changed, changed, step.what)
	}
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 2}, nil)
	again, _ := c.report(created.ID, "mailing", day(1))
	require.Equal(t, mailing, again)
	again, changed = c.report(created.ID, "sms", day(1))
	require.Equal(t, texts, again)
	require.False(t, changed)
	var first struct{ ScoringType string }
	c.call(http.MethodGet, one+":partitionSummary", nil, &first)
	require.Equal(t, "sms", first.ScoringType, "without a channel a report is of the scoring's first")
}

func TestOnlyDaysThatHaveBegunInTheAccountAreCalculated(t *testing.T) {
	p := shared(t)
	for _, zone := range []string{"Pacific/Kiritimati", "Etc/GMT+12", "Europe/Warsaw"} {
		c := p.createAccount(strings.NewReplacer("/", "-", "+", "-").Replace(zone)+"@example.com", zone, "001")
		id := everybody(c, "mailing", mailingWeights)
		location, err := time.LoadLocation(zone)
		require.NoError(t, err)
		path := "protected/scoring/scorings/" + id
		ask := func(date string) string { return `{"generatedDate":"` + date + `"}` }
		tomorrow := c.refused(
			400, http.MethodPost, path+":calculate", jsonType,
			ask(time.Now().In(location).AddDate(0, 0, 1).Format(time.DateOnly)),
		)
		require.Equal(t, "DATE_IN_FUTURE", tomorrow.Meta.Class, zone)
		require.Equal(t, "generatedDate", tomorrow.Fields[0].Field)
		for _, date := range []string{"0001-01-01", "2026-02-30", "1969-12-31"} {
			require.Equal(
				t, "DATE_INVALID", c.refused(400, http.MethodPost, path+":calculate", jsonType, ask(date)).Meta.Class, date,
			)
			require.Equal(
				t, "DATE_INVALID", c.refused(400, http.MethodGet, path+":partitionSummary?generatedDate="+date, "", "").Meta.Class,
				date,
			)
		}
		c.call(
			http.MethodPost, path+":calculate", object{"generatedDate": time.Now().In(location).Format(time.DateOnly)}, nil,
		)
	}
}
