package command

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
)

func migrateCommand() *cobra.Command {
	var status, dry bool
	command := &cobra.Command{
		Use: "migrate", Short: "Make schemas, roles and tables, or bring them up to date (DATABASE_URL)", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			ctx, out := command.Context(), command.OutOrStdout()
			settings, err := installation()
			if err != nil {
				return err
			}
			services := slices.DeleteFunc(Services(), func(s host.Service) bool { return s.Schema == "" })
			for _, s := range services {
				if settings.AdminURL(settings.DatabaseURL())(s.Schema) == "" {
					return fmt.Errorf("neither DATABASE_URL nor DATABASE_ADMIN_URL_%s is set", strings.ToUpper(s.Schema))
				}
			}
			before, err := migrations(ctx, settings.AdminURL(settings.DatabaseURL()), services)
			switch {
			case err != nil:
				return err
			case status:
				return printStatus(out, services, before)
			case dry:
				return printPending(out, services, before)
			}
			if err := settings.CheckRoles(ctx, settings.DatabaseURL(), services); err != nil {
				return err
			}
			if err := settings.Bootstrap(ctx, settings.DatabaseURL(), services); err != nil {
				return err
			}
			if err := settings.Migrate(ctx, settings.DatabaseURL(), services); err != nil {
				return err
			}
			return printMigrated(out, services, before)
		},
	}
	command.Flags().BoolVar(&status, "status", false, "only list the migrations of every schema, and when they were made")
	command.Flags().BoolVar(&dry, "dry-run", false, "only print the SQL of those that are pending, and which locks it takes")
	command.MarkFlagsMutuallyExclusive("status", "dry-run")
	return command
}

// migrations returns the migrations of every schema, by its name.
func migrations(
	ctx context.Context, url func(schema string) string, services []host.Service,
) (map[string][]pgdb.Migration, error) {
	steps := map[string][]pgdb.Migration{}
	for _, service := range services {
		var err error
		schema := service.Schema
		if steps[schema], err = pgdb.Status(ctx, url(schema), schema, service.Migrations); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

func printStatus(out io.Writer, services []host.Service, steps map[string][]pgdb.Migration) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "SCHEMA\tVERSION\tNAME\tMADE") // Flush returns write errors
	for _, service := range services {
		for _, step := range steps[service.Schema] {
			name, made := step.Name, "pending"
			if name == "" {
				name = "(made by a newer program)"
			}
			if !step.Pending() {
				made = step.AppliedAt.UTC().Format(time.RFC3339)
			}
			_, _ = fmt.Fprintf(table, "%s\t%d\t%s\t%s\n", service.Schema, step.Version, name, made)
		}
	}
	return table.Flush()
}

// pending returns the pending migrations.
func pending(steps []pgdb.Migration) []pgdb.Migration {
	return slices.DeleteFunc(slices.Clone(steps), func(m pgdb.Migration) bool { return !m.Pending() })
}

func printPending(out io.Writer, services []host.Service, steps map[string][]pgdb.Migration) error {
	var text strings.Builder
	for _, service := range services {
		for _, step := range pending(steps[service.Schema]) {
			fmt.Fprintf(&text, "-- %s, %s\n", service.Schema, step.Name)
			for _, lock := range locks(step.SQL) {
				fmt.Fprintf(&text, "-- %s\n", lock)
			}
			fmt.Fprintf(&text, "%s\n", step.SQL)
		}
	}
	if text.Len() == 0 {
		text.WriteString("-- Nothing is pending.\n")
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// printMigrated prints the old and the new version of each schema.
func printMigrated(out io.Writer, services []host.Service, before map[string][]pgdb.Migration) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	changed := false
	for _, service := range services {
		steps := before[service.Schema]
		waiting := pending(steps)
		if len(waiting) == 0 {
			continue
		}
		changed = true
		from := "nothing"
		if i := slices.IndexFunc(steps, pgdb.Migration.Pending); i > 0 {
			from = fmt.Sprintf("version %d", steps[i-1].Version)
		}
		_, _ = fmt.Fprintf(table, "%s\tfrom %s\tto version %d\n", service.Schema, from, waiting[len(waiting)-1].Version)
	}
	if !changed {
		_, _ = fmt.Fprintln(table, "Nothing was pending.") // Flush returns write errors
	}
	_, _ = fmt.Fprintln(table, "The database is up to date.")
	return table.Flush()
}

// lockRules give the lock that a statement takes on the table that it names, by the statement's beginning; the first
// match counts. For unlisted statements, such as DO, the locks depend on their text.
var lockRules = []struct {
	begins *regexp.Regexp
	lock   string
}{
	{statement(`ALTER TABLE(?: IF EXISTS)?(?: ONLY)? (\S+)`), "reads and writes of %s wait while it runs (ACCESS EXCLUSIVE)"},
	{statement(`DROP (?:TABLE|VIEW)(?: IF EXISTS)? (\S+)`), "reads and writes of %s wait while it runs (ACCESS EXCLUSIVE)"},
	{statement(`(?:CREATE|DROP|ALTER) POLICY \S+ ON (\S+)`), "reads and writes of %s wait while it runs (ACCESS EXCLUSIVE)"},
	{statement(`DROP INDEX(?: IF EXISTS)? (\S+)`), "reads and writes of the table of %s wait while it runs (ACCESS EXCLUSIVE)"},
	{statement(`CREATE (?:UNIQUE )?INDEX CONCURRENTLY .*? ?ON (\S+)`), "blocks no reads or writes of %s (SHARE UPDATE EXCLUSIVE)"},
	{statement(`CREATE (?:UNIQUE )?INDEX .*? ?ON (\S+)`), "writes to %s wait while it runs, reads do not (SHARE)"},
	{statement(`CREATE TRIGGER .*? ON (\S+)`), "writes to %s wait while it runs, reads do not (SHARE ROW EXCLUSIVE)"},
	{statement(`(?:UPDATE|INSERT INTO|DELETE FROM) (\S+)`), "changes rows of %s, and holds those till it ends (ROW EXCLUSIVE)"},
	{statement(`(DO) `), "%s runs the statements in its text, with their locks"},
}

func statement(begins string) *regexp.Regexp { return regexp.MustCompile(`(?mi)^\s*` + begins) }

// locks describes the locks that the statements of a migration take on each table that existed before it.
func locks(sql string) (says []string) {
	made := map[string]bool{}
	for _, match := range statement(`CREATE (?:UNLOGGED )?TABLE (\S+)`).FindAllStringSubmatch(sql, -1) {
		made[match[1]] = true
	}
	for _, rule := range lockRules {
		for _, match := range rule.begins.FindAllStringSubmatch(sql, -1) {
			table := strings.TrimRight(match[1], ";,(")
			if say := fmt.Sprintf(rule.lock, table); !made[table] && !slices.Contains(says, say) {
				says = append(says, say)
			}
		}
	}
	return says
}
