package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// bill lists what the image is made of (CycloneDX): the modules that stand in the program itself, and the packages that
// the pages were built from.
func (s *source) bill(program []byte) ([]byte, error) {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return nil, fmt.Errorf("read what the program is made of: %w", err)
	}
	components := []cdx.Component{library("golang", "stdlib", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, module := range info.Deps {
		if module.Replace != nil {
			continue // of this repository, as the program is
		}
		components = append(components, library("golang", module.Path, module.Version, ""))
	}
	packages, err := s.packages()
	if err != nil {
		return nil, err
	}
	components = append(components, packages...)
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{
		Timestamp: s.created.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef: "puls", Type: cdx.ComponentTypeApplication, Name: "puls", Version: s.version,
			Properties: &[]cdx.Property{{Name: "revision", Value: s.revision}},
		},
	}
	bom.Components = &components
	var out bytes.Buffer
	if err := cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return nil, fmt.Errorf("write what the image is made of: %w", err)
	}
	return out.Bytes(), nil
}

// packages returns those of the pages; what only builds and tests them is left out.
func (s *source) packages() ([]cdx.Component, error) {
	content, err := os.ReadFile(filepath.Join(s.tree, "web", "package-lock.json"))
	if err != nil {
		return nil, fmt.Errorf("read the pages' packages: %w", err)
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev              bool
		}
	}
	if err := json.Unmarshal(content, &lock); err != nil {
		return nil, fmt.Errorf("read the pages' packages: %w", err)
	}
	found := map[string]cdx.Component{}
	for place, p := range lock.Packages {
		_, name, nested := cutLast(place, "node_modules/")
		if !nested || p.Dev {
			continue
		}
		component := library("npm", name, p.Version, p.License)
		found[component.PackageURL] = component
	}
	list := make([]cdx.Component, 0, len(found))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[name])
	}
	return list, nil
}

func library(kind, name, version, licence string) cdx.Component {
	// A package URL keeps slashes and escapes what else stands in a name, such as the @ of an npm scope.
	escaped := strings.ReplaceAll(url.PathEscape(name), "%2F", "/")
	escaped = strings.ReplaceAll(escaped, "@", "%40")
	link := fmt.Sprintf("pkg:%s/%s@%s", kind, escaped, url.PathEscape(version))
	component := cdx.Component{
		BOMRef: link, Type: cdx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: link,
	}
	if licence != "" {
		component.Licenses = &cdx.Licenses{{Expression: licence}}
	}
	return component
}

// cutLast cuts a text around the last of the separators in it.
func cutLast(text, separator string) (before, after string, found bool) {
	at := strings.LastIndex(text, separator)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+len(separator):], true
}
