package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/spec"
)

// goldenFigures are the figures of one channel in figures.json. Missing ones are 0.
type goldenFigures struct {
	GeneratedDates []string
	Week, Month    []goldenPeriod
	Fluctuation    *fluctuation
	Lift           *lift
	Sendings       []object
}

type goldenPeriod struct {
	Period     string
	Count      int
	AvgScoring float64
	Percents   []float64
}

type fluctuation struct {
	From, To                          string
	Items, Entered, Left              []object
	Both, Neither, FromTotal, ToTotal int
}

type lift struct {
	GeneratedDate, From, To string
	Items                   []object
}

// figuresOf is a case's reports over several results, of one channel.
type figuresOf struct {
	t       *testing.T
	c       *client
	id      string
	channel string
	want    goldenFigures
}

// proveFigures calculates the case's other days by name and compares every figure over several results.
func (g *goldenCase) proveFigures(t *testing.T, c *client, id string) {
	t.Helper()
	var want struct{ Channels map[string]goldenFigures }
	require.NoError(t, json.Unmarshal(g.file(t, "figures.json"), &want))
	var dates []string
	for _, figures := range want.Channels {
		dates = append(dates, figures.GeneratedDates...)
	}
	slices.Sort(dates)
	for _, date := range slices.Compact(dates) {
		if date != g.GeneratedDate {
			c.calculate(id, date)
		}
	}
	for channel, figures := range want.Channels {
		f := &figuresOf{t: t, c: c, id: id, channel: channel, want: figures}
		slices.Reverse(figures.GeneratedDates)
		require.Equal(t, figures.GeneratedDates, c.dates(id, channel), "only days with enough data have a result")
		f.periods("week", figures.Week)
		f.periods("month", figures.Month)
		f.weeksOfAll()
		f.fluctuation()
		f.lift()
		f.sendings()
	}
}

// get reads one of the scoring's reports.
func (f *figuresOf) get(report string, values url.Values, into any) {
	f.t.Helper()
	values.Set("scoringType", f.channel)
	f.c.call(http.MethodGet, "protected/scoring/scorings/"+f.id+":"+report+query(values), nil, into)
}

func (f *figuresOf) periods(by string, want []goldenPeriod) {
	f.t.Helper()
	var got struct {
		Items []struct {
			Periods []struct {
				Period  string
				Percent float64
			}
		}
		Total []struct {
			Period                  string
			AvgScoring              float64
			EmailCount, ResultCount int
		}
	}
	newest, oldest := f.want.GeneratedDates[0], f.want.GeneratedDates[len(f.want.GeneratedDates)-1]
	f.get("partitionAvgSummary", url.Values{"start": {oldest}, "end": {newest}, "timeAggregationType": {by}}, &got)
	require.Len(f.t, got.Items, 5)
	periods := []goldenPeriod{}
	results := 0
	for i, total := range got.Total {
		period := goldenPeriod{Period: total.Period, Count: total.EmailCount, AvgScoring: total.AvgScoring}
		for _, band := range got.Items {
			require.Equal(f.t, total.Period, band.Periods[i].Period)
			period.Percents = append(period.Percents, band.Periods[i].Percent)
		}
		periods = append(periods, period)
		results += total.ResultCount
	}
	require.Equal(f.t, want, periods)
	require.Equal(f.t, len(f.want.GeneratedDates), results)
	f.recount(by, periods)
}

// recount computes the shares from the reports of the single days.
func (f *figuresOf) recount(by string, periods []goldenPeriod) {
	f.t.Helper()
	counts := map[string][5]int{}
	for _, date := range f.want.GeneratedDates {
		var day struct{ Items []struct{ EmailCount int } }
		f.get("partitionSummary", url.Values{"generatedDate": {date}}, &day)
		at, err := time.Parse(time.DateOnly, date)
		require.NoError(f.t, err)
		year, week := at.ISOWeek()
		name := map[string]string{"week": fmt.Sprintf("%d-W%02d", year, week), "month": at.Format("2006-01")}[by]
		sum := counts[name]
		for band, item := range day.Items {
			sum[band] += item.EmailCount
		}
		counts[name] = sum
	}
	for _, period := range periods {
		total := 0
		for _, count := range counts[period.Period] {
			total += count
		}
		require.Equal(f.t, period.Count, total)
		for band, count := range counts[period.Period] {
			share := 0.0
			if total > 0 {
				share = float64((20000*count+total)/(2*total)) / 100
			}
			require.InDelta(f.t, period.Percents[band], share, 0)
		}
	}
}

// weeksOfAll compares the case's weeks among the last 13.
func (f *figuresOf) weeksOfAll() {
	f.t.Helper()
	var got struct {
		Items []struct {
			ScoringID, ScoringType, PeriodDate string
			AvgScoring                         float64
		}
	}
	f.c.call(http.MethodGet, "protected/scoring/scorings:avgPerWeek", nil, &got)
	averages := map[string]float64{}
	for _, item := range got.Items {
		if item.ScoringID == f.id && item.ScoringType == f.channel {
			monday, err := time.Parse(time.DateOnly, item.PeriodDate)
			require.NoError(f.t, err)
			require.Equal(f.t, time.Monday, monday.Weekday())
			year, week := monday.ISOWeek()
			averages[fmt.Sprintf("%d-W%02d", year, week)] = item.AvgScoring
		}
	}
	year, week := time.Now().AddDate(0, 0, -7*11).ISOWeek() // in any timezone, a week later than the first of the 13
	for _, period := range f.want.Week {
		average, has := averages[period.Period]
		require.True(f.t, has || period.Period < fmt.Sprintf("%d-W%02d", year, week), period.Period)
		require.True(f.t, !has || average == period.AvgScoring, "%s: %v in place of %v", period.Period, average, period.AvgScoring)
		delete(averages, period.Period)
	}
	require.Empty(f.t, averages)
}

// changes counts the changes between the two results, page by page, and compares them with the fluctuation.
func (f *figuresOf) changes(of *fluctuation) {
	f.t.Helper()
	moved, entered, left := 0, 0, 0
	values := url.Values{"from": {of.From}, "to": {of.To}, "pageSize": {"3"}}
	for more := true; more; {
		var page struct {
			Items         []struct{ Before, After struct{ Score *int } }
			NextPageToken string
		}
		f.get("changes", values, &page)
		for _, c := range page.Items {
			switch before, after := c.Before.Score, c.After.Score; {
			case before != nil && after != nil && spec.BandOf(*before) != spec.BandOf(*after):
				moved++
			case before == nil && after != nil:
				entered++
			case before != nil && after == nil:
				left++
			}
		}
		more = page.NextPageToken != ""
		values.Set("pageToken", page.NextPageToken)
	}
	stayed := 0
	for _, item := range of.Items {
		if item["fromBand"] == item["toBand"] {
			stayed += int(item["count"].(float64))
		}
	}
	require.Equal(f.t, []int{of.Both - stayed, of.ToTotal - of.Both, of.FromTotal - of.Both}, []int{moved, entered, left})
}

func (f *figuresOf) fluctuation() {
	f.t.Helper()
	want := f.want.Fluctuation
	if want == nil {
		return
	}
	var got fluctuation
	f.get("fluctuation", url.Values{"from": {want.From}, "to": {want.To}}, &got)
	for _, rows := range [][2][]object{{want.Items, got.Items}, {want.Entered, got.Entered}, {want.Left, got.Left}} {
		require.ElementsMatch(f.t, withoutZeros(rows[0]), withoutZeros(rows[1]))
	}
	require.Equal(
		f.t, []any{want.From, want.To, want.Both, want.Neither, want.FromTotal, want.ToTotal},
		[]any{got.From, got.To, got.Both, got.Neither, got.FromTotal, got.ToTotal},
	)
	f.changes(&got)
	for date, total := range map[string]int{got.From: got.FromTotal, got.To: got.ToTotal} {
		var day struct{ EmailCount int }
		f.get("partitionSummary", url.Values{"generatedDate": {date}}, &day)
		require.Equal(f.t, day.EmailCount, total, "everybody with a score on %s", date)
	}
}

func (f *figuresOf) lift() {
	f.t.Helper()
	want := f.want.Lift
	if want == nil {
		return
	}
	var got lift
	f.get("lift", url.Values{"generatedDate": {want.GeneratedDate}}, &got)
	require.Equal(f.t, withoutZeros(want.Items), withoutZeros(got.Items))
	require.Equal(f.t, [3]string{want.GeneratedDate, want.From, want.To}, [3]string{got.GeneratedDate, got.From, got.To})
}

// sendings requests more days than the case has: only the case's days have sendings.
func (f *figuresOf) sendings() {
	f.t.Helper()
	if f.channel == "web" {
		return
	}
	var got struct {
		Items []object
		Total object
	}
	first, err := time.Parse(time.DateOnly, fmt.Sprint(f.want.Sendings[0]["date"]))
	require.NoError(f.t, err)
	f.c.call(http.MethodGet, "protected/reports/sendings"+query(url.Values{
		"scoringType": {f.channel}, "start": {first.AddDate(0, 0, -100).Format(time.DateOnly)},
		"end": {first.AddDate(0, 0, 600).Format(time.DateOnly)},
	}), nil, &got)
	total := object{}
	for _, item := range got.Items {
		require.Equal(f.t, f.channel, item["scoringType"])
		delete(item, "scoringType")
		for name, count := range item {
			if number, is := count.(float64); is {
				sum, _ := total[name].(float64)
				total[name] = sum + number
			}
		}
	}
	slices.Reverse(got.Items) // newest first in the response
	require.Equal(f.t, withoutZeros(f.want.Sendings), withoutZeros(got.Items))
	require.Equal(f.t, total, got.Total)
	for _, day := range got.Items[:min(3, len(got.Items))] {
		f.messages(day)
	}
}

// messages adds up all pages of the messages of a day.
func (f *figuresOf) messages(day object) {
	f.t.Helper()
	sum := object{"date": day["date"]}
	for page := 1; ; page++ {
		var got struct {
			Items []object
			Total int
		}
		f.c.call(http.MethodGet, fmt.Sprintf("protected/reports/sendings/%v", day["date"])+query(url.Values{
			"scoringType": {f.channel}, "page": {fmt.Sprint(page)}, "pageSize": {"50"},
		}), nil, &got)
		for _, item := range got.Items {
			for name := range day {
				if number, is := item[name].(float64); is {
					so, _ := sum[name].(float64)
					sum[name] = so + number
				}
			}
		}
		if page*50 >= got.Total {
			break
		}
	}
	require.Equal(f.t, day, sum)
}

// withoutZeros removes values that are 0 or missing.
func withoutZeros(rows []object) []object {
	left := []object{}
	for _, row := range rows {
		copied := object{}
		for name, value := range row {
			if value != nil && value != 0.0 {
				copied[name] = value
			}
		}
		left = append(left, copied)
	}
	return left
}
