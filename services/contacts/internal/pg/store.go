// Package pg has the schema of the service, which its packages share, and reads its metrics.
package pg

import (
	"embed"
	"io/fs"

	"puls.app/services/kit/pgdb"
)

// Schema is the schema of this service.
const Schema = "contacts"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }
