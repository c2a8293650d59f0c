package rpc

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/google/uuid"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/reports/internal/core"
)

// Scorings implements core.Scorings: the caller's own token asks, so another account's scoring is not found.
type Scorings struct {
	Client scoringconfigv1.ScoringServiceClient
}

// Get returns the peer's error as it is, so that the reason reaches the client.
func (s Scorings) Get(ctx context.Context, id uuid.UUID) (core.Scoring, error) {
	res, err := s.Client.GetScoring(ctx, &scoringconfigv1.GetScoringRequest{Id: id.String()})
	if err != nil {
		return nil, err
	}
	from := res.GetScoring()
	scoring := core.Scoring{}
	config := from.GetConfig()
	add := func(
		channel core.Channel, weights map[string]string, percentile float64, sources []*scoringconfigv1.DataSource,
	) error {
		c := core.Config{
			Version: int(from.GetVersion()), Name: from.GetName(), DaysAgo: int(config.GetDaysAgo()),
			Percentile: int(math.Round(percentile * 100)), Weights: map[string]int{},
		}
		for name, text := range weights {
			if text == "" {
				continue // not set yet
			}
			share, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("read weight %s: %w", name, err)
			}
			c.Weights[name] = int(math.Round(share * 100))
		}
		for _, source := range sources {
			c.Sources = append(c.Sources, core.Source{
				UID: core.UID(source.GetUid()), IncludedAll: source.GetIncludedAll(),
				Included: groupsOf(source.GetIncludedGroupIds()), Excluded: groupsOf(source.GetExcludedGroupIds()),
			})
		}
		scoring[channel] = c
		return nil
	}
	if c := config.GetMailing(); c != nil {
		w := c.GetWeights()
		weights := map[string]string{"or": w.GetOr(), "ctr": w.GetCtr(), "delivery": w.GetDelivery()}
		if err := add(core.Mailing, weights, c.GetPercentile(), c.GetDataSources()); err != nil {
			return nil, err
		}
		mailing := scoring[core.Mailing]
		mailing.LeaveOutMachines = c.GetLeaveOutMachines()
		scoring[core.Mailing] = mailing
	}
	if c := config.GetSms(); c != nil {
		weights := map[string]string{"ctr": c.GetWeights().GetCtr(), "delivery": c.GetWeights().GetDelivery()}
		if err := add(core.SMS, weights, c.GetPercentile(), c.GetDataSources()); err != nil {
			return nil, err
		}
	}
	if c := config.GetWeb(); c != nil {
		if err := add(core.Web, c.GetWeights(), c.GetPercentile(), c.GetDataSources()); err != nil {
			return nil, err
		}
	}
	return scoring, nil
}

func groupsOf(ids []int32) []core.Group {
	groups := make([]core.Group, 0, len(ids))
	for _, id := range ids {
		groups = append(groups, core.Group{ID: core.GroupID(id)})
	}
	return groups
}

// Databases implements core.Databases over the contacts service.
type Databases struct {
	Client contactsv1.AudienceServiceClient
}

// Resolve returns the peer's error as it is, so that the reason reaches the client.
func (d Databases) Resolve(
	ctx context.Context, account core.AccountID, uids []core.UID,
) (map[core.DatabaseID]core.UID, error) {
	req := &contactsv1.ResolveDatabasesRequest{AccountId: int32(account)}
	for _, uid := range uids {
		req.Uids = append(req.Uids, string(uid))
	}
	res, err := d.Client.ResolveDatabases(ctx, req)
	if err != nil {
		return nil, err
	}
	all := map[core.DatabaseID]core.UID{}
	for _, database := range res.GetDatabases() {
		all[core.DatabaseID(database.GetDatabaseId())] = core.UID(database.GetUid())
	}
	return all, nil
}
