package program

import (
	"context"
	"io"
	"net/http"
	"slices"
	"time"
)

type object = map[string]any

// MailWeights are the usual weights of e-mail.
var MailWeights = map[string]string{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}

// CreateScoring makes and activates a scoring of the own uid. A channel is "mailing" or "web".
func (c *Client) CreateScoring(
	ctx context.Context, name, channel string, daysAgo int, weights map[string]string, excludedGroups ...int,
) (id string, err error) {
	source := object{"uid": c.UID(), "includedAll": true, "excludedGroupIds": excludedGroups}
	config := object{
		"daysAgo": daysAgo, channel: object{"weights": weights, "percentile": 0.9, "dataSources": []object{source}},
	}
	var created struct{ ID string }
	if err := c.Call(
		ctx, http.MethodPost, "protected/scoring/scorings", object{"name": name, "config": config}, &created,
	); err != nil {
		return "", err
	}
	return created.ID, c.Call(
		ctx, http.MethodPost, "protected/scoring/scorings/"+created.ID+":setStatus", object{"newStatus": 2}, nil,
	)
}

// Scorings returns the ids of all scorings by name.
func (c *Client) Scorings(ctx context.Context) (ids map[string]string, err error) {
	var answer struct{ Items []struct{ ID, Name string } }
	err = c.Call(ctx, http.MethodGet, "protected/scoring/scorings", nil, &answer)
	ids = map[string]string{}
	for _, scoring := range answer.Items {
		ids[scoring.Name] = scoring.ID
	}
	return ids, err
}

// Media types of Export.
const (
	CSV     = "text/csv"
	Parquet = "application/vnd.apache.parquet"
)

// Export opens the file of a calculation in a media type: all contacts, or the visitors with a score. The caller closes
// it.
func (c *Client) Export(ctx context.Context, scoring, channel, date, accept string) (io.ReadCloser, error) {
	return c.open(ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":exportToCsv", accept,
		object{"scoringType": channel, "generatedDate": date, "includeExcluded": true})
}

// WaitResult waits until reports have the result of a channel.
func (c *Client) WaitResult(ctx context.Context, scoring, channel, date string) error {
	path := "protected/scoring/scorings/" + scoring + ":generatedDateList?scoringType=" + channel
	return c.program.poll(ctx, 50*time.Millisecond, func() (bool, error) {
		var dates struct{ Items []string }
		err := c.Call(ctx, http.MethodGet, path, nil, &dates)
		return slices.Contains(dates.Items, date), err
	})
}
