package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the operating system's user that Postgres runs as.
type account struct {
	name     string
	uid, gid int
	switched bool // not the user of this process
}

// chooseAccount returns the user to run Postgres as. An existing cluster keeps its owner, since Postgres serves a
// folder only to its owner.
func chooseAccount(wanted, cluster string) (account, error) {
	owner, exists, err := ownerOf(cluster)
	if err != nil {
		return account{}, err
	}
	if self := os.Geteuid(); self != 0 {
		if exists && owner != self {
			return account{}, fmt.Errorf(
				"the Postgres data in %s belong to user %s: run as that user or as root", cluster, nameOf(owner),
			)
		}
		return account{name: nameOf(self), uid: self, gid: os.Getegid()}, nil
	}
	if exists && owner != 0 {
		return lookUp(user.LookupId(strconv.Itoa(owner)))
	}
	if wanted != "" {
		return lookUp(user.Lookup(wanted))
	}
	for _, name := range []string{"postgres", "nobody"} {
		if found, err := user.Lookup(name); err == nil {
			return lookUp(found, nil)
		}
	}
	return account{}, errors.New(
		"as root, Postgres must run as another user, and there is neither postgres nor nobody: create one or run as an ordinary user",
	)
}

func lookUp(found *user.User, err error) (account, error) {
	if err != nil {
		return account{}, fmt.Errorf("find the user to run Postgres as: %w", err)
	}
	uid, err := strconv.Atoi(found.Uid)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", found.Username, err)
	}
	gid, err := strconv.Atoi(found.Gid)
	if err != nil {
		return account{}, fmt.Errorf("user %s: %w", found.Username, err)
	}
	if uid == 0 {
		return account{}, fmt.Errorf("as root, Postgres must run as another user: %s is root too", found.Username)
	}
	return account{name: found.Username, uid: uid, gid: gid, switched: true}, nil
}

// ownerOf returns the user number that owns path, if path exists.
func ownerOf(path string) (uid int, exists bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("look at the Postgres data: %w", err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false, fmt.Errorf("look at the Postgres data: no owner known for %s", path)
	}
	return int(stat.Uid), true, nil
}

func nameOf(uid int) string {
	if found, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return found.Username
	}
	return strconv.Itoa(uid)
}

// command prepares a program of Postgres to run as the account. It gets its own process group, so that Ctrl-C in a
// terminal reaches only our program, which then stops Postgres last.
func (a account) command(folder, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "PATH=/usr/local/bin:/usr/bin:/bin"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
	dieWithParent(cmd.SysProcAttr, syscall.SIGINT)
	return cmd
}

// own makes the account the owner of a path.
func (a account) own(path string) error {
	if !a.switched {
		return nil
	}
	return os.Chown(path, a.uid, a.gid)
}

// checkReach checks that the account can run the binaries, and names the inaccessible folder if it cannot.
func (a account) checkReach(binaries string) error {
	program := filepath.Join(binaries, "bin", "postgres")
	text, err := a.command(binaries, program, "--version").CombinedOutput()
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrPermission) {
		if closed := a.closedFolder(program); closed != "" {
			return fmt.Errorf(
				"user %s, who runs Postgres, cannot enter %s: run `chmod o+x %s` or keep the data elsewhere", a.name, closed,
				closed,
			)
		}
	}
	if len(text) > 0 {
		return fmt.Errorf("the installed Postgres does not run on this system: %s", reason(string(text)))
	}
	return fmt.Errorf("the installed Postgres does not run on this system as user %s: %w", a.name, err)
}

// closedFolder returns the outermost folder above path that the account may not enter.
func (a account) closedFolder(path string) string {
	closed := ""
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err != nil {
			return closed
		}
		stat, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return closed
		}
		bit := fs.FileMode(0o001)
		switch {
		case int(stat.Uid) == a.uid:
			bit = 0o100
		case int(stat.Gid) == a.gid:
			bit = 0o010
		}
		if info.Mode()&bit == 0 {
			closed = folder
		}
		if folder == filepath.Dir(folder) {
			return closed
		}
	}
}
