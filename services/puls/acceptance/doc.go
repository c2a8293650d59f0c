// Package acceptance tests the whole product: every service over real Postgres and NATS, through /api/ like its users,
// in one process or in several.
package acceptance
