// Package provider verifies and decodes requests of mail providers into events with the same types for all providers.
// It decides which events count: a bounce that the provider calls soft is deferred, opens and clicks by machines are
// distinguished from those by people, and no event gives a consent again. It works on bytes and never fetches anything.
package provider
