package rest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/reflect/protoreflect"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// keyForm is the form of idempotency keys that services accept; the gateway library would silently drop all others.
var keyForm = regexp.MustCompile(`^[!-~]{1,255}$`)

const keyTitle = "an idempotency key has 1 to 255 visible characters of ASCII"

// strict refuses requests that the gateway library would change, misread or refuse without a precise error: unknown
// paths, methods and parameters, strings that are not UTF-8, and body members that are unknown or of another type.
func strict(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		found := routeOf(r)
		switch {
		case !utf8.ValidString(r.URL.Path) || found.route == nil && len(found.others) == 0:
			WriteNotFound(w)
			return
		case found.route == nil:
			allowed := strings.Join(found.others, ", ")
			w.Header().Set("Allow", allowed)
			WriteError(w, http.StatusMethodNotAllowed, reason.MethodNotAllowed, "the path takes "+allowed)
			return
		}
		if refusedKey(w, r) {
			return
		}
		found.replaceMalformed(r)
		wrong := found.checkQuery(r)
		if found.body == "" || len(wrong) > 0 {
			r.Body = http.NoBody // the gateway library would read the body to its end
		} else {
			data, ok := Body(w, r, found.maxBody, reason.RequestInvalid)
			if !ok {
				return
			}
			var err error
			if data, wrong, err = found.checkBody(data); err != nil {
				WriteError(w, http.StatusBadRequest, reason.RequestInvalid, err.Error())
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(data))
		}
		if len(wrong) > 0 {
			WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the request has values that cannot be used", wrong...)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refusedKey refuses a request with a malformed idempotency key.
func refusedKey(w http.ResponseWriter, r *http.Request) bool {
	keys := r.Header.Values("Idempotency-Key")
	if len(keys) == 0 || len(keys) == 1 && keyForm.MatchString(keys[0]) {
		return false
	}
	WriteError(w, http.StatusBadRequest, reason.IdempotencyKeyInvalid, keyTitle,
		ErrorField{Field: "Idempotency-Key", Class: reason.IdempotencyKeyInvalid.String(), Message: keyTitle})
	return true
}

// Repeated, as a suffix of a parameter's name in Taking, lets the parameter occur several times.
const Repeated = "…"

// Taking refuses requests with other parameters, repeated parameters, values that are not UTF-8 or a malformed
// idempotency key. It does for other routes what strict does for routes of contracts.
func Taking(next http.Handler, parameters ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refusedKey(w, r) {
			return
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the parameters cannot be read")
			return
		}
		var wrong []ErrorField
		for name, values := range query {
			repeated := slices.Contains(parameters, name+Repeated)
			switch {
			case !repeated && !slices.Contains(parameters, name):
				wrong = append(wrong, fieldError(name, fault.FieldUnknown, "the call has no such parameter"))
			case !repeated && len(values) > 1:
				wrong = append(wrong, fieldError(name, fault.ValueInvalid, "the parameter is repeated"))
			case !utf8.ValidString(strings.Join(values, "")):
				wrong = append(wrong, *malformed(name, "utf-8"))
			}
		}
		if len(wrong) > 0 {
			slices.SortFunc(wrong, func(a, b ErrorField) int { return strings.Compare(a.Field, b.Field) })
			WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the request has values that cannot be used", wrong...)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkQuery returns the query parameters that are unknown or of another type.
func (r *route) checkQuery(req *http.Request) (wrong []ErrorField) {
	query := req.URL.Query()
	for name, values := range query {
		field := r.query(name)
		switch {
		case field == nil:
			wrong = append(wrong, fieldError(name, fault.FieldUnknown, "the call has no such parameter"))
			continue
		case len(values) > 1 && !field.IsList():
			wrong = append(wrong, fieldError(name, fault.ValueInvalid, "the parameter is repeated"))
			continue
		}
		for _, value := range values {
			if e := checkText(field, name, value); e != nil {
				wrong = append(wrong, *e)
			}
		}
	}
	slices.SortFunc(wrong, func(a, b ErrorField) int { return strings.Compare(a.Field, b.Field) })
	return wrong
}

// checkText checks the text of a query parameter.
func checkText(field protoreflect.FieldDescriptor, name, value string) *ErrorField {
	if !utf8.ValidString(value) {
		return malformed(name, "utf-8")
	}
	switch kind := field.Kind(); {
	case kind == protoreflect.BoolKind:
		if _, err := strconv.ParseBool(value); err != nil {
			return malformed(name, "boolean")
		}
	case kind != protoreflect.StringKind && kind != protoreflect.BytesKind && kind != protoreflect.EnumKind &&
		field.Message() == nil:
		return checkNumber(field, name, json.Number(value))
	}
	return nil
}

func fieldError(name, class, message string) ErrorField {
	return ErrorField{Field: printable(name), Class: class, Message: message}
}

func malformed(name, form string) *ErrorField {
	e := fieldError(name, fault.ValueInvalid, "the value must be of the form "+form)
	if form == "utf-8" {
		e.Class = fault.TextMalformed
	}
	e.Params = map[string]any{"form": form}
	return &e
}

// nameForm is the form of names in contracts.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]{1,128}$`)

// printable returns a path of the client in a form that a response may contain. A part that does not look like a name
// is left out: a mistyped body may have a secret there, which would end up in error reports.
func printable(path string) string {
	if nameForm.MatchString(path) {
		return path
	}
	if i := strings.LastIndexByte(path, '.'); i > 0 && nameForm.MatchString(path[:i]) {
		return path[:i] + ".?"
	}
	return "?"
}
