// Package backup writes a running local installation to one file, and restores a folder from it, as of the backup or a
// later moment.
//
// The file is a tar in zstd. `cluster/` is the base backup that Postgres sends, with the write-ahead log that completes
// it; `backup_manifest` is Postgres's own list of it with SHA-256 sums; then come the folder's secret, the password of
// the superuser, and the mails. `puls.json` is last and marks the file as complete. Streams are not included: they are
// refilled from the outboxes.
package backup

import "time"

const (
	format = 1
	// Names within the file.
	clusterPrefix, mailPrefix               = "cluster/", "mail/"
	manifestName, passwordName, summaryName = "backup_manifest", "password", "puls.json"
)

// kept are files of the data folder that are copied unchanged, if they exist.
var kept = []string{"secret", "demo.json"}

// Summary describes a backup.
type Summary struct {
	Format int `json:"format"`
	// Program is the version of puls that made it.
	Program string `json:"program"`
	// MadeAt is when it began: it includes all earlier commits.
	MadeAt time.Time `json:"madeAt"`
	// Files and Bytes count its contents, before compression.
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
	// Sums are the SHA-256 of the files that are not in Postgres's manifest.
	Sums map[string]string `json:"sums"`
}

// Folder is the data folder of `puls local`.
type Folder struct {
	// Data is the folder. Mails is the folder of stored mails, which may be elsewhere.
	Data, Mails string
}
