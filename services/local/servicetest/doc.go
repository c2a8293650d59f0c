// Package servicetest starts one service as the program does, for tests that talk to it as its users do: real gRPC
// frames, a real database of the test's own, a real NATS server when the test asks for one. Only time and the peers of
// the service are faked.
package servicetest
