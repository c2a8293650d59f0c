//go:build long

package acceptance

import "testing"

// Three of each service may open up to 162 connections with the fewest that each may have; Postgres has 100 by default.
func TestThreeOfEachServiceShareASmallPostgres(t *testing.T) {
	shareSmallServer(t, "100", suiteOptions{replicas: 3, env: []string{"PULS_DATABASE_CONNECTIONS=4"}})
}
