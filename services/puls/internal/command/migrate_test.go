package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestADryRunSaysWhichLocksAreTakenOnTablesThatAreThere(t *testing.T) {
	require.ElementsMatch(t, []string{
		"reads and writes of contacts wait while it runs (ACCESS EXCLUSIVE)",
		"writes to imports wait while it runs, reads do not (SHARE)",
		"blocks no reads or writes of imports (SHARE UPDATE EXCLUSIVE)",
		"changes rows of outbox, and holds those till it ends (ROW EXCLUSIVE)",
		"DO runs the statements in its text, with their locks",
	}, locks(`
CREATE TABLE fresh (id int);
ALTER TABLE fresh ENABLE ROW LEVEL SECURITY;
CREATE INDEX fresh_by_id ON fresh (id);
ALTER TABLE contacts
    ADD COLUMN x int;
ALTER TABLE contacts ADD COLUMN y int;
CREATE INDEX imports_x ON imports (x);
CREATE INDEX CONCURRENTLY imports_y ON imports (y);
UPDATE outbox SET published_at = NULL;
DO $$ BEGIN END $$;
`))
}
