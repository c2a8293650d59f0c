package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"puls.app/services/kit/rpc"
)

// endpoint is one RPC with a path on the public API, as its contract describes it.
type endpoint struct {
	// name is the full name without "puls.", such as "account.v1.SessionService.Login".
	name, method, path string
	// body is "", "*" for the whole message, or the field that the body represents.
	body  string
	input protoreflect.MessageDescriptor
	// reads means that it only returns data of contacts.
	reads bool
}

func (e endpoint) protected() bool { return strings.HasPrefix(e.path, "/api/protected/") }

// rpcs calls visit with every RPC of the product; the rule is nil for those without a path.
func rpcs(visit func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule)) {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if !strings.HasPrefix(string(file.Package()), "puls.") {
			return true
		}
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				rule, _ := proto.GetExtension(methods.Get(j).Options(), annotations.E_Http).(*annotations.HttpRule)
				visit(methods.Get(j), rule)
			}
		}
		return true
	})
}

// endpoints returns the public API from the contracts, in a fixed order.
func endpoints(t *testing.T) []endpoint {
	t.Helper()
	var all []endpoint
	rpcs(func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) {
		if rule == nil {
			return
		}
		require.Empty(t, rule.GetAdditionalBindings(), "%s has a second path, which the tests do not know", method.FullName())
		e := endpoint{
			name: strings.TrimPrefix(string(method.FullName()), "puls."), body: rule.GetBody(), input: method.Input(),
		}
		switch p := rule.GetPattern().(type) {
		case *annotations.HttpRule_Get:
			e.method, e.path = http.MethodGet, p.Get
		case *annotations.HttpRule_Post:
			e.method, e.path = http.MethodPost, p.Post
		case *annotations.HttpRule_Put:
			e.method, e.path = http.MethodPut, p.Put
		case *annotations.HttpRule_Patch:
			e.method, e.path = http.MethodPatch, p.Patch
		case *annotations.HttpRule_Delete:
			e.method, e.path = http.MethodDelete, p.Delete
		}
		require.NotEmpty(t, e.path, e.name)
		call := rpc.CallOf(method)
		e.reads = call.GetReadsPersons() && !call.GetOnce() && (e.method == http.MethodGet || e.method == http.MethodPost)
		for i := range e.input.Fields().Len() { // parameters have the names of the JSON
			field := e.input.Fields().Get(i)
			e.path = strings.ReplaceAll(e.path, "{"+string(field.Name())+"}", "{"+field.JSONName()+"}")
		}
		all = append(all, e)
	})
	slices.SortFunc(all, func(a, b endpoint) int { return strings.Compare(a.name, b.name) })
	require.Greater(t, len(all), 40)
	return all
}

// fields returns the JSON paths of all values of a message; "[]" marks a list.
func fields(message protoreflect.MessageDescriptor, prefix string, depth int) []string {
	var found []string
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		name := prefix + field.JSONName()
		if field.IsList() {
			name += "[]"
		}
		own := field.Message() != nil && !field.IsMap() && strings.HasPrefix(string(field.Message().FullName()), "puls.")
		switch {
		case own && depth < 6:
			found = append(found, fields(field.Message(), name+".", depth+1)...)
		case !own:
			found = append(found, name)
		}
	}
	return found
}

// set writes a value at a path of fields, through the first element of each list.
func set(values object, path string, value any) {
	name, rest, deeper := strings.Cut(path, ".")
	key, list := strings.CutSuffix(name, "[]")
	if !deeper {
		if list {
			value = []any{value}
		}
		values[key] = value
		return
	}
	var inner object
	if list {
		if present, ok := values[key].([]any); ok && len(present) > 0 {
			inner, _ = present[0].(object)
		} else {
			inner = object{}
			values[key] = []any{inner}
		}
	} else if inner, _ = values[key].(object); inner == nil {
		inner = object{}
		values[key] = inner
	}
	set(inner, rest, value)
}

// request makes the HTTP request of a call: values go into the path, then into the body and the query.
func (e endpoint) request(values object) (path, contentType string, body io.Reader) {
	values = maps.Clone(values)
	path = strings.TrimPrefix(e.path, "/api/")
	for name, value := range values {
		if strings.Contains(path, "{"+name+"}") {
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(fmt.Sprint(value)))
			delete(values, name)
		}
	}
	if e.body != "" {
		var inside any = values
		if e.body != "*" {
			inside = values[e.body]
			delete(values, e.body)
		} else {
			values = nil
		}
		data, err := json.Marshal(inside)
		if err != nil {
			panic(err) // values came from JSON
		}
		contentType, body = jsonType, bytes.NewReader(data)
	}
	query := url.Values{}
	for name, value := range values {
		if list, ok := value.([]any); ok {
			for _, one := range list {
				query.Add(name, fmt.Sprint(one))
			}
			continue
		}
		query.Set(name, fmt.Sprint(value))
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path, contentType, body
}

// inBody returns the values that belong in the body.
func (e endpoint) inBody(values object) object {
	if inner, ok := values[e.body].(object); ok {
		return inner
	}
	return values
}

// send makes a call as c.
func (e endpoint) send(c *client, values object) (int, []byte) {
	c.t.Helper()
	path, contentType, body := e.request(values)
	if strings.HasSuffix(path, ":recent") {
		return c.watch(path)
	}
	return c.do(e.method, path, contentType, body)
}

// watch reads for a moment from a stream that does not end by itself and may be silent.
func (c *client) watch(path string) (int, []byte) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address+"/api/"+path, nil)
	require.NoError(c.t, err)
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := web.Do(req)
	if errors.Is(err, context.DeadlineExceeded) {
		return http.StatusOK, nil
	}
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	if !errors.Is(err, context.DeadlineExceeded) {
		require.NoError(c.t, err)
	}
	return res.StatusCode, data
}
