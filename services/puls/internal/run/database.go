package run

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
)

// Database is the name of the product's database on a server that this program started.
const Database = "puls"

// Bootstrap creates the schemas and roles of services; it can be repeated. admin is used for services without a
// DATABASE_ADMIN_URL_<SCHEMA>, as in Migrate.
func (s Settings) Bootstrap(ctx context.Context, admin string, services []host.Service) error {
	for _, service := range services {
		if service.Schema == "" {
			continue
		}
		password, err := s.RolePassword(service.Schema)
		if err != nil {
			return err
		}
		if err := pgdb.Bootstrap(ctx, s.AdminURL(admin)(service.Schema), service.Schema, password); err != nil {
			return err
		}
	}
	return nil
}

// CheckRoles fails if Bootstrap would change the passwords of another installation on the same server. Services with a
// DATABASE_URL_<SCHEMA> are skipped: they do not use derived passwords.
func (s Settings) CheckRoles(ctx context.Context, admin string, services []host.Service) error {
	for _, service := range services {
		if service.Schema == "" || s.values["DATABASE_URL_"+strings.ToUpper(service.Schema)] != "" {
			continue
		}
		password, err := s.RolePassword(service.Schema)
		if err != nil {
			return err
		}
		if err := pgdb.CheckRoles(ctx, s.AdminURL(admin)(service.Schema), service.Schema, password); err != nil {
			return err
		}
	}
	return nil
}

// Migrate migrates the schemas of services.
func (s Settings) Migrate(ctx context.Context, admin string, services []host.Service) error {
	for _, service := range services {
		if service.Schema == "" {
			continue
		}
		if err := pgdb.Migrate(ctx, s.AdminURL(admin)(service.Schema), service.Schema, service.Migrations); err != nil {
			return err
		}
	}
	return nil
}

// CreateDatabase adds a database to a server unless it exists, and returns its address.
func CreateDatabase(ctx context.Context, server, name string) (_ string, err error) {
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return "", fmt.Errorf("connect to Postgres: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	var pgErr *pgconn.PgError
	if err != nil && (!errors.As(err, &pgErr) || pgErr.Code != "42P04") { // 42P04: duplicate database
		return "", fmt.Errorf("create database: %w", err)
	}
	parsed, err := url.Parse(server)
	if err != nil {
		return "", fmt.Errorf("read database address: %w", err)
	}
	parsed.Path = "/" + name
	return parsed.String(), nil
}
