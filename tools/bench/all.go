package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"
)

// allCommand measures everything that the project promises, part after part, each in a folder of its own.
func allCommand(c *common) *cobra.Command {
	var largest int
	s := score{common: c}
	i := importing{common: c, orders: []string{"time", "shuffled", "single"}}
	command := &cobra.Command{
		Use: "all", Short: "Measure everything, for hours", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return all(command.Context(), c, s, i, largest) },
	}
	s.shared(command)
	command.Flags().IntVar(&largest, "largest", 10_000_000, "contacts of the largest account")
	return command
}

func all(ctx context.Context, c *common, s score, i importing, largest int) error {
	data := c.data
	for _, shape := range []string{"a", "b", "c"} {
		s.shape, s.contacts, c.data = shape, []int{largest / 10, largest}, filepath.Join(data, "shape-"+shape)
		if shape == "a" {
			s.contacts = []int{10_000, largest / 10, largest}
		}
		if err := s.run(ctx); err != nil {
			return err
		}
	}
	c.data = filepath.Join(data, "leads")
	if leads := s.leads(largest/5, 5*largest); len(leads.references) > 0 {
		if err := leads.run(ctx); err != nil {
			return err
		}
	}
	i.contacts, i.rows, i.rounds, c.data = largest/10, 2*largest, 3, filepath.Join(data, "import")
	return i.run(ctx)
}
