package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"
)

// templateLock is the advisory lock for creating templates: one at a time on a server, since migrations that create the
// same roles must not run concurrently.
const templateLock = 0x7067_7465_7374

// databaseName returns a name that Postgres does not truncate, different for each (name, version).
func (from Template) databaseName() string {
	sum := sha256.Sum256([]byte(from.Name + "\x00" + from.Version))
	return "template_" + hex.EncodeToString(sum[:12])
}

// ensured are the names of the templates that this program has created or found.
var ensured sync.Map

// ensure creates the template if no test program has, and returns its database's name.
func (from Template) ensure(ctx context.Context, server string) (_ string, err error) {
	name := from.databaseName()
	if _, there := ensured.Load(name); there {
		return name, nil
	}
	defer func() {
		if err == nil {
			ensured.Store(name, true)
		}
	}()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", fmt.Errorf("connect to the test server: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	if whole, err := isTemplate(ctx, conn, name); err != nil || whole {
		return name, err
	}
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", int64(templateLock)); err != nil {
		return "", fmt.Errorf("wait for other test programs: %w", err)
	} // closing the connection releases it
	if whole, err := isTemplate(ctx, conn, name); err != nil || whole {
		return name, err
	}
	return name, from.create(ctx, conn, server, name)
}

func (from Template) create(ctx context.Context, conn *pgx.Conn, server, name string) error {
	// A test program killed in the middle leaves an incomplete database, which is not marked as a template.
	if _, err := conn.Exec(ctx, "drop database if exists "+quote(name)+" with (force)"); err != nil {
		return fmt.Errorf("drop half a template: %w", err)
	}
	if _, err := conn.Exec(ctx, "create database "+quote(name)); err != nil {
		return fmt.Errorf("create template %s: %w", from.Name, err)
	}
	address, err := replaceDatabase(server, name)
	if err != nil {
		return err
	}
	if err := from.Migrate(ctx, address); err != nil {
		return fmt.Errorf("migrate template %s: %w", from.Name, err)
	}
	if _, err := conn.Exec(
		ctx, "alter database "+quote(name)+" with is_template true allow_connections false",
	); err != nil {
		return fmt.Errorf("mark template %s: %w", from.Name, err)
	}
	return nil
}

// isTemplate reports whether the template exists and is complete.
func isTemplate(ctx context.Context, conn *pgx.Conn, name string) (bool, error) {
	var whole bool
	err := conn.QueryRow(
		ctx, "select exists (select from pg_database where datname = $1 and datistemplate)", name,
	).Scan(&whole)
	if err != nil {
		return false, fmt.Errorf("look for template: %w", err)
	}
	return whole, nil
}

// createDatabase clones a template, or an empty database if source is empty.
func createDatabase(ctx context.Context, name, source string) error {
	statement := "create database " + quote(name)
	if source != "" {
		// The default, through shared buffers and the log, takes twice as long, and so does dropping it.
		statement += " template " + quote(source) + " strategy file_copy"
	}
	if err := administer(ctx, statement); err != nil {
		return fmt.Errorf("create database of the test: %w", err)
	}
	return nil
}
