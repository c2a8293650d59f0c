package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
)

// schemas compares the versions of the schemas with this program's migrations.
func (i Installation) schemas(ctx context.Context) (findings []Finding) {
	url := i.Settings.ServiceURL(i.DatabaseURL)
	for _, service := range i.keeping() {
		findings = append(findings, schema(ctx, service, url))
	}
	return findings
}

func schema(ctx context.Context, service host.Service, url func(string) (string, error)) Finding {
	address, err := url(service.Schema)
	if err != nil {
		return found(Problem, service.Name, err.Error(), "Set the missing ones; docs/operating.md lists the settings of each service.")
	}
	steps, err := pgdb.Status(ctx, address, service.Schema, service.Migrations)
	if err != nil {
		return found(Problem, service.Name, err.Error(), "Is Postgres there, was `puls migrate` run, does the role's password fit (PULS_DATABASE_SECRET, DATABASE_URL_"+
			strings.ToUpper(service.Schema)+")?")
	}
	pending, newer, last := 0, 0, int64(0)
	for _, step := range steps {
		switch {
		case step.Pending():
			pending++
		case step.Name == "":
			newer++
		}
		if !step.Pending() {
			last = step.Version
		}
	}
	switch {
	case pending > 0:
		return found(Problem, service.Name, fmt.Sprintf("the schema is at version %d, and %d migrations are pending", last, pending),
			"Run `puls migrate`; `puls migrate --dry-run` shows the statements.")
	case newer > 0:
		if finding, refused := tooNew(ctx, service, address); refused {
			return finding
		}
		return found(Warning, service.Name, fmt.Sprintf("the schema is at version %d, which is newer than this program", last),
			"A newer program has migrated. This one may run beside it, or in its place, with `puls serve`, not with `puls local`.")
	}
	return fine(service.Name, "the schema is at version %d, as this program has it", last)
}

// tooNew reports whether the schema needs a newer program.
func tooNew(ctx context.Context, service host.Service, address string) (Finding, bool) {
	db, err := pgdb.Open(ctx, pgdb.Options{URL: address, Schema: service.Schema, Migrations: service.Migrations})
	if err == nil {
		db.Close()
	}
	var newer *pgdb.NewerError
	if !errors.As(err, &newer) {
		return Finding{}, false // the versions show other defects
	}
	return found(Problem, service.Name, newer.Error(), "`puls migrate --status` lists the migrations."), true
}

// figures evaluates the services' own figures.
func (i Installation) figures(ctx context.Context) (findings []Finding) {
	url := i.Settings.ServiceURL(i.DatabaseURL)
	for _, service := range i.keeping() {
		if service.Figures == nil {
			continue
		}
		figures, err := read(ctx, service, url)
		if err != nil {
			continue // the schema's own finding has the cause
		}
		for _, figure := range figures {
			findings = append(findings, judge(service.Name, figure))
		}
	}
	return findings
}

func read(ctx context.Context, service host.Service, url func(string) (string, error)) ([]telemetry.Figure, error) {
	address, err := url(service.Schema)
	if err != nil {
		return nil, err
	}
	db, err := pgdb.Open(ctx, pgdb.Options{URL: address, Schema: service.Schema, Migrations: service.Migrations})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return service.Figures(ctx, db)
}

func judge(service string, f telemetry.Figure) Finding {
	says := f.Means + ": " + amount(f)
	switch {
	case f.Problem > 0 && f.Value >= f.Problem:
		return found(Problem, service, says, f.Advice)
	case f.Warn > 0 && f.Value >= f.Warn:
		return found(Warning, service, says, f.Advice)
	}
	return fine(service, "%s", says)
}

func amount(f telemetry.Figure) string {
	if f.Unit == "s" {
		return time.Duration(f.Value * float64(time.Second)).Round(time.Second).String()
	}
	return fmt.Sprintf("%.0f", f.Value)
}

// starts only builds every service with a schema: building reads its settings, opens its schema and compares its keys
// with the stored data.
func (i Installation) starts(ctx context.Context, env host.Env) (findings []Finding) {
	for _, service := range i.keeping() {
		env.Network = host.NewMemory()
		h, err := host.Start(ctx, env, []host.Service{service})
		if err != nil {
			findings = append(findings, found(Problem, service.Name, "it would not start: "+err.Error(),
				"Correct it; if a secret does not match the stored data, restore the old secret instead of creating a new one."))
			continue
		}
		h.Stop()
		findings = append(findings, fine(service.Name, "it would start: settings, schema and keys fit together"))
	}
	return findings
}
