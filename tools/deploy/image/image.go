package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// What lies in the folder of a built image.
const (
	layoutFolder = "oci"
	archiveFile  = "puls.oci.tar"
)

// result is a built image.
type result struct {
	out    string
	digest v1.Hash
	// sizes in bytes are of what a machine of a platform downloads, and of what it then holds.
	images []sized
}

type sized struct {
	platform             string
	compressed, unpacked int64
}

func (r result) print(w io.Writer) {
	to := log.New(w, "", 0)
	to.Printf("%s\n%s", filepath.Join(r.out, archiveFile), r.digest)
	for _, i := range r.images {
		to.Printf("%s: %.1f MB to download, %.1f MB unpacked",
			i.platform, float64(i.compressed)/1e6, float64(i.unpacked)/1e6)
	}
}

// build makes the image for the platforms and writes it as a folder and as an archive of it, with a list of what is
// inside beside them.
func build(ctx context.Context, s source, platforms []string, out string) (result, error) {
	r := result{out: out}
	if err := os.RemoveAll(out); err != nil {
		return r, fmt.Errorf("remove the former image: %w", err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return r, fmt.Errorf("make folder: %w", err)
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, text := range platforms {
		platform, err := v1.ParsePlatform(text)
		if err != nil {
			return r, fmt.Errorf("read platform: %w", err)
		}
		parts, err := s.parts(ctx, text)
		if err != nil {
			return r, err
		}
		image, size, err := s.image(platform, parts)
		if err != nil {
			return r, fmt.Errorf("make the image for %s: %w", text, err)
		}
		r.images = append(r.images, size)
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: platform}})
		bill := filepath.Join(out, "puls-"+strings.ReplaceAll(text, "/", "-")+".cdx.json")
		//nolint:gosec // whoever gets the image may read what it is made of
		if err := os.WriteFile(bill, parts[len(parts)-1].files[billPath].content, 0o644); err != nil {
			return r, fmt.Errorf("write what the image is made of: %w", err)
		}
	}
	annotated, ok := mutate.Annotations(index, s.annotations()).(v1.ImageIndex)
	if !ok {
		return r, errors.New("annotate the image: it is none any more")
	}
	if err := writeLayout(filepath.Join(out, layoutFolder), annotated, s.version); err != nil {
		return r, err
	}
	var err error
	if r.digest, err = annotated.Digest(); err != nil {
		return r, fmt.Errorf("digest: %w", err)
	}
	return r, pack(filepath.Join(out, layoutFolder), filepath.Join(out, archiveFile))
}

// annotations tell people and registries what the image is.
func (s *source) annotations() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":       "puls",
		"org.opencontainers.image.description": "Engagement scoring for e-mail, SMS and web",
		"org.opencontainers.image.version":     s.version,
		"org.opencontainers.image.revision":    s.revision,
		"org.opencontainers.image.created":     s.created.Format("2006-01-02T15:04:05Z"),
	}
}

func (s *source) image(platform *v1.Platform, parts []part) (v1.Image, sized, error) {
	size := sized{platform: platform.String()}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	created := v1.Time{Time: s.created}
	image, err := mutate.ConfigFile(image, &v1.ConfigFile{
		OS: platform.OS, Architecture: platform.Architecture, Variant: platform.Variant, Created: created,
		RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User: userID, Entrypoint: []string{"/" + programPath}, WorkingDir: "/",
			Env: []string{"PULS_WEB_DIR=/" + webFolder, "PULS_HTTP=:8080"}, Labels: s.annotations(),
			ExposedPorts: map[string]struct{}{"8080/tcp": {}, "9000/tcp": {}, "9090/tcp": {}},
		},
	})
	if err != nil {
		return nil, size, fmt.Errorf("configure: %w", err)
	}
	for _, part := range parts {
		content, err := part.files.archive(s.created)
		if err != nil {
			return nil, size, err
		}
		layer, err := tarball.LayerFromOpener(
			func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
			tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression),
			tarball.WithCompressedCaching,
		)
		if err != nil {
			return nil, size, fmt.Errorf("compress layer: %w", err)
		}
		packed, err := layer.Size()
		if err != nil {
			return nil, size, fmt.Errorf("compress layer: %w", err)
		}
		size.compressed, size.unpacked = size.compressed+packed, size.unpacked+int64(len(content))
		image, err = mutate.Append(image, mutate.Addendum{
			Layer: layer, History: v1.History{Created: created, CreatedBy: "tools/task image", Comment: part.says},
		})
		if err != nil {
			return nil, size, fmt.Errorf("add layer: %w", err)
		}
	}
	annotated, ok := mutate.Annotations(image, s.annotations()).(v1.Image)
	if !ok {
		return nil, size, errors.New("annotate the image: it is none any more")
	}
	return annotated, size, nil
}

// writeLayout writes the index with everything below it. The name is for tools that load an archive.
func writeLayout(path string, index v1.ImageIndex, version string) error {
	to, err := layout.Write(path, mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	if err != nil {
		return fmt.Errorf("make layout: %w", err)
	}
	err = to.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": version, "io.containerd.image.name": "localhost/puls:" + version,
	}))
	if err != nil {
		return fmt.Errorf("write layout: %w", err)
	}
	return nil
}

// inner returns the image of a layout: the one index in its index.
func inner(path layout.Path) (v1.ImageIndex, error) {
	outer, err := path.ImageIndex()
	if err != nil {
		return nil, fmt.Errorf("read layout: %w", err)
	}
	manifest, err := outer.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		return nil, errors.Join(errors.New("the layout must hold one image"), err)
	}
	return outer.ImageIndex(manifest.Manifests[0].Digest)
}

// pack writes a layout as an archive, in one order and without times.
func pack(from, to string) (err error) {
	var names []string
	err = fs.WalkDir(os.DirFS(from), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("list layout: %w", err)
	}
	slices.Sort(names)
	out, err := os.Create(to)
	if err != nil {
		return fmt.Errorf("make archive: %w", err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := tar.NewWriter(out)
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("read layout: %w", err)
		}
		header := &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o444, Size: int64(len(content))}
		if err := w.WriteHeader(header); err != nil {
			return fmt.Errorf("write archive: %w", err)
		}
		if _, err := w.Write(content); err != nil {
			return fmt.Errorf("write archive: %w", err)
		}
	}
	return w.Close()
}
