package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"puls.app/services/local/pgserver"
	"puls.app/services/puls/internal/backup"
	"puls.app/services/puls/internal/run"
)

func backupCommand(version string) *cobra.Command {
	var f folder
	command := &cobra.Command{
		Use: "backup FILE|FOLDER", Args: cobra.ExactArgs(1),
		Short: "Keep everything of `puls local` in one file, while it runs or not",
		Long: "Keep everything of `puls local` in one file: the database as it is when the backup ends, the secret and the mails.\n" +
			"It may run meanwhile. A folder gets a file named by the time. The file holds secrets and is readable for you alone.",
		RunE: func(command *cobra.Command, args []string) error {
			ctx, began := command.Context(), time.Now()
			to := args[0]
			if info, err := os.Stat(to); err == nil && info.IsDir() {
				to = filepath.Join(to, "puls-"+began.UTC().Format("20060102T150405Z")+".tar.zst")
			}
			return f.at(ctx, func(p place) error {
				if p.data == "" {
					return errors.New("this keeps `puls local` only: back up the Postgres that DATABASE_URL names with its own tools")
				}
				kept := backup.Folder{Data: p.data, Mails: p.settings.Values()["PULS_MAIL_DIR"]}
				made, err := backup.Write(ctx, to, kept, p.database, version, began)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(command.OutOrStdout(), "%s: %d files, %d MiB, in %s\n", to, made.Files, made.Bytes>>20,
					time.Since(began).Round(time.Millisecond))
				return err
			})
		},
	}
	f.flags(command)
	return command
}

// restoring has the arguments of `puls restore`.
type restoring struct {
	folder
	from, archive, to string
}

func restoreCommand() *cobra.Command {
	var r restoring
	command := &cobra.Command{
		Use: "restore FILE", Args: cobra.ExactArgs(1),
		Short: "Make a folder of `puls local` from a backup, as it was then or at a later moment",
		Long: "Make a folder of `puls local` from a backup. The folder must be empty or not there. With --archive, the folder that\n" +
			"PULS_ARCHIVE_DIR named, commits since the backup are replayed: all that were archived, or up to --to.\n" +
			"Every file is compared with its sum, and Postgres is brought to a state that is whole, before this ends.",
		Example: "  puls restore backups/puls-20261122T100000Z.tar.zst --data ./again\n" +
			"  puls restore backup.tar.zst --data ./again --archive ./archive --to 2026-11-22T10:00:00Z",
		RunE: func(command *cobra.Command, args []string) error {
			r.from = args[0]
			began := time.Now()
			made, err := r.run(command.Context())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "%s holds the backup of %s again: %d files, %d MiB, in %s\n", r.data,
				made.MadeAt.Format(time.RFC3339), made.Files, made.Bytes>>20, time.Since(began).Round(time.Millisecond))
			return err
		},
	}
	r.flags(command)
	command.Flags().StringVar(&r.archive, "archive", "", "folder of the archived write-ahead log")
	command.Flags().StringVar(&r.to, "to", "", "moment (RFC 3339) after the backup whose state is wanted; needs --archive")
	return command
}

func (r restoring) run(ctx context.Context) (backup.Summary, error) {
	recovery := pgserver.Recovery{Archive: r.archive}
	if r.to != "" {
		if r.archive == "" {
			return backup.Summary{}, errors.New("--to needs --archive: a backup alone holds no later moment")
		}
		var err error
		if recovery.Until, err = time.Parse(time.RFC3339, r.to); err != nil {
			return backup.Summary{}, fmt.Errorf("--to: %q is no moment such as 2026-11-22T10:00:00Z", r.to)
		}
	}
	if r.archive != "" {
		var err error
		if recovery.Archive, err = filepath.Abs(r.archive); err != nil {
			return backup.Summary{}, fmt.Errorf("find the archive: %w", err)
		}
	}
	made, err := backup.Unpack(r.from, r.data)
	if err != nil {
		return made, err
	}
	err = run.Recover(ctx, r.data, r.packages, recovery)
	if err != nil {
		err = fmt.Errorf("the backup was unpacked and Postgres does not come up on it; remove %s before another try: %w", r.data, err)
	}
	return made, err
}
