package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"
)

type object = map[string]any

// CreateScoring makes and activates a scoring of mailings, with the default weights. An excludedGroup of 0 is none.
func (c *Client) CreateScoring(ctx context.Context, name, uid string, daysAgo, excludedGroup int) (string, error) {
	return c.createScoring(ctx, name, object{"daysAgo": daysAgo, "sms": nil, "web": nil, "mailing": object{
		"weights": object{"or": "0.45", "ctr": "0.30", "delivery": "0.25"}, "percentile": 0.9,
		"dataSources": dataSources(uid, excludedGroup),
	}})
}

// CreateLeadScoring makes and activates a scoring of visitors, with weights in percent by the type of event.
func (c *Client) CreateLeadScoring(
	ctx context.Context, name, uid string, daysAgo, excludedGroup, percentile int, weights map[string]int,
) (string, error) {
	texts := object{}
	for kind, percent := range weights {
		texts[kind] = fmt.Sprintf("%.2f", float64(percent)/100)
	}
	return c.createScoring(ctx, name, object{"daysAgo": daysAgo, "sms": nil, "mailing": nil, "web": object{
		"weights": texts, "percentile": float64(percentile) / 100, "dataSources": dataSources(uid, excludedGroup),
	}})
}

func dataSources(uid string, excludedGroup int) []object {
	excluded := []int{}
	if excludedGroup != 0 {
		excluded = []int{excludedGroup}
	}
	return []object{{"uid": uid, "includedAll": true, "includedGroupIds": []int{}, "excludedGroupIds": excluded}}
}

func (c *Client) createScoring(ctx context.Context, name string, config object) (string, error) {
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

// Export opens the CSV of a calculation with every contact, or of web every visitor who has a score; the caller closes
// it. A channel is "mailing" or "web".
func (c *Client) Export(ctx context.Context, scoring, channel, date string) (io.ReadCloser, error) {
	if err := c.login(ctx); err != nil {
		return nil, err
	}
	body, err := json.Marshal(object{"scoringType": channel, "generatedDate": date, "includeExcluded": true})
	if err != nil {
		return nil, fmt.Errorf("write request: %w", err)
	}
	return c.send(
		ctx, http.MethodPost, "protected/scoring/scorings/"+scoring+":exportToCsv", "application/json", bytes.NewReader(body),
	)
}

// WaitResult waits until the reports know a calculation of a channel.
func (c *Client) WaitResult(ctx context.Context, scoring, channel, date string) error {
	path := "protected/scoring/scorings/" + scoring + ":generatedDateList?scoringType=" + channel
	return c.program.poll(ctx, 50*time.Millisecond, func() (bool, error) {
		var dates struct{ Items []string }
		err := c.Call(ctx, http.MethodGet, path, nil, &dates)
		return slices.Contains(dates.Items, date), err
	})
}
