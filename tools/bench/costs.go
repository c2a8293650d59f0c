package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"puls.app/tools/bench/internal/measure"
	"puls.app/tools/bench/internal/program"
)

// costTable measures the costs of actions for the program and its Postgres, and prints a row for each.
type costTable struct {
	program *program.Program
	report  *measure.Report
}

// newCostTable prints the head of the table. Costs are for one unit, except for the peaks of memory.
func newCostTable(p *program.Program, report *measure.Report) *costTable {
	fmt.Println("| | units | a second | µs of a processor: puls | Postgres and hashing | log, B | disk, B |" +
		" files of puls, B | peak of puls | of its Postgres |\n|---|---|---|---|---|---|---|---|---|---|")
	return &costTable{p, report}
}

// cost is the total of a program's costs at a moment.
type cost struct {
	at        time.Time
	use       measure.Usage
	log, disk int64
}

func (t *costTable) total(ctx context.Context) (c cost, err error) {
	var errs [3]error
	c.use, errs[0] = measure.UsageOf(t.program.PID())
	c.log, errs[1] = t.program.Log(ctx)
	c.disk, errs[2] = t.program.Size(ctx)
	c.at = time.Now()
	return c, errors.Join(errs[:]...)
}

// measure measures the costs of an action, which returns its number of units.
func (t *costTable) measure(ctx context.Context, name, unit string, do func() (units int, err error)) error {
	say("%s", name)
	if err := measure.ResetPeak(t.program.PID()); err != nil {
		return err
	}
	t.program.PostgresPeak()
	before, err := t.total(ctx)
	if err != nil {
		return err
	}
	units, err := do()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	after, err := t.total(ctx)
	if err != nil {
		return err
	}
	of := func(n int64) float64 { return float64(n) / float64(units) }
	own, others := after.use.Own-before.use.Own, after.use.Others-before.use.Others
	row := fmt.Sprintf("%s %s | %.0f | %.2f | %.2f | %.1f | %.1f | %.1f | %s | %s", measure.Count(units), unit,
		float64(units)/after.at.Sub(before.at).Seconds(), of(own.Microseconds()), of(others.Microseconds()),
		of(after.log-before.log), of(after.disk-before.disk), of(after.use.Written-before.use.Written),
		measure.Bytes(after.use.Peak), measure.Bytes(t.program.PostgresPeak()))
	fmt.Printf("| %s | %s |\n", name, row)
	t.report.Note(name, row)
	return nil
}
