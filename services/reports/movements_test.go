package reports_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
)

// cells are the cells of contacts in results, by day and database: 0 to 100, 201 to 204, 255 if absent.
type cells map[string]map[int32][]int

// randomCells draws some hundred contacts of two databases; some results do not judge the second.
func randomCells(r *rand.Rand, days int) (cells, []string) {
	all, dates := cells{}, []string{}
	for back := range days {
		date := time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -back).Format(time.DateOnly)
		dates = append(dates, date)
		all[date] = map[int32][]int{}
		for id := range int32(2) {
			if id == 1 && r.IntN(3) == 0 {
				continue
			}
			for range 150 {
				cell := []int{r.IntN(101), r.IntN(101), 201, 202, 203, 204, 255}[r.IntN(7)]
				all[date][database+id] = append(all[date][database+id], cell)
			}
		}
	}
	return all, dates
}

// event announces the result with these cells.
func (c cells) event(day string) *scoringenginev1.Calculated {
	event := calculated(day, 1)
	event.Databases = nil
	for id := range int32(2) {
		list, judged := c[day][database+id]
		if !judged {
			continue
		}
		d := &scoringenginev1.DatabaseResult{
			DatabaseId: database + id, Uid: []string{"007", "042"}[id], Histogram: make([]int32, 101),
			Excluded: map[string]int32{},
		}
		for _, cell := range list {
			switch {
			case cell <= 100:
				d.Histogram[cell]++
			case cell < 255:
				d.Excluded[reasonOf[cell]]++
			}
		}
		event.Databases = append(event.Databases, d)
	}
	return event
}

var reasonOf = map[int]string{201: "NO_CONSENT", 202: "NOT_IN_GROUP", 203: "NO_SENDING", 204: "NO_EMAIL"}

func standing(cell int) int {
	switch {
	case cell <= 100:
		return max(0, (cell-1)/20)
	case cell < 255:
		return 5 + cell - 201
	default:
		return 9
	}
}

// compare counts as the engine does.
func (c cells) compare(req *scoringenginev1.CompareResultsRequest) (*scoringenginev1.CompareResultsResponse, error) {
	res := &scoringenginev1.CompareResultsResponse{}
	from, to := c[req.GetFrom().GetGeneratedDate()], c[req.GetTo().GetGeneratedDate()]
	for id := range int32(2) {
		if ids := req.GetDatabaseIds(); len(ids) > 0 && !slices.Contains(ids, database+id) {
			continue
		}
		counts := make([]int32, 100)
		for number := range 150 {
			counts[10*standing(c.at(from[database+id], number))+standing(c.at(to[database+id], number))]++
		}
		counts[99] = 0
		res.Databases = append(res.Databases, &scoringenginev1.DatabaseMovement{DatabaseId: database + id, Counts: counts})
	}
	return res, nil
}

func (cells) at(list []int, number int) int {
	if number < len(list) {
		return list[number]
	}
	return 255
}

// flow recounts, contact by contact, in the terms of the response.
func (c cells) flow(from, to string) map[string]int {
	flow := map[string]int{}
	why := func(list []int, cell int, absent string) string {
		switch {
		case cell < 255:
			return reasonOf[cell]
		case list == nil:
			return "NOT_IN_SOURCES"
		default:
			return absent
		}
	}
	for id := range int32(2) {
		before, after := c[from][database+id], c[to][database+id]
		for number := range 150 {
			was, is := c.at(before, number), c.at(after, number)
			switch {
			case was <= 100 && is <= 100:
				flow[fmt.Sprintf("%d → %d", standing(was), standing(is))]++
			case is <= 100:
				flow[fmt.Sprintf("%s → %d", why(before, was, "NEW"), standing(is))]++
			case was <= 100:
				flow[fmt.Sprintf("%d → %s", standing(was), why(after, is, "ERASED"))]++
			case was < 255 || is < 255:
				flow["neither"]++
			}
		}
	}
	return flow
}

func TestFluctuationCountsEachContactOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(7, 8))
	all, dates := randomCells(r, 40)
	s.peers.set(func(p *peers) { p.engine.compare = all.compare })
	for _, date := range dates {
		s.Publish(t, all.event(date))
	}
	s.waitFor(t, len(dates))
	scored := map[string]int{}
	for _, date := range dates {
		for _, d := range all.event(date).GetDatabases() {
			for _, n := range d.GetHistogram() {
				scored[date] += int(n)
			}
		}
	}
	for range 1000 {
		newer, older := r.IntN(len(dates)-1), 0
		older = newer + 1 + r.IntN(len(dates)-1-newer)
		from, to := dates[older], dates[newer]
		res, err := s.own.GetFluctuation(t.Context(), &reportsv1.GetFluctuationRequest{Id: scoringID, From: from, To: to})
		require.NoError(t, err)
		got := map[string]int{"neither": int(res.GetNeither())}
		both, entered, left := 0, 0, 0
		for _, m := range res.GetItems() {
			got[fmt.Sprintf("%d → %d", m.GetFromBand(), m.GetToBand())] = int(m.GetCount())
			both += int(m.GetCount())
		}
		for _, c := range res.GetEntered() {
			got[fmt.Sprintf("%s → %d", c.GetReason().GetValue(), c.GetBand())] = int(c.GetCount())
			entered += int(c.GetCount())
		}
		for _, c := range res.GetLeft() {
			got[fmt.Sprintf("%d → %s", c.GetBand(), c.GetReason().GetValue())] = int(c.GetCount())
			left += int(c.GetCount())
		}
		require.Equal(t, all.flow(from, to), got)
		require.Equal(t, []int{both, both + left, both + entered}, []int{
			int(res.GetBoth()), int(res.GetFromTotal()), int(res.GetToTotal()),
		})
		require.Equal(t, [2]int{scored[from], scored[to]}, [2]int{int(res.GetFromTotal()), int(res.GetToTotal())})
	}
}

func TestFluctuationComparesTheNewestWithFourWeeksBefore(t *testing.T) {
	t.Parallel()
	s := start(t)
	all := cells{}
	s.peers.set(func(p *peers) { p.engine.compare = all.compare })
	ask := func(from, to string, uids ...string) (*reportsv1.GetFluctuationResponse, error) {
		return s.own.GetFluctuation(t.Context(), &reportsv1.GetFluctuationRequest{
			Id: scoringID, From: from, To: to, Uids: uids,
		})
	}
	_, err := ask("", "")
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	_, err = ask("", "")
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
	other := calculated("2026-10-20", 1)
	other.Config.Percentile = 80
	s.keep(t, []string{"2026-11-02", "2026-10-20"}, other)
	res, err := ask("", "")
	require.NoError(t, err)
	require.Equal(t, "2026-10-20 2026-11-02", res.GetFrom()+" "+res.GetTo(), "the oldest where there is none of four weeks before")
	require.Equal(t, "2026-11-02", res.GetChangedOn())
	renamed := calculated("2026-10-01", 1)
	renamed.Config.Name, renamed.Config.Percentile = "Formerly", 80
	s.keep(t, []string{"2026-11-02", "2026-10-20", "2026-10-01"}, renamed)
	res, err = ask("", "")
	require.NoError(t, err)
	require.Equal(t, "2026-10-01", res.GetFrom())
	res, err = ask("", "2026-10-20", "007")
	require.NoError(t, err)
	require.Equal(t, "2026-10-01  ", res.GetFrom()+" "+res.GetChangedOn()+" ", "another name is no change")
	for name, c := range map[string]struct {
		from, to, uid string
		code          codes.Code
		reason        string
	}{
		"from after to":       {"2026-11-02", "2026-10-20", "007", codes.InvalidArgument, "RANGE_INVALID"},
		"the same day":        {"2026-11-02", "", "007", codes.InvalidArgument, "RANGE_INVALID"},
		"no result of from":   {"2026-10-02", "", "007", codes.NotFound, "REPORT_NOT_FOUND"},
		"no result of to":     {"", "2026-10-02", "007", codes.NotFound, "REPORT_NOT_FOUND"},
		"nothing before":      {"", "2026-10-01", "007", codes.NotFound, "REPORT_NOT_FOUND"},
		"no day":              {"1969-01-01", "", "007", codes.InvalidArgument, "DATE_INVALID"},
		"a uid of others":     {"", "", "099", codes.InvalidArgument, "REPORT_UID_UNKNOWN"},
		"a uid of one result": {"", "", "007", codes.OK, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ask(c.from, c.to, c.uid)
			if c.code == codes.OK {
				require.NoError(t, err)
				return
			}
			servicetest.Refused(t, err, c.code, c.reason)
		})
	}
}

func TestAComparisonOfAReplacedResultCatchesUpWithIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02", "2026-10-20"}, calculated("2026-11-02", 1), calculated("2026-10-20", 1))
	s.peers.set(func(p *peers) {
		p.engine.compare = func(req *scoringenginev1.CompareResultsRequest) (*scoringenginev1.CompareResultsResponse, error) {
			if req.GetTo().GetRevision() != 2 {
				return nil, fault.New(fault.Stale, reason.CalculationReplaced, "another revision stands")
			}
			return &scoringenginev1.CompareResultsResponse{}, nil
		}
	})
	_, err := s.own.GetFluctuation(t.Context(), &reportsv1.GetFluctuationRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.Aborted, "REPORT_REPLACED")
	s.peers.set(func(p *peers) { // its event never arrives
		p.engine.results = []*scoringenginev1.Calculated{calculated("2026-11-02", 2), calculated("2026-10-20", 1)}
	})
	_, err = s.own.GetFluctuation(t.Context(), &reportsv1.GetFluctuationRequest{Id: scoringID})
	require.NoError(t, err)
}

func TestLiftIsThereOnceItsDaysAreOver(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.peers.set(func(p *peers) {
		p.engine.lift = func(req *scoringenginev1.MeasureLiftRequest) (*scoringenginev1.MeasureLiftResponse, error) {
			return &scoringenginev1.MeasureLiftResponse{Bands: []*scoringenginev1.BandLift{
				{Scored: 9, Reached: 8, Opened: 7, Clicked: 6}, {}, {}, {}, {
					Scored: req.GetDatabaseIds()[0], Events: map[string]int32{"page_view": 1, "purchase": 2},
				},
			}}, nil
		}
	})
	day := func(back int) string { return s.today().AddDate(0, 0, -back).Format(time.DateOnly) }
	ask := func(date string, uids ...string) (*reportsv1.GetLiftResponse, error) {
		return s.own.GetLift(t.Context(), &reportsv1.GetLiftRequest{Id: scoringID, GeneratedDate: date, Uids: uids})
	}
	s.keep(t, []string{day(0), day(13)}, calculated(day(0), 1), calculated(day(13), 1))
	res, err := ask("")
	require.NoError(t, err)
	require.Equal(t, day(0), res.GetGeneratedDate(), "the newest as long as none is over")
	require.Empty(t, res.GetItems())
	require.Equal(t, []string{day(0), day(-13), day(-14)}, []string{res.GetFrom(), res.GetTo(), res.GetCompleteOn()})
	s.Advance(24 * time.Hour)
	res, err = ask("")
	require.NoError(t, err)
	require.Equal(t, day(14), res.GetGeneratedDate(), "the newest whose days are over")
	require.Equal(t, day(0), res.GetCompleteOn())
	require.Len(t, res.GetItems(), 5)
	first, last := res.GetItems()[0], res.GetItems()[4]
	require.Equal(t, []int32{0, 20, 9, 8, 7, 6}, []int32{
		first.GetScoringMin(), first.GetScoringMax(), first.GetScored(), first.GetReached(), first.GetOpened(),
		first.GetClicked(),
	})
	require.Equal(t, []int32{81, 100, database, 1, 2}, []int32{
		last.GetScoringMin(), last.GetScoringMax(), last.GetScored(), last.GetPageView(), last.GetPurchase(),
	})
	for reason, c := range map[string]struct {
		code      codes.Code
		date, uid string
	}{
		"REPORT_NOT_FOUND":   {codes.NotFound, day(3), "007"},
		"REPORT_UID_UNKNOWN": {codes.InvalidArgument, "", "099"},
		"DATE_INVALID":       {codes.InvalidArgument, "1969-12-31", "007"},
	} {
		_, err := ask(c.date, c.uid)
		servicetest.Refused(t, err, c.code, reason)
	}
}
