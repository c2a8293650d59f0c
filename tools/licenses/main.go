// Command licenses writes the licences of all software that Puls is built from and ships, as one text: the Go modules
// of the program, the packages of the pages, and the Postgres of `puls local`. It is run at the repository's root.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// component is a library with the folder that it was unpacked into and, if that has no licence file, the text of its
// licence or the SPDX expression.
type component struct{ name, version, dir, expression string }

func main() {
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func write(out io.Writer) error {
	components, err := goModules("services", "./puls")
	if err != nil {
		return err
	}
	for _, folder := range []string{"web", "deploy/postgres"} {
		packages, err := npmPackages(folder)
		if err != nil {
			return err
		}
		components = append(components, packages...)
	}
	return print(out, append(components, component{name: "PostgreSQL", expression: postgresql}))
}

// postgresql is the licence that is missing in the packages of Postgres, which only have the licence of the packaging.
//
//go:embed postgresql.txt
var postgresql string

// goModules lists the modules of a program, and Go itself. Builds for other systems differ by a few modules at most, so
// the system of most servers represents all.
func goModules(folder, program string) ([]component, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}", program)
	list.Dir, list.Stderr = folder, os.Stderr
	list.Env = append(os.Environ(), "GOWORK=off", "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	output, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list Go modules: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("find Go: %w", err)
	}
	// The toolchain's version is that of the building machine; the licence is the same.
	components := []component{{name: "Go", dir: strings.TrimSpace(string(root))}}
	for line := range strings.Lines(string(output)) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		if len(parts) == 3 && !strings.HasPrefix(parts[0], "puls.app/") {
			components = append(components, component{name: parts[0], version: parts[1], dir: parts[2]})
		}
	}
	return components, nil
}

// npmPackages lists the packages of a lock file, without those for building and testing. Packages for one system have
// no folder.
func npmPackages(folder string) ([]component, error) {
	content, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return nil, fmt.Errorf("read lock file: %w", err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev              bool
			OS, CPU          []string
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, fmt.Errorf("read lock file of %s: %w", folder, err)
	}
	var components []component
	for place, p := range lock.Packages {
		at := strings.LastIndex(place, "node_modules/")
		if at < 0 || p.Dev {
			continue
		}
		c := component{name: place[at+len("node_modules/"):], version: p.Version, expression: p.License}
		if len(p.OS) == 0 && len(p.CPU) == 0 { // otherwise only one system has the folder
			c.dir = filepath.Join(folder, filepath.FromSlash(place))
		}
		components = append(components, c)
	}
	return components, nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)([-._].*)?$`)

// text returns the contents of a component's licence files, or its expression without such files.
func (c component) text() (string, error) {
	var texts []string
	if c.dir != "" {
		entries, err := os.ReadDir(c.dir)
		if err != nil {
			return "", fmt.Errorf("look for the licence of %s: %w", c.name, err)
		}
		for _, entry := range entries {
			if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
				continue
			}
			content, err := os.ReadFile(filepath.Join(c.dir, entry.Name()))
			if err != nil {
				return "", fmt.Errorf("read the licence of %s: %w", c.name, err)
			}
			texts = append(texts, tidy(content))
		}
	}
	if len(texts) > 0 {
		return strings.Join(texts, "\n\n"), nil
	}
	switch {
	case c.expression == "":
		return "", fmt.Errorf("%s %s has no licence", c.name, c.version)
	case strings.Contains(c.expression, "\n"):
		return tidy([]byte(c.expression)), nil
	default:
		return "License: " + c.expression + " (the package holds no text of it)", nil
	}
}

func tidy(content []byte) string {
	var lines []string
	for line := range strings.Lines(string(bytes.ToValidUTF8(content, nil))) {
		lines = append(lines, strings.TrimRight(line, " \t\r\n\f"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n\ufeff")
}

// print writes each text once, below all components with that licence.
func print(out io.Writer, components []component) error {
	byText := map[string][]string{}
	for _, c := range components {
		text, err := c.text()
		if err != nil {
			return err
		}
		name := strings.TrimSpace(c.name + " " + c.version)
		if !slices.Contains(byText[text], name) {
			byText[text] = append(byText[text], name)
		}
	}
	for _, names := range byText {
		slices.Sort(names)
	}
	texts := slices.SortedFunc(maps.Keys(byText), func(a, b string) int {
		return cmp.Or(cmp.Compare(byText[a][0], byText[b][0]), cmp.Compare(a, b))
	})
	if _, err := fmt.Fprintln(out, "Puls is built from the following software of others, and brings it along."); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	for _, text := range texts {
		_, err := fmt.Fprintf(out, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(byText[text], "\n"), text)
		if err != nil {
			return fmt.Errorf("write: %w", err)
		}
	}
	return nil
}
