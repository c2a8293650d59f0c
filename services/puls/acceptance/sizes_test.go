package acceptance

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Limits of hand-written Go code. The linter checks those of files, functions and arguments.
const (
	maxPackageLines     = 3500
	maxPackageFiles     = 30
	maxInterfaceMethods = 12
	maxTypeMethods      = 40
)

// oversized has the reasons for which a package or a type may exceed a limit. At present none does.
var oversized = map[string]string{}

// sizes counts the Go code of a tree: packages by folder, types by folder and name.
type sizes struct {
	lines, files, methods map[string]int
	interfaces            map[string]*ast.InterfaceType
	imports               map[*ast.InterfaceType]map[string]string
}

// measureSizes reads every Go file below root that is neither a test nor generated.
func measureSizes(t *testing.T, root string) sizes {
	t.Helper()
	s := sizes{
		map[string]int{},
		map[string]int{},
		map[string]int{},
		map[string]*ast.InterfaceType{},
		map[*ast.InterfaceType]map[string]string{},
	}
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		s.lines[folder] += bytes.Count(text, []byte("\n"))
		s.files[folder]++
		s.add(folder, file)
		return err
	}))
	return s
}

func (s sizes) add(folder string, file *ast.File) {
	imports := map[string]string{"": folder}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imports[name] = strings.TrimPrefix(path, "puls.app/services/")
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.TypeSpec:
			if kind, ok := node.Type.(*ast.InterfaceType); ok {
				s.interfaces[folder+"."+node.Name.Name] = kind
				s.imports[kind] = imports
			}
		case *ast.FuncDecl:
			if node.Recv != nil {
				receiver := node.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				if generic, ok := receiver.(*ast.IndexExpr); ok {
					receiver = generic.X
				}
				s.methods[fmt.Sprintf("%s.%s", folder, receiver)]++
			}
		}
		return true
	})
}

// methodsOf adds the names of an interface's methods, including those of embedded interfaces of this repository.
func (s sizes) methodsOf(name string, into map[string]bool) {
	kind := s.interfaces[name]
	if kind == nil {
		return
	}
	for _, field := range kind.Methods.List {
		for _, method := range field.Names {
			into[method.Name] = true
		}
		switch embedded := field.Type.(type) {
		case *ast.Ident:
			s.methodsOf(s.imports[kind][""]+"."+embedded.Name, into)
		case *ast.SelectorExpr:
			s.methodsOf(fmt.Sprintf("%s.%s", s.imports[kind][fmt.Sprint(embedded.X)], embedded.Sel), into)
		}
	}
}

func TestPackagesInterfacesAndTypesAreSmall(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	s := measureSizes(t, root)
	over := map[string]bool{}
	check := func(counts map[string]int, limit int, unit string) {
		names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return counts[b] - counts[a] })
		require.NotEmpty(t, names)
		t.Logf("most %s: %s with %d of %d", unit, names[0], counts[names[0]], limit)
		for _, name := range names {
			if counts[name] > limit {
				over[name] = true
				assert.NotEmpty(t, oversized[name], "%s has %d %s, over %d: cut it, or say why here", name, counts[name], unit, limit)
			}
		}
	}
	check(s.lines, maxPackageLines, "lines")
	check(s.files, maxPackageFiles, "files")
	interfaces := map[string]int{}
	for name := range s.interfaces {
		methods := map[string]bool{}
		s.methodsOf(name, methods)
		interfaces[name] = len(methods)
	}
	check(interfaces, maxInterfaceMethods, "methods of an interface")
	check(s.methods, maxTypeMethods, "methods of a type")
	for name := range oversized {
		assert.True(t, over[name], "%s is within the limits: remove it from oversized", name)
	}
}
