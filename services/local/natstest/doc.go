// Package natstest runs a NATS cluster of three processes, for tests in which servers stop and return. They accept
// clients with certificates over TLS, and sync every message to disk, as an installation should.
package natstest
