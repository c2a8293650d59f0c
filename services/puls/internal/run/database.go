package run

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/kit/pgdb"
)

// Database is the name of the product's database on a server that this program started.
const Database = "puls"

// Schemas are those of all services with data.
func Schemas() []string {
	return []string{"account", "contacts", "scoring_config", "scoring_engine", "reports", "flags"}
}

// Bootstrap makes the schemas and roles of all services; it can be repeated.
func (s Settings) Bootstrap(ctx context.Context, admin string) error {
	for _, schema := range Schemas() {
		password, err := s.RolePassword(schema)
		if err != nil {
			return err
		}
		if err := pgdb.Bootstrap(ctx, admin, schema, password); err != nil {
			return err
		}
	}
	return nil
}

// CreateDatabase adds a database to a server unless it is there, and answers its address.
func CreateDatabase(ctx context.Context, server, name string) (_ string, err error) {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", fmt.Errorf("connect to Postgres: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	var pgErr *pgconn.PgError
	if err != nil && (!errors.As(err, &pgErr) || pgErr.Code != "42P04") { // 42P04: it exists
		return "", fmt.Errorf("create database: %w", err)
	}
	parsed, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("read database address: %w", err)
	}
	parsed.Path = "/" + name
	return parsed.String(), nil
}
