// Package backup keeps a local installation whole in one file, while it works, and makes a folder of that file again,
// as it was then or at a later moment.
//
// The file is a tar in zstd. `cluster/` is what Postgres sends as a base backup, with the write-ahead log that makes it
// whole; `backup_manifest` is Postgres's own list of it with SHA-256 sums; then come the folder's secret, the password
// of the superuser, and the mails; `puls.json` is last and says that the file is whole. Streams are not in it: they are
// filled again from the outboxes.
package backup

import "time"

const (
	format = 1
	// Names within the file.
	clusterPrefix, mailPrefix               = "cluster/", "mail/"
	manifestName, passwordName, summaryName = "backup_manifest", "password", "puls.json"
)

// kept are the files of the data folder that are taken along as they are, where they exist.
var kept = []string{"secret", "demo.json"}

// Summary says what a backup is of.
type Summary struct {
	Format int `json:"format"`
	// Program is the version of puls that made it.
	Program string `json:"program"`
	// MadeAt is when it began: nothing that was committed before is missing.
	MadeAt time.Time `json:"madeAt"`
	// Files and Bytes are what it holds, before compression.
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	// Sums are SHA-256 of what is not in Postgres's own manifest.
	Sums map[string]string `json:"sums"`
}

// Folder is the data folder of `puls local`.
type Folder struct {
	// Data is the folder, Mails where mails are kept; it may be elsewhere.
	Data, Mails string
}
