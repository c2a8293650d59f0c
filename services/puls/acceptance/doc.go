// Package acceptance tests the whole product: every service over real Postgres and NATS, through /api/ as its users
// meet it, in one process or in several.
package acceptance
