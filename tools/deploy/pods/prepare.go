package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"

	"puls.app/tools/deploy/chart"
)

// prepare loads the image and makes the network and the Secrets.
func (r *runner) prepare(ctx context.Context) error {
	if err := r.clean(ctx); err != nil { // of a run that was killed
		return err
	}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	loaded, err := podman(ctx, "load", "--quiet", "--input", r.archive)
	if err != nil {
		return err
	}
	_, id, _ := strings.Cut(loaded, ": ")
	r.image = "localhost/" + release + ":pods"
	if _, err := podman(ctx, "tag", id, r.image); err != nil {
		return err
	}
	if _, err := podman(ctx, "network", "create", "--subnet", subnet+".0/24", network); err != nil {
		return err
	}
	rings, err := os.ReadDir(r.keys)
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	for _, ring := range rings {
		if err := r.secret(ctx, ring.Name()); err != nil {
			return err
		}
	}
	return nil
}

// secret makes a folder of keys a Secret, as `kubectl create secret generic --from-file` does. Podman 4.3 mounts what
// stands in it as it is, so it is not encoded here.
func (r *runner) secret(ctx context.Context, ring string) error {
	data := map[string]string{}
	files, err := os.ReadDir(filepath.Join(r.keys, ring))
	if err != nil {
		return fmt.Errorf("read keys: %w", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(r.keys, ring, file.Name()))
		if err != nil {
			return fmt.Errorf("read key: %w", err)
		}
		data[file.Name()] = string(content)
	}
	name := release + "-" + ring
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]string{"name": name}, "data": data,
	})
	if err != nil {
		return fmt.Errorf("write secret: %w", err)
	}
	path := filepath.Join(r.dir, "secret-"+ring)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("write secret: %w", err)
	}
	_, err = podman(ctx, "secret", "create", name, path)
	return err
}

// render renders the chart for one replica of each service.
func (r *runner) render(ctx context.Context) (chart.Release, error) {
	repository, tag, _ := strings.Cut(r.image, ":")
	own, err := yaml.Marshal(map[string]any{
		"image":    map[string]string{"repository": repository, "tag": tag, "pullPolicy": "Never"},
		"defaults": map[string]int{"replicas": 1},
	})
	if err != nil {
		return chart.Release{}, fmt.Errorf("write values: %w", err)
	}
	return chart.Render(ctx, chart.Options{
		Folder: r.chart, Name: release, Namespace: "default", Values: string(own) + r.values,
	})
}

// clean takes away what a run made, and nothing else.
func (r *runner) clean(ctx context.Context) error {
	var errs error
	try := func(args ...string) {
		_, err := podman(ctx, args...)
		errs = errors.Join(errs, err)
	}
	pods, err := podman(ctx, "pod", "ls", "--quiet", "--filter", "network="+network)
	errs = errors.Join(errs, err)
	for id := range strings.FieldsSeq(pods) {
		try("pod", "rm", "--force", "--time", "1", id)
	}
	secrets, err := podman(ctx, "secret", "ls", "--format", "{{.Name}}")
	errs = errors.Join(errs, err)
	for name := range strings.FieldsSeq(secrets) {
		if strings.HasPrefix(name, release+"-") {
			try("secret", "rm", name)
		}
	}
	volumes, err := podman(ctx, "volume", "ls", "--format", "{{.Name}}")
	errs = errors.Join(errs, err)
	for name := range strings.FieldsSeq(volumes) {
		if strings.HasPrefix(name, release+"-") { // Podman keeps a mounted Secret as a volume
			try("volume", "rm", "--force", name)
		}
	}
	if _, err := podman(ctx, "network", "exists", network); err == nil {
		try("network", "rm", "--force", network)
	}
	return errors.Join(errs, os.RemoveAll(r.dir))
}
