package reports_test

import (
	"encoding/base64"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/local/servicetest"
	"puls.app/services/reason"
)

// changes lists every difference, as the engine does with a minimum of 1.
func (c cells) changes(req *scoringenginev1.ListChangesRequest) (*scoringenginev1.ListChangesResponse, error) {
	res := &scoringenginev1.ListChangesResponse{}
	to := c[req.GetTo().GetGeneratedDate()]
	var from map[int32][]int
	if req.GetFrom() != nil {
		from = c[req.GetFrom().GetGeneratedDate()]
	}
	for id := range int32(2) {
		for number := range 150 {
			before, after := c.at(from[database+id], number), c.at(to[database+id], number)
			behind := database+id < req.GetStartDatabaseId() ||
				database+id == req.GetStartDatabaseId() && uint32(number) < req.GetStartNumber()
			if behind || before == after {
				continue
			}
			if len(res.GetNumbers()) == int(req.GetLimit()) {
				res.More = true
				return res, nil
			}
			res.DatabaseIds, res.Numbers = append(res.DatabaseIds, database+id), append(res.Numbers, uint32(number))
			res.Before, res.After = append(res.Before, byte(before)), append(res.After, byte(after))
		}
	}
	return res, nil
}

// contacts returns the contacts in a result, by uid and number.
func (c cells) contacts(day string) map[string]map[int32]int {
	all := map[string]map[int32]int{"007": {}, "042": {}}
	for id, list := range c[day] {
		for number, cell := range list {
			if cell < 255 {
				all[[]string{"007", "042"}[id-database]][int32(number)] = cell
			}
		}
	}
	return all
}

// cellOf returns the engine's cell of a standing.
func cellOf(t *testing.T, standing *reportsv1.Standing) int {
	t.Helper()
	require.Nil(t, standing.GetKnown())
	if standing.GetReason() == nil {
		require.NotNil(t, standing.GetScore())
		return int(standing.GetScore().GetValue())
	}
	require.Nil(t, standing.GetScore())
	for cell, reason := range reasonOf {
		if reason == standing.GetReason().GetValue() {
			return cell
		}
	}
	require.Fail(t, "no such reason", standing.GetReason())
	return 0
}

func TestChangesOfAllPagesGiveTheLaterResult(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(11, 12))
	all, dates := randomCells(r, 30)
	s.peers.set(func(p *peers) { p.engine.changes = all.changes })
	for _, date := range dates {
		s.Publish(t, all.event(date))
	}
	s.waitFor(t, len(dates))
	held := map[string]map[int32]int{"007": {}, "042": {}}
	from := ""
	for i := len(dates) - 1; i >= 0; i-- {
		req := &reportsv1.ListChangesRequest{
			Id: scoringID, From: from, To: dates[i], Minimum: 1, PageSize: int32(1 + r.IntN(120)),
		}
		for {
			res, err := s.own.ListChanges(t.Context(), req)
			require.NoError(t, err)
			require.Equal(t, from+" "+dates[i], res.GetFrom()+" "+res.GetTo())
			for _, item := range res.GetItems() {
				before, there := held[item.GetUid()][item.GetNumber()]
				require.Equal(t, there, item.GetBefore() != nil)
				if there {
					require.Equal(t, before, cellOf(t, item.GetBefore()))
				}
				if item.GetAfter() == nil {
					delete(held[item.GetUid()], item.GetNumber())
				} else {
					held[item.GetUid()][item.GetNumber()] = cellOf(t, item.GetAfter())
				}
			}
			if res.GetNextPageToken() == "" {
				break
			}
			require.Len(t, res.GetItems(), int(req.GetPageSize()))
			req.PageToken = res.GetNextPageToken()
		}
		want := all.contacts(dates[i])
		require.True(t, maps.EqualFunc(want, held, maps.Equal[map[int32]int, map[int32]int]), dates[i])
		from = dates[i]
	}
}

func TestPagesOfChangesAreOfTheSameTwoResults(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02", "2026-10-20"}, calculated("2026-11-02", 1), calculated("2026-10-20", 1))
	stands := int32(1)
	s.peers.set(func(p *peers) {
		p.engine.changes = func(req *scoringenginev1.ListChangesRequest) (*scoringenginev1.ListChangesResponse, error) {
			if req.GetTo().GetRevision() != stands {
				return nil, fault.New(fault.Stale, reason.CalculationReplaced, "another revision stands")
			}
			return &scoringenginev1.ListChangesResponse{
				DatabaseIds: []int32{database}, Numbers: []uint32{req.GetStartNumber()}, Before: []byte{10}, After: []byte{90},
				More: true,
			}, nil
		}
	})
	ask := &reportsv1.ListChangesRequest{Id: scoringID, From: "2026-10-20"}
	first, err := s.own.ListChanges(t.Context(), ask)
	require.NoError(t, err)
	later := &reportsv1.ListChangesRequest{Id: scoringID, From: "2026-10-20", PageToken: first.GetNextPageToken()}
	second, err := s.own.ListChanges(t.Context(), later)
	require.NoError(t, err)
	require.Equal(t, int32(1), second.GetItems()[0].GetNumber(), "behind the first page")

	s.peers.set(func(p *peers) { // its event never arrives
		stands = 2
		p.engine.results = []*scoringenginev1.Calculated{calculated("2026-11-02", 2), calculated("2026-10-20", 1)}
	})
	_, err = s.own.ListChanges(t.Context(), later)
	servicetest.Refused(t, err, codes.Aborted, "REPORT_REPLACED")
	first, err = s.own.ListChanges(t.Context(), ask)
	require.NoError(t, err, "begun again")
	_, err = s.own.ListChanges(t.Context(), later)
	servicetest.Refused(t, err, codes.Aborted, "REPORT_REPLACED")
	later.PageToken = first.GetNextPageToken()
	_, err = s.own.ListChanges(t.Context(), later)
	require.NoError(t, err)
}

func TestChangesThatCannotBeToldSayWhy(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02", "2026-10-20"}, calculated("2026-11-02", 1), calculated("2026-10-20", 1))
	token := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	for name, c := range map[string]struct {
		req    *reportsv1.ListChangesRequest
		code   codes.Code
		reason string
	}{
		"no day before":     {&reportsv1.ListChangesRequest{From: "2026-11-02"}, codes.InvalidArgument, "RANGE_INVALID"},
		"no such day":       {&reportsv1.ListChangesRequest{From: "2026-10-21"}, codes.NotFound, "REPORT_NOT_FOUND"},
		"no such uid":       {&reportsv1.ListChangesRequest{Uids: []string{"999"}}, codes.InvalidArgument, "REPORT_UID_UNKNOWN"},
		"no token":          {&reportsv1.ListChangesRequest{PageToken: "%"}, codes.InvalidArgument, "REQUEST_INVALID"},
		"no page":           {&reportsv1.ListChangesRequest{PageToken: token("[]")}, codes.InvalidArgument, "REQUEST_INVALID"},
		"an empty page":     {&reportsv1.ListChangesRequest{PageToken: token("{}")}, codes.InvalidArgument, "REQUEST_INVALID"},
		"a page too large":  {&reportsv1.ListChangesRequest{PageSize: 10_001}, codes.InvalidArgument, "REQUEST_INVALID"},
		"a minimum too low": {&reportsv1.ListChangesRequest{Minimum: -1}, codes.InvalidArgument, "REQUEST_INVALID"},
		"a token too long": {
			&reportsv1.ListChangesRequest{PageToken: strings.Repeat("a", 501)}, codes.InvalidArgument, "REQUEST_INVALID",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.req.Id = scoringID
			_, err := s.own.ListChanges(t.Context(), c.req)
			servicetest.Refused(t, err, c.code, c.reason)
		})
	}
	other := reportsv1.NewReportServiceClient(s.AsPerson(t, auth.Identity{Account: stranger}))
	_, err := other.ListChanges(t.Context(), &reportsv1.ListChangesRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.NotFound, "SCORING_NOT_FOUND")
}
