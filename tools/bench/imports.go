package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"puls.app/tools/bench/internal/data"
	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
	"puls.app/tools/bench/internal/reference"
)

// importing are the settings of a measurement of imports.
type importing struct {
	*common
	contacts, days, rounds int
	orders                 []string
}

func importCommand(c *common) *cobra.Command {
	i := importing{common: c}
	command := c.measurement("import", "Measure the import of engagement as CSV", i.measure)
	flags := command.Flags()
	flags.IntVar(&i.contacts, "contacts", 1_000_000, "contacts that the rows are about")
	flags.IntVar(&i.days, "days", 8, "days of engagement, each with about two rows for three contacts")
	flags.IntVar(&i.rounds, "rounds", 1, "imports of each order, in turns")
	flags.StringSliceVar(&i.orders, "order", []string{"time", "shuffled", "single"},
		"time: as they occurred; shuffled: in random order; single: a message id for each recipient")
	return command
}

// measure measures every import in an account of its own.
func (i *importing) measure(ctx context.Context, p *program.Program, report *measure.Report) error {
	table := newCostTable(p, report)
	for round := range i.rounds {
		for _, order := range i.orders {
			name := fmt.Sprintf("%s-%d", order, round+1)
			if err := i.one(ctx, p, table, name, order); err != nil {
				return err
			}
		}
	}
	return nil
}

func (i *importing) one(ctx context.Context, p *program.Program, table *costTable, name, order string) error {
	shape := data.Daily
	if order == "single" {
		shape = data.Single
	}
	one, err := i.newAccount(ctx, p, name, i.contacts, i.days, shape)
	if err != nil {
		return err
	}
	written, ordered := i.folder("rows.csv"), i.folder("ordered.csv")
	rows, err := writeFile(written, func(w io.Writer) (int, error) { return one.set.WriteDays(w, 0, i.days) })
	if err := errors.Join(err, reference.Order(ctx, written, ordered, order == "shuffled"), p.Settled(ctx)); err != nil {
		return err
	}
	if err := table.measure(ctx, "import "+name, "rows", func() (int, error) {
		return rows, one.ImportFile(ctx, "engagement", ordered, rows)
	}); err != nil {
		return err
	}
	return table.measure(ctx, "compaction of "+name, "rows", func() (int, error) { return rows, p.Settled(ctx) })
}
