// Package natstest runs a NATS cluster of three processes, for tests of what happens when its servers go and come. They
// take clients over TLS that show a certificate, and sync every message to disk, as an installation's should.
package natstest
