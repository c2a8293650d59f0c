package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// web is the HTTP client of these tests. A response of the API that does not match the API's own description is an
// error.
var web = &http.Client{Transport: &described{inner: http.DefaultTransport}}

// described compares every response of the API with the program's description of it.
type described struct {
	inner  http.RoundTripper
	once   sync.Once
	err    error
	routes []describedRoute
}

type describedRoute struct {
	pattern *regexp.Regexp
	route   *routers.Route
}

// RoundTrip sends a request; a response that does not match its description is an error.
func (d *described) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := d.inner.RoundTrip(r)
	if err != nil || !strings.HasPrefix(r.URL.Path, "/api/") || r.URL.Path == "/api/openapi.json" {
		return res, err
	}
	if d.once.Do(func() { d.err = d.load(r) }); d.err != nil {
		return nil, d.err
	}
	if err := d.check(r, res); err != nil {
		return nil, fmt.Errorf(
			"%s %s answers %d, which the API's description does not describe: %w", r.Method, r.URL.Path, res.StatusCode, err,
		)
	}
	return res, nil
}

// load reads the description from the responding program.
func (d *described) load(r *http.Request) error {
	req, err := http.NewRequestWithContext(
		context.WithoutCancel(r.Context()), http.MethodGet, "http://"+r.URL.Host+"/api/openapi.json", nil,
	)
	if err != nil {
		return err
	}
	res, err := d.inner.RoundTrip(req)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return err
	}
	document, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return err
	}
	document.OpenAPI = "3.0.3" // the validator of 3.1 recompiles the schema for every answer
	for _, schema := range document.Components.Schemas {
		if len(schema.Value.Properties) > 0 && schema.Value.AdditionalProperties.Schema == nil {
			no := false // an undescribed member is found, too
			schema.Value.AdditionalProperties.Has = &no
		}
	}
	parameter := regexp.MustCompile(`\\\{[^}]*\\\}`)
	for path, item := range document.Paths.Map() {
		pattern := regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(path), `[^/:]+`) + "$")
		for method, operation := range item.Operations() {
			d.routes = append(d.routes, describedRoute{pattern, &routers.Route{
				Spec: document, Path: path, PathItem: item, Method: method, Operation: operation,
			}})
		}
	}
	return nil
}

// nowhere are the statuses of paths without a description.
var nowhere = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusBadRequest,
	http.StatusNoContent, http.StatusServiceUnavailable, http.StatusRequestHeaderFieldsTooLarge,
}

func (d *described) check(r *http.Request, res *http.Response) error {
	i := slices.IndexFunc(d.routes, func(c describedRoute) bool {
		return c.route.Method == r.Method && c.pattern.MatchString(r.URL.Path)
	})
	if i < 0 {
		if slices.Contains(nowhere, res.StatusCode) {
			return nil
		}
		return fmt.Errorf("no path is like it")
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: d.routes[i].route},
		Status:                 res.StatusCode, Header: res.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true, ExcludeResponseBody: true},
	}
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err == nil && kind == "application/json" { // streams and files are not checked
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return nil //nolint:nilerr // whoever reads the answer meets the same failure
		}
		res.Body = io.NopCloser(bytes.NewReader(body))
		input.Options.ExcludeResponseBody = false
		input.SetBodyBytes(body)
	}
	return openapi3filter.ValidateResponse(context.WithoutCancel(r.Context()), input)
}
