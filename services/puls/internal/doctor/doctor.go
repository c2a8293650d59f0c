// Package doctor looks an installation over and says what it finds in words that an operator can act on. It changes
// nothing: it starts no service, sends no mail and publishes no message.
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

// Level is how bad a finding is.
type Level string

// OK needs nothing; Warning deserves a look; Problem keeps something from working, or soon will.
const (
	OK      Level = "ok"
	Warning Level = "warning"
	Problem Level = "problem"
)

// Finding is one thing that was looked at.
type Finding struct {
	// Area is what was looked at, such as "clock" or the name of a service.
	Area string `json:"area"`
	// Level is how bad it is, Says what it is, Advice what to do; empty where nothing is to be done.
	Level  Level  `json:"level"`
	Says   string `json:"says"`
	Advice string `json:"advice,omitempty"`
}

// Installation is what is looked over.
type Installation struct {
	Settings run.Settings
	Services []host.Service
	// DatabaseURL signs in as an administrator; empty where only the services' own addresses are known.
	DatabaseURL string
	Connect     func(...nats.Option) (*nats.Conn, error)
	// Data is the folder of `puls local`, empty for an installation that has none; HTTP its address while it runs.
	Data, HTTP string
	Version    string
	Now        func() time.Time
}

// patience is how long one check may take.
const patience = time.Minute

// check is a part of the look; it returns all that it finds, failures too.
type check func(ctx context.Context) []Finding

// Examine makes every check, each within its own time: what hangs is a finding and does not keep the others from being
// made.
func (i Installation) Examine(ctx context.Context) (findings []Finding) {
	checks := []check{i.settings, i.program, i.disks, i.postgres, i.schemas, i.figures, i.outside}
	if env, err := i.Settings.Env(host.NewMemory(), i.DatabaseURL, i.Connect, nil, quiet); err == nil {
		defer func() { _ = env.Bus.Close() }() // nothing was sent
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

// Worst returns how bad it is altogether.
func Worst(findings []Finding) Level {
	worst := OK
	for _, f := range findings {
		if f.Level == Problem || worst == OK {
			worst = f.Level
		}
	}
	return worst
}

// Print writes findings for people: what is wrong with what to do, and of all of it a line.
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

// quiet is the log of what the doctor opens: it tells what matters itself.
var quiet = slog.New(slog.DiscardHandler)

func fine(area, format string, values ...any) Finding {
	return Finding{Area: area, Level: OK, Says: fmt.Sprintf(format, values...)}
}

func found(level Level, area, says, advice string) Finding {
	return Finding{Area: area, Level: level, Says: says, Advice: advice}
}

// failed is a check that could not be made.
func failed(area string, err error, advice string) []Finding {
	return []Finding{found(Problem, area, err.Error(), advice)}
}
