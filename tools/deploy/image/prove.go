package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
)

// prove builds the commit twice, pages and program, in two new folders of different length, and fails unless both
// give the same image and the same archive.
func prove(ctx context.Context, s source, modules string, w io.Writer) (err error) {
	modules, err = filepath.Abs(modules)
	if err != nil {
		return fmt.Errorf("find the pages' packages: %w", err)
	}
	base, err := os.MkdirTemp("", "puls-prove-")
	if err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(base)) }()
	s.version = strings.TrimSuffix(s.version, "-dirty") // the commit is built, not what is beside it
	var digests []v1.Hash
	var archives []string
	to := log.New(w, "", 0)
	for _, place := range []string{"a", filepath.Join("another", "folder", "with", "a", "longer", "name")} {
		built, err := buildIn(ctx, s, filepath.Join(base, place), modules)
		if err != nil {
			return err
		}
		digests, archives = append(digests, built.digest), append(archives, filepath.Join(built.out, archiveFile))
		to.Printf("%s in %s", built.digest, filepath.Join(base, place))
	}
	if digests[0] != digests[1] {
		return errors.New("two builds of one commit are two images")
	}
	if _, err := run(ctx, base, nil, "cmp", archives[0], archives[1]); err != nil {
		return fmt.Errorf("two builds of one commit are two archives: %w", err)
	}
	to.Println("Both are the same to the bit.")
	return nil
}

// buildIn builds the commit in a folder that holds nothing else.
func buildIn(ctx context.Context, s source, dir, modules string) (result, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return result{}, fmt.Errorf("make folder: %w", err)
	}
	archive := filepath.Join(dir, "commit.tar")
	if _, err := run(ctx, s.tree, nil, "git", "archive", "--output", archive, s.revision); err != nil {
		return result{}, err
	}
	if _, err := run(ctx, dir, nil, "tar", "xf", archive); err != nil {
		return result{}, err
	}
	s.tree, s.web = dir, filepath.Join(dir, "web", "dist")
	s.env = []string{"GOCACHE=" + filepath.Join(dir, "cache")} // nothing of the other build is taken over
	// Linked file by file: a link to the folder would show its real place to the build.
	if _, err := run(ctx, dir, nil, "cp", "-al", modules, filepath.Join(dir, "web", "node_modules")); err != nil {
		return result{}, fmt.Errorf("link the pages' packages: %w", err)
	}
	if _, err := run(ctx, filepath.Join(dir, "web"), nil, "npm", "run", "--silent", "build"); err != nil {
		return result{}, fmt.Errorf("build the pages: %w", err)
	}
	return build(ctx, s, []string{"linux/amd64", "linux/arm64"}, filepath.Join(dir, "out"))
}
