package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// cleanupLimit bounds the cleanup after a test, whose own context has ended by then.
const cleanupLimit = 30 * time.Second

// Template describes the initial contents of a database.
type Template struct {
	// Name identifies the template, such as the name of the package that migrates.
	Name string
	// Version changes whenever the result of Migrate would: see HashFS.
	Version string
	// Migrate fills the database at the URL and closes its connections. It runs once for all test programs; objects that
	// it creates outside the database (roles) may exist already.
	Migrate func(ctx context.Context, url string) error
}

// URL returns the address of an empty database for this test alone.
func URL(t testing.TB) string {
	t.Helper()
	return New(t, Template{})
}

// New returns the address of a database for this test alone, a clone of the template. It is dropped, with all its
// connections, when the test ends.
func New(t testing.TB, from Template) string {
	t.Helper()
	server := Server(t)
	ctx := t.Context()
	source := ""
	if from.Migrate != nil {
		name, err := from.ensure(ctx, server)
		if err != nil {
			t.Fatalf("pgtest: %v", err)
		}
		source = name
	}
	name := "test_" + strings.ToLower(rand.Text())
	if err := createDatabase(ctx, name, source); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), cleanupLimit)
		defer cancel()
		if err := administer(ctx, "drop database if exists "+quote(name)+" with (force)"); err != nil {
			t.Errorf("pgtest: drop database of the test: %v", err)
		}
	})
	return withDatabase(t, server, name)
}

// Server returns the address of the server's own database for a superuser, for tests of server-wide objects such as
// roles.
func Server(t testing.TB) string {
	t.Helper()
	address, err := attach()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return address
}

// HashFS returns a version for a template made from files, such as embedded migrations.
func HashFS(files ...fs.FS) (string, error) {
	hash := sha256.New()
	for _, f := range files {
		err := fs.WalkDir(f, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(f, path)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(hash, "%s %d\n%s", path, len(text), text)
			return err
		})
		if err != nil {
			return "", fmt.Errorf("hash migrations: %w", err)
		}
		_, _ = io.WriteString(hash, "\n--\n") // a hash never fails
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

func withDatabase(t testing.TB, server, database string) string {
	t.Helper()
	address, err := replaceDatabase(server, database)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return address
}

func replaceDatabase(server, database string) (string, error) {
	u, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("the address of the test server must be a URL: %w", err)
	}
	u.Path = "/" + database
	return u.String(), nil
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// admins are this program's connections to the server's own database: a connection costs Postgres a process, and tests
// create and drop hundreds of databases. They end with the program.
var admins = sync.OnceValues(func() (*pgxpool.Pool, error) {
	server, err := attach()
	if err != nil {
		return nil, err
	}
	return pgxpool.New(context.Background(), server)
})

// administer runs one statement in the server's own database.
func administer(ctx context.Context, statement string) error {
	pool, err := admins()
	if err != nil {
		return fmt.Errorf("connect to the test server: %w", err)
	}
	_, err = pool.Exec(ctx, statement)
	return err
}
