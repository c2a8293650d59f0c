package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/rpc"
)

// Route is a method on a path that another handler serves, such as an upload.
type Route struct {
	Method, Path string
	Access       typev1.Access
}

// route is one method on one path of the API.
type route struct {
	method, path string
	// pkg is the package of the contract, such as "puls.account.v1"; "" without a contract.
	pkg      protoreflect.FullName
	segments []string // a parameter is in braces
	verb     string   // after the colon; "" without a verb
	input    protoreflect.MessageDescriptor
	call     *typev1.Call
	// body is "*", a field of the input, or "" for no body; maxBody bounds it in bytes.
	body    string
	maxBody int
}

// Routes are the routes of the API, from its contracts.
type Routes []route

// NewRoutes reads all contracts that are linked into the program. The routes of also have other handlers; they are
// listed so that other methods on their paths answer 405.
func NewRoutes(also ...Route) Routes {
	var all Routes
	for _, r := range also {
		added := newRoute(r.Method, r.Path)
		added.call = &typev1.Call{Access: r.Access.Enum()}
		all = append(all, added)
	}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				rule := ruleOf(methods.Get(j))
				if rule == nil {
					continue
				}
				r := newRoute(methodAndPath(rule))
				r.pkg = file.Package()
				r.input, r.body, r.call = methods.Get(j).Input(), rule.GetBody(), rpc.CallOf(methods.Get(j))
				r.maxBody = largest(r.input)
				all = append(all, r)
			}
		}
		return true
	})
	return all
}

// ruleOf returns the HTTP method and path of a call; nil for a call between services.
func ruleOf(contract protoreflect.MethodDescriptor) *annotations.HttpRule {
	rule, _ := proto.GetExtension(contract.Options(), annotations.E_Http).(*annotations.HttpRule)
	return rule
}

func newRoute(method, path string) route {
	segments, verb := split(path)
	return route{method: method, path: path, segments: segments, verb: verb}
}

func methodAndPath(rule *annotations.HttpRule) (method, path string) {
	switch p := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		return http.MethodGet, p.Get
	case *annotations.HttpRule_Post:
		return http.MethodPost, p.Post
	case *annotations.HttpRule_Put:
		return http.MethodPut, p.Put
	case *annotations.HttpRule_Patch:
		return http.MethodPatch, p.Patch
	case *annotations.HttpRule_Delete:
		return http.MethodDelete, p.Delete
	default:
		return "", ""
	}
}

// split cuts a path into its segments and the verb after the last colon. A colon at the end is a verb that no route
// has.
func split(path string) (segments []string, verb string) {
	segments = strings.Split(strings.TrimPrefix(path, "/"), "/")
	last := len(segments) - 1
	if i := strings.LastIndexByte(segments[last], ':'); i >= 0 {
		segments[last], verb = segments[last][:i], segments[last][i+1:]
		if verb == "" {
			verb = ":"
		}
	}
	return segments, verb
}

// found is the route of a request, or the other methods of its path.
type found struct {
	*route
	others []string
}

type foundKey struct{}

// Find looks up the route of each request under /api/ once, for all handlers in next.
func (all Routes) Find(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			r = r.WithContext(context.WithValue(r.Context(), foundKey{}, all.match(r.Method, r.URL.Path)))
		}
		next.ServeHTTP(w, r)
	})
}

// routeOf returns the route that Find has found.
func routeOf(r *http.Request) found {
	f, _ := r.Context().Value(foundKey{}).(found)
	return f
}

// Call returns the contract's options of the requested call, or nil if there is no such call.
func Call(r *http.Request) *typev1.Call {
	if f := routeOf(r); f.route != nil {
		return f.call
	}
	return nil
}

// Path returns the path template of the requested call; "" if there is no such call.
func Path(r *http.Request) string {
	if f := routeOf(r); f.route != nil {
		return f.path
	}
	return ""
}

// Access returns the access that a method on a path template requires.
func (all Routes) Access(method, path string) typev1.Access {
	wanted := newRoute(method, path)
	for i := range all {
		if r := &all[i]; r.method == method && r.verb == wanted.verb && slices.Equal(r.segments, wanted.segments) {
			return r.call.GetAccess()
		}
	}
	return typev1.Access_ACCESS_UNSPECIFIED
}

func (all Routes) match(method, path string) (f found) {
	segments, verb := split(path)
	for i := range all {
		r := &all[i]
		if r.verb != verb || len(r.segments) != len(segments) || !r.matches(segments) {
			continue
		}
		if r.method == method {
			return found{route: r}
		}
		f.others = append(f.others, r.method)
	}
	slices.Sort(f.others)
	return f
}

func (r *route) matches(segments []string) bool {
	for i, segment := range r.segments {
		if parameter(segment) == "" && segment != segments[i] || segments[i] == "" {
			return false
		}
	}
	return true
}

// parameter returns the name in the braces of a segment; "" for a literal segment.
func parameter(segment string) string {
	name, found := strings.CutPrefix(segment, "{")
	if !found {
		return ""
	}
	name, _, _ = strings.Cut(strings.TrimSuffix(name, "}"), "=")
	return name
}

// query returns the field that a query parameter fills; nil for an unknown parameter.
func (r *route) query(name string) protoreflect.FieldDescriptor {
	if r.input == nil || r.body == "*" {
		return nil
	}
	message := r.input
	parts := strings.Split(name, ".")
	for i, part := range parts {
		if message == nil {
			return nil
		}
		field := message.Fields().ByJSONName(part)
		if field == nil {
			field = message.Fields().ByName(protoreflect.Name(part))
		}
		if field == nil || field.IsMap() || i == 0 && r.taken(field) {
			return nil
		}
		if i == len(parts)-1 {
			return field
		}
		message = field.Message()
	}
	return nil
}

// taken reports whether a field is filled from the path or the body.
func (r *route) taken(field protoreflect.FieldDescriptor) bool {
	name := string(field.Name())
	return r.body == name ||
		slices.ContainsFunc(r.segments, func(segment string) bool { return parameter(segment) == name })
}
