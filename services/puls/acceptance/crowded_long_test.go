//go:build long

package acceptance

import "testing"

// Three replicas of each service may open more connections than the server accepts, even at the smallest limit.
func TestThreeOfEachServiceShareASmallPostgres(t *testing.T) {
	shareSmallServer(t, suiteOptions{replicas: 3, env: []string{"PULS_DATABASE_CONNECTIONS=4"}})
}
