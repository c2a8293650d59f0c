package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

func deadLettersCommand() *cobra.Command {
	var data string
	var show, revive, drop bool
	command := &cobra.Command{
		Use:   "dead-letters [N…]",
		Short: "List the messages that no service could handle; show them, hand them out again, or drop them",
		Long: "List the messages that no service could handle, oldest first: number, age, subject, bytes, why.\n" +
			"Numbers choose some of them; without any --show and --revive take all.",
		Example: "  puls dead-letters --show 7\n  puls dead-letters --revive\n  puls dead-letters --drop 7 9",
		RunE: func(command *cobra.Command, args []string) error {
			ctx := command.Context()
			if drop && len(args) == 0 {
				return fmt.Errorf("--drop takes away for good: name the numbers")
			}
			return withServices(ctx, data, nil, func(env host.Env) error {
				letters, err := env.Bus.DeadLetters(ctx)
				if err != nil {
					return err
				}
				if letters, err = chooseLetters(letters, args); err != nil {
					return err
				}
				switch out := command.OutOrStdout(); {
				case show:
					return showLetters(out, letters)
				case revive:
					return eachLetter(ctx, out, letters, "handed out again", env.Bus.Revive)
				case drop:
					return eachLetter(ctx, out, letters, "dropped", env.Bus.Drop)
				default:
					return listLetters(out, letters, time.Now())
				}
			})
		},
	}
	command.Flags().StringVar(&data, "data", run.DefaultData(), "data folder of the running program")
	command.Flags().BoolVar(&show, "show", false, "print their payloads as JSON")
	command.Flags().BoolVar(&revive, "revive", false, "hand them out again")
	command.Flags().BoolVar(&drop, "drop", false, "take them away for good")
	command.MarkFlagsMutuallyExclusive("show", "revive", "drop")
	return command
}

// chooseLetters returns the letters with the given numbers, or all without numbers.
func chooseLetters(letters []bus.DeadLetter, numbers []string) ([]bus.DeadLetter, error) {
	if len(numbers) == 0 {
		return letters, nil
	}
	chosen := make([]bus.DeadLetter, 0, len(numbers))
	for _, text := range numbers {
		number, err := strconv.ParseUint(text, 10, 64)
		i := slices.IndexFunc(letters, func(l bus.DeadLetter) bool { return l.Sequence == number })
		if err != nil || i < 0 {
			return nil, fmt.Errorf("there is no dead letter %q", text)
		}
		chosen = append(chosen, letters[i])
	}
	return chosen, nil
}

func listLetters(out io.Writer, letters []bus.DeadLetter, now time.Time) error {
	if len(letters) == 0 {
		_, err := fmt.Fprintln(out, "There are no dead letters.")
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "NUMBER\tAGE\tSUBJECT\tBYTES\tWHY") // Flush returns write errors
	for _, l := range letters {
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%d\t%s\n",
			l.Sequence, now.Sub(l.Time).Round(time.Second), l.Subject, len(l.Payload), oneLine(l.Cause))
	}
	return table.Flush()
}

// showLetters prints one JSON document for each letter; a payload that cannot be decoded is printed as bytes, with the
// error.
func showLetters(out io.Writer, letters []bus.DeadLetter) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	for _, l := range letters {
		shown := map[string]any{"number": l.Sequence, "time": l.Time, "subject": l.Subject, "cause": l.Cause}
		if payload, err := l.JSON(); err == nil {
			shown["payload"] = payload
		} else {
			shown["unreadable"], shown["bytes"] = err.Error(), l.Payload
		}
		if err := encoder.Encode(shown); err != nil {
			return fmt.Errorf("print dead letter: %w", err)
		}
	}
	return nil
}

func eachLetter(
	ctx context.Context, out io.Writer, letters []bus.DeadLetter, done string,
	act func(context.Context, bus.DeadLetter) error,
) error {
	for _, l := range letters {
		if err := act(ctx, l); err != nil {
			return fmt.Errorf("dead letter %d: %w", l.Sequence, err)
		}
		if _, err := fmt.Fprintf(out, "%d %s: %s\n", l.Sequence, l.Subject, done); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
	return nil
}
