package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/reference"
)

// usualLeads are weights with which no two types are alike.
var usualLeads = reference.Rule{Events: [data.Purchase]int{5, 15, 20, 25, 35}, Percentile: 90}

// eventTypes are what the program calls the kinds of web events, from data.PageView on.
var eventTypes = [data.Purchase]string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}

// leadsCommand measures scorings of visitors as score does those of e-mail.
func leadsCommand(c *common) *cobra.Command {
	s := score{common: c, shape: string(data.Leads), contacts: []int{0}}
	command := &cobra.Command{
		Use: "leads", Short: "Measure lead scoring and compare every score with DuckDB", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return s.run(command.Context()) },
	}
	flags := command.Flags()
	flags.IntVar(&s.contacts[0], "visitors", 2_000_000, "size of the account")
	flags.IntVar(&s.events, "events", 50_000_000, "events in the longest window, about")
	s.every(command, "duckdb")
	return command
}

// leads are the settings of a scoring of visitors beside those of e-mail.
func (s *score) leads(visitors, events int) *score {
	l := *s
	l.shape, l.contacts, l.events = string(data.Leads), []int{visitors}, events
	l.references = slices.DeleteFunc(slices.Clone(s.references), func(name string) bool { return name != "duckdb" })
	return &l
}

func (s *score) newSet(size, first int) (*data.Set, error) {
	if s.shape == string(data.Leads) {
		return data.NewLeads(s.seed, size, s.events/slices.Max(s.windows), s.days, first)
	}
	return data.New(s.seed, size, s.days, first, data.Shape(s.shape))
}

// rule is what scores are calculated by.
func (s *score) rule() reference.Rule {
	if s.shape == string(data.Leads) {
		return usualLeads
	}
	return usual
}

// createScoring makes a scoring of one window.
func (s *score) createScoring(ctx context.Context, one *subject, window int) (string, error) {
	name, uid := fmt.Sprintf("Last %d days", window), uidOf(one.state.Account)
	group, err := one.client.Group(ctx, uid, data.ExcludedGroup)
	if err != nil {
		return "", err
	}
	if one.set.Shape != data.Leads {
		return one.client.CreateScoring(ctx, name, uid, window, group)
	}
	rule, weights := s.rule(), map[string]int{}
	for i, kind := range eventTypes {
		weights[kind] = rule.Events[i]
	}
	return one.client.CreateLeadScoring(ctx, name, uid, window, group, rule.Percentile, weights)
}
