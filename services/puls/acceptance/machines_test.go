package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// machineReport is the part of a summary about machines.
type machineReport struct {
	ChangedSince bool
	Config       struct{ LeaveOutMachines bool }
	Machines     struct {
		SentCount, OpenedCount, ClickedCount, MachineOpenedCount, MachineClickedCount int32
		MachineOpenedPercent, MachineClickedPercent                                   float64
	}
}

// Four people get a mailing. Anna opens it and follows a link; for Bob a machine does both; for Celia a machine opens
// it, and she opens it herself the day after; Dora does nothing.
func TestAScoringCountsActivityOfMachinesOrLeavesItOut(t *testing.T) {
	p := shared(t)
	c := p.createAccount("machines@example.com", "UTC", "001")
	people := "uid,email,email_consent\n"
	day := func(back int) string { return time.Now().UTC().AddDate(0, 0, -back).Format(time.DateOnly) }
	rows := strings.TrimSpace(eventHeader) + ",machine\n"
	row := func(who, kind, machine string, back int) {
		rows += fmt.Sprintf("e,%sT10:00:00Z,001,mailing.%s,m1,info,,%s@example.com,,,,%s\n", day(back), kind, who, machine)
	}
	for _, who := range []string{"anna", "bob", "celia", "dora"} {
		people += "001," + who + "@example.com,true\n"
		row(who, "sent", "", 20)
		row(who, "delivered", "", 20)
	}
	row("anna", "opened", "false", 20)
	row("anna", "clicked", "", 20)
	row("bob", "opened", "true", 20)
	row("bob", "clicked", "TRUE", 20)
	row("celia", "opened", "1", 20)
	row("celia", "opened", "", 19)
	c.upload("contacts", "text/csv", strings.NewReader(people))
	imported := c.upload("engagement", "text/csv", strings.NewReader(rows))
	require.Equal(t, [2]any{"done", 14}, [2]any{imported.State, imported.Kept}, "%v", imported.Errors)

	id := everybody(c, "mailing", mailingWeights)
	one := "protected/scoring/scorings/" + id
	var scoring struct {
		Version int
		Config  object
	}
	c.call(http.MethodPost, one+":setStatus", object{"newStatus": 1}, nil)
	c.call(http.MethodGet, one, nil, &scoring)
	mailing, ok := scoring.Config["mailing"].(object)
	require.True(t, ok)
	calculated := func() (scores map[string]string, report machineReport, receipt scoreReceipt) {
		for _, channel := range c.calculate(id, day(1)) {
			require.Equal(t, "done", channel["stage"], "%v", channel)
		}
		scores = c.scoresByEmail(id, day(1))
		c.call(http.MethodGet, one+":partitionSummary?scoringType=mailing&generatedDate="+day(1), nil, &report)
		number, known := numbers(t, p, c.account)[[2]string{"001", "|bob@example.com|"}]
		require.True(t, known)
		require.NoError(t, c.fetch(fmt.Sprintf("%s:receipt?scoringType=mailing&uid=001&number=%d&generatedDate=%s",
			one, number, day(1)), &receipt))
		return scores, report, receipt
	}
	shares := func(r machineReport) string {
		m := r.Machines
		return fmt.Sprintf("%d %d%d %d%d %v %v", m.SentCount, m.OpenedCount, m.MachineOpenedCount, m.ClickedCount,
			m.MachineClickedCount, m.MachineOpenedPercent, m.MachineClickedPercent)
	}
	scores, report, receipt := calculated()
	require.Equal(t, map[string]string{
		"anna@example.com": "100", "bob@example.com": "100", "celia@example.com": "70", "dora@example.com": "25",
	}, scores)
	require.Equal(t, "4 31 21 33.33 50", shares(report))
	require.False(t, report.Config.LeaveOutMachines)
	require.Equal(t, [2]int{1, 1}, [2]int{receipt.Opened, receipt.Clicked})

	mailing["leaveOutMachines"] = true
	c.call(http.MethodPut, one, object{
		"name": "Everybody", "status": 1, "config": scoring.Config, "version": scoring.Version,
	}, nil)
	c.call(http.MethodGet, one+":partitionSummary?scoringType=mailing&generatedDate="+day(1), nil, &report)
	require.True(t, report.ChangedSince, "it would calculate otherwise")
	scores, report, receipt = calculated()
	require.Equal(t, map[string]string{
		"anna@example.com": "100", "bob@example.com": "25", "celia@example.com": "70", "dora@example.com": "25",
	}, scores)
	require.Equal(t, "4 31 21 33.33 50", shares(report), "the share is of all, whatever counts")
	require.True(t, report.Config.LeaveOutMachines)
	require.False(t, report.ChangedSince)
	require.Equal(t, [3]int{1, 0, 0}, [3]int{receipt.Delivered, receipt.Opened, receipt.Clicked})

	var copied struct{ ID string }
	var config struct {
		Config struct {
			Mailing struct{ LeaveOutMachines bool }
		}
	}
	c.call(http.MethodPost, one+":duplicate", object{"name": "Another"}, &copied)
	c.call(http.MethodGet, "protected/scoring/scorings/"+copied.ID, nil, &config)
	require.True(t, config.Config.Mailing.LeaveOutMachines, "a copy has the policy too")
}
