package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// settings reads all settings like the program would, and reports names that are not settings.
func (i Installation) settings(context.Context) (findings []Finding) {
	known := conf.Values{}
	owners := []any{&run.Settings{}}
	for _, service := range i.Services {
		if service.Settings != nil {
			owners = append(owners, service.Settings)
		}
	}
	for _, owner := range owners {
		described, err := conf.Describe(owner)
		if err != nil {
			return failed("settings", err, "")
		}
		maps.Copy(known, described)
	}
	values := i.Settings.Values()
	for _, service := range i.Services {
		if service.Settings == nil {
			continue
		}
		if err := values.Read(service.Settings); err != nil {
			findings = append(findings, found(Problem, "settings", service.Name+": "+err.Error(), "docs/operating.md lists the valid values."))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		bare := strings.TrimSuffix(name, "_FILE")
		if _, is := known[name]; is || !strings.HasPrefix(name, "PULS_") || slices.Contains(run.Unread, name) {
			continue
		}
		if _, is := known[bare]; is {
			continue
		}
		findings = append(findings, found(
			Warning, "settings", name+" is set, and nothing reads it", "Is the name right? docs/operating.md lists them all.",
		))
	}
	if err := i.Settings.Check(); err != nil {
		findings = append(findings, found(
			Problem, "secrets", err.Error(), "`puls keys` creates a matching set; docs/operating.md lists the keys of each service.",
		))
	} else {
		findings = append(findings, fine("secrets", "all keys belong together"))
	}
	if Worst(findings) == OK {
		findings = append(findings, fine("settings", "all settings can be read"))
	}
	return findings
}

// program compares this program with the running one.
func (i Installation) program(ctx context.Context) []Finding {
	if i.Data == "" {
		return []Finding{fine("program", "this is puls %s", i.Version)}
	}
	if i.HTTP == "" {
		return []Finding{fine("program", "puls local is not running on %s; this is puls %s", i.Data, i.Version)}
	}
	const advice = "See its log; restart it if it does not answer."
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.HTTP+"/readyz", nil)
	if err != nil {
		return failed("program", err, advice)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return failed("program", fmt.Errorf("it does not answer at %s: %w", i.HTTP, err), advice)
	}
	reason, err := io.ReadAll(io.LimitReader(res.Body, 1<<10))
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return failed("program", err, advice)
	}
	running := res.Header.Get("x-app-version")
	switch {
	case res.StatusCode != http.StatusNoContent:
		says := fmt.Sprintf("it answers at %s that it is not ready (%s): %s", i.HTTP, res.Status, bytes.TrimSpace(reason))
		return []Finding{found(Problem, "program", says, advice)}
	case running != i.Version:
		return []Finding{found(
			Warning, "program", fmt.Sprintf("puls %s runs at %s, and this is puls %s", running, i.HTTP, i.Version),
			"Restart it to run the new one.",
		)}
	}
	return []Finding{fine("program", "puls %s runs at %s", running, i.HTTP)}
}

// disks checks the disks of this machine that have data of the installation.
func (i Installation) disks(context.Context) (findings []Finding) {
	folders := map[string]string{}
	if i.Data != "" {
		folders["data"] = i.Data
	}
	if dir := i.Settings.Values()["PULS_MAIL_DIR"]; dir != "" {
		folders["mails"] = dir
	}
	if i.Settings.ArchiveDir != "" {
		folders["archive"] = i.Settings.ArchiveDir
	}
	for _, what := range slices.Sorted(maps.Keys(folders)) {
		findings = append(findings, i.disk(what, folders[what]))
	}
	return findings
}

func (i Installation) disk(what, dir string) Finding {
	var stat unix.Statfs_t
	err := unix.Statfs(dir, &stat)
	if errors.Is(err, os.ErrNotExist) {
		err = unix.Statfs(filepath.Dir(dir), &stat)
	}
	if err != nil {
		return found(Problem, "disk", fmt.Sprintf("the folder of %s, %s: %v", what, dir, err), "Is the disk mounted, and may this user read the folder?")
	}
	free, total := int64(stat.Bavail)*int64(stat.Bsize), int64(stat.Blocks)*int64(stat.Bsize)
	says := fmt.Sprintf("%s free of %s for %s (%s), reserve %s", size(free), size(total), what, dir, size(i.Settings.DiskReserve))
	const advice = "Make room, or put the folder on a larger disk: below the reserve no files are taken, below a quarter of it nothing is changed."
	switch reserve := i.Settings.DiskReserve; {
	case free < reserve:
		return found(Problem, "disk", says, advice)
	case free < 3*reserve || free < total/20:
		return found(Warning, "disk", says, advice)
	}
	return fine("disk", "%s", says)
}

// size writes bytes for people.
func size(bytes int64) string {
	const unit = 1024
	value, names := float64(bytes), []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for value >= unit && len(names) > 1 {
		value, names = value/unit, names[1:]
	}
	return fmt.Sprintf("%.1f %s", value, names[0])
}

// outside lets services check systems outside the installation.
func (i Installation) outside(ctx context.Context) (findings []Finding) {
	for _, service := range i.Services {
		if service.Outside == nil {
			continue
		}
		if i.Settings.Values().Read(service.Settings) != nil {
			continue // reported by settings
		}
		says, err := service.Outside(ctx)
		if err != nil {
			findings = append(findings, found(Problem, service.Name, err.Error(), outsideAdvice))
			continue
		}
		findings = append(findings, fine(service.Name, "%s", says))
	}
	return findings
}

const outsideAdvice = "Can this machine reach that server, is its address right, and do user and password fit?"

// keeping returns the services with a schema.
func (i Installation) keeping() []host.Service {
	return slices.DeleteFunc(slices.Clone(i.Services), func(s host.Service) bool { return s.Schema == "" })
}
