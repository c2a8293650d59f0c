//go:build long

package acceptance

import "testing"

// Three of each service may open more connections than the server has, even with as few as each may have.
func TestThreeOfEachServiceShareASmallPostgres(t *testing.T) {
	shareSmallServer(t, suiteOptions{replicas: 3, env: []string{"PULS_DATABASE_CONNECTIONS=4"}})
}
