// Package doctor examines an installation and reports findings that an operator can act on. It changes nothing: it
// starts no service, sends no mail and publishes no message.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// Level is the severity of a finding.
type Level string

// OK needs nothing; Warning deserves attention; Problem prevents something from working, or soon will.
const (
	OK      Level = "ok"
	Warning Level = "warning"
	Problem Level = "problem"
)

// Finding is the result of one check.
type Finding struct {
	// Area is the subject of the check, such as "clock" or the name of a service.
	Area string `json:"area"`
	// Level is the severity, Says describes the state, Advice is the remedy; empty if none is needed.
	Level  Level  `json:"level"`
	Says   string `json:"says"`
	Advice string `json:"advice,omitempty"`
}

// Installation is the installation to examine.
type Installation struct {
	Settings run.Settings
	Services []host.Service
	// DatabaseURL signs in as an administrator; empty if only the services' own addresses are known.
	DatabaseURL string
	Connect     func(...nats.Option) (*nats.Conn, error)
	// Data is the folder of `puls local`, empty for an installation without one; HTTP is its address while it runs.
	Data, HTTP string
	Version    string
	Now        func() time.Time
}

// patience bounds one check.
const patience = time.Minute

// check is one part of the examination; it returns all its findings, failures too.
type check func(ctx context.Context) []Finding

// Examine runs every check with its own timeout: a check that hangs is a finding and does not prevent the others.
func (i Installation) Examine(ctx context.Context) (findings []Finding) {
	checks := []check{i.settings, i.program, i.disks, i.postgres, i.schemas, i.figures, i.outside}
	if env, err := i.Settings.Env(host.NewMemory(), i.DatabaseURL, i.Connect, nil, quiet); err == nil {
		defer func() { _ = env.Bus.Close() }() // nothing was published
		env.Version, env.NoWork = i.Version, true
		checks = append(
			checks, func(ctx context.Context) []Finding { return i.starts(ctx, env) },
			func(ctx context.Context) []Finding { return i.streams(ctx, env.Bus) },
		)
	} else {
		findings = failed("program", err, "Nothing can start like this.")
	}
	for _, c := range checks {
		limited, cancel := context.WithTimeout(ctx, patience)
		findings = append(findings, c(limited)...)
		cancel()
	}
	return findings
}

// Worst returns the highest severity.
func Worst(findings []Finding) Level {
	worst := OK
	for _, f := range findings {
		if f.Level == Problem || worst == OK {
			worst = f.Level
		}
	}
	return worst
}

// Print writes findings for people, with the advice for warnings and problems, and a line with the totals.
func Print(out io.Writer, findings []Finding) error {
	count := map[Level]int{}
	for _, f := range findings {
		count[f.Level]++
		if _, err := fmt.Fprintf(out, "%-8s %-15s %s\n", f.Level, f.Area, f.Says); err != nil {
			return fmt.Errorf("print findings: %w", err)
		}
		if f.Advice == "" || f.Level == OK {
			continue
		}
		if _, err := fmt.Fprintf(out, "%-8s %-15s → %s\n", "", "", f.Advice); err != nil {
			return fmt.Errorf("print findings: %w", err)
		}
	}
	_, err := fmt.Fprintf(out, "%d problems, %d warnings, %d in order\n", count[Problem], count[Warning], count[OK])
	return err
}

// PrintJSON writes findings for programs.
func PrintJSON(out io.Writer, findings []Finding) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(map[string]any{"level": Worst(findings), "findings": findings})
}

// quiet is the log of connections that the doctor opens; it reports failures itself.
var quiet = slog.New(slog.DiscardHandler)

func fine(area, format string, values ...any) Finding {
	return Finding{Area: area, Level: OK, Says: fmt.Sprintf(format, values...)}
}

func found(level Level, area, says, advice string) Finding {
	return Finding{Area: area, Level: level, Says: says, Advice: advice}
}

// failed is the finding of a check that could not be run.
func failed(area string, err error, advice string) []Finding {
	return []Finding{found(Problem, area, err.Error(), advice)}
}
