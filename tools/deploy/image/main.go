// Command image builds the product's container image without a daemon: the static program for every platform, the web
// pages, CA roots and a list of what is inside, as an OCI index in a folder and in an archive. The same commit gives
// the same bytes, wherever it is built; `image prove` shows it. See ../README.md.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newCommand().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func newCommand() *cobra.Command {
	root := &cobra.Command{
		Use: "image", Short: "Build the container image", SilenceUsage: true, SilenceErrors: true,
	}
	root.AddCommand(buildCommand(), rootCommand(), proveCommand(), pushCommand())
	return root
}

// flagsOf are the flags by which commands are told what to build from; without them git is asked.
func flagsOf(command *cobra.Command) *source {
	s := &source{}
	flags := command.Flags()
	flags.StringVar(&s.tree, "tree", ".", "the repository")
	flags.StringVar(&s.web, "web", "", "folder of the built pages (web/dist of the repository)")
	flags.StringVar(&s.version, "version", "", "what the program calls itself (git describe)")
	flags.StringVar(&s.revision, "revision", "", "the commit (git)")
	flags.StringVar(&s.createdText, "created", "", "the moment that every file and the image bear, RFC 3339 (the commit's)")
	return s
}

func buildCommand() *cobra.Command {
	var out string
	var platforms []string
	command := &cobra.Command{Use: "build", Short: "Write the image into a folder and an archive", Args: cobra.NoArgs}
	s := flagsOf(command)
	command.Flags().StringVar(&out, "out", filepath.Join("dist", "image"), "folder for the result, replaced")
	command.Flags().StringSliceVar(&platforms, "platforms", []string{"linux/amd64", "linux/arm64"}, "what it runs on")
	command.RunE = func(command *cobra.Command, _ []string) error {
		if err := s.complete(command.Context()); err != nil {
			return err
		}
		result, err := build(command.Context(), *s, platforms, out)
		if err != nil {
			return err
		}
		result.print(command.OutOrStdout())
		return nil
	}
	return command
}

func rootCommand() *cobra.Command {
	var out, platform string
	command := &cobra.Command{
		Use: "root", Short: "Write the image's files into a folder, for the Dockerfile", Args: cobra.NoArgs,
	}
	s := flagsOf(command)
	command.Flags().StringVar(&out, "out", "", "folder for the files")
	command.Flags().StringVar(&platform, "platform", "linux/amd64", "what they run on")
	command.RunE = func(command *cobra.Command, _ []string) error {
		if err := s.complete(command.Context()); err != nil {
			return err
		}
		parts, err := s.parts(command.Context(), platform)
		if err != nil {
			return err
		}
		for _, part := range parts {
			if err := part.files.write(out, s.created); err != nil {
				return err
			}
		}
		return nil
	}
	return command
}

func proveCommand() *cobra.Command {
	var modules string
	command := &cobra.Command{
		Use: "prove", Short: "Build everything twice in two folders and compare", Args: cobra.NoArgs,
	}
	s := flagsOf(command)
	command.Flags().StringVar(&modules, "modules", filepath.Join("web", "node_modules"), "the pages' packages")
	command.RunE = func(command *cobra.Command, _ []string) error {
		if err := s.complete(command.Context()); err != nil {
			return err
		}
		return prove(command.Context(), *s, modules, command.OutOrStdout())
	}
	return command
}

func pushCommand() *cobra.Command {
	var from string
	command := &cobra.Command{
		Use: "push REFERENCE", Short: "Send the built image to a registry, such as registry.example/puls:1.4.0",
		Args: cobra.ExactArgs(1),
	}
	command.Flags().StringVar(&from, "from", filepath.Join("dist", "image"), "folder of the built image")
	command.RunE = func(command *cobra.Command, args []string) error {
		reference, err := name.ParseReference(args[0])
		if err != nil {
			return fmt.Errorf("read reference: %w", err)
		}
		digest, err := push(command.Context(), from, reference)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(command.OutOrStdout(), "%s@%s\n", reference.Context(), digest)
		return err
	}
	return command
}

// push sends the index with everything that it names, signed in as the container tools on this machine are.
func push(ctx context.Context, from string, to name.Reference, options ...remote.Option) (string, error) {
	folder, err := layout.FromPath(filepath.Join(from, layoutFolder))
	if err != nil {
		return "", fmt.Errorf("open image: %w", err)
	}
	index, err := inner(folder)
	if err != nil {
		return "", err
	}
	options = append(
		[]remote.Option{remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain)}, options...,
	)
	if err := remote.WriteIndex(to, index, options...); err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	digest, err := index.Digest()
	return digest.String(), err
}
