package main

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// source is what an image is made from.
type source struct {
	tree, web, version, revision, createdText string
	created                                   time.Time
	// env are variables for the build of the program beside those that make it the same everywhere.
	env []string
}

// complete asks git for what was not said.
func (s *source) complete(ctx context.Context) (err error) {
	if s.tree, err = filepath.Abs(s.tree); err != nil {
		return fmt.Errorf("find the repository: %w", err)
	}
	if s.web == "" {
		s.web = filepath.Join(s.tree, "web", "dist")
	}
	if _, err := os.Stat(filepath.Join(s.web, "index.html")); err != nil {
		return fmt.Errorf("the pages are not built (tools/task web:build): %w", err)
	}
	for _, ask := range []struct {
		into *string
		args []string
	}{
		{&s.version, []string{"describe", "--always", "--dirty"}},
		{&s.revision, []string{"rev-parse", "HEAD"}},
		{&s.createdText, []string{"log", "-1", "--format=%cI"}},
	} {
		if *ask.into != "" {
			continue
		}
		answer, err := run(ctx, s.tree, nil, "git", ask.args...)
		if err != nil {
			return fmt.Errorf("ask git (or say --version, --revision and --created): %w", err)
		}
		*ask.into = strings.TrimSpace(answer)
	}
	if s.created, err = time.Parse(time.RFC3339, s.createdText); err != nil {
		return fmt.Errorf("--created: %q is no moment such as 2026-11-02T12:00:00Z", s.createdText)
	}
	s.created = s.created.UTC()
	return nil
}

// part is one layer of the image.
type part struct {
	// says is what the image's history tells of it.
	says  string
	files files
}

// parts returns the image's layers, the one that changes least first.
func (s *source) parts(ctx context.Context, platform string) ([]part, error) {
	base, err := baseFiles()
	if err != nil {
		return nil, err
	}
	pages, err := folder(s.web, webFolder)
	if err != nil {
		return nil, err
	}
	program, err := s.compile(ctx, platform)
	if err != nil {
		return nil, err
	}
	bill, err := s.bill(program)
	if err != nil {
		return nil, err
	}
	own := files{}
	own.add(programPath, 0o555, program)
	own.add(billPath, 0o444, bill)
	return []part{{"CA roots, users", base}, {"web pages", pages}, {"the program, what it is made of", own}}, nil
}

// compile builds the program for a platform. Nothing of this machine gets into it: no path, no environment, no C.
func (s *source) compile(ctx context.Context, platform string) (_ []byte, err error) {
	p, err := v1.ParsePlatform(platform)
	if err != nil || p.OS != "linux" {
		return nil, fmt.Errorf("%q is no platform such as linux/amd64: %w", platform, err)
	}
	dir, err := os.MkdirTemp("", "puls-image-")
	if err != nil {
		return nil, fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "puls")
	env := append([]string{
		"CGO_ENABLED=0", "GOOS=linux", "GOARCH=" + p.Architecture, "GOAMD64=v1", "GOARM64=v8.0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOWORK=" + filepath.Join(s.tree, "go.work"),
	}, s.env...)
	// timetzdata puts the time zones into the program; what -s and -w leave out no stack trace needs.
	_, err = run(ctx, s.tree, env, "go", "build", "-trimpath", "-buildvcs=false", "-tags", "timetzdata",
		"-ldflags", "-s -w -X main.version="+s.version, "-o", out, "./services/puls")
	if err != nil {
		return nil, fmt.Errorf("build the program: %w", err)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("read the program: %w", err)
	}
	return program, runsOn(program, p.Architecture)
}

// machines are those of the architectures that images are built for.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// runsOn returns an error unless a program is one for an architecture that needs nothing but a kernel.
func runsOn(program []byte, architecture string) error {
	file, err := elf.NewFile(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("look at the program: %w", err)
	}
	if want, known := machines[architecture]; !known || file.Machine != want {
		return fmt.Errorf("the program for %s is one for %s", architecture, file.Machine)
	}
	for _, part := range file.Progs {
		if part.Type == elf.PT_INTERP {
			return fmt.Errorf("the program for %s needs a loader, which the image has not", architecture)
		}
	}
	return nil
}

// run runs a command in a folder and answers what it printed.
func run(ctx context.Context, dir string, env []string, command string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", command, strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return out.String(), nil
}
