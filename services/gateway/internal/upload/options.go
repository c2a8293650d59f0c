package upload

import (
	"net/http"
	"net/url"
	"strconv"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/kit/fault"
)

// readParameters are the parameters of reading a file.
var readParameters = []string{
	"sheet", "uid", "delimiter", "encoding", "noHeader", "consentPolicy", "mapping" + rest.Repeated,
}

// UploadParameters are the parameters of an upload, InspectParameters those of an inspection.
var (
	UploadParameters  = append([]string{"dryRun", "draft", "fileName"}, readParameters...)
	InspectParameters = append([]string{"kind"}, readParameters...)
)

// query reads parameters and collects the wrong ones.
type query struct {
	values url.Values
	wrong  []rest.ErrorField
}

func (q *query) flag(name string) bool {
	if !q.values.Has(name) {
		return false
	}
	on, err := strconv.ParseBool(q.values.Get(name))
	if err != nil {
		q.wrong = append(q.wrong, rest.ErrorField{
			Field: name, Class: fault.ValueInvalid, Message: "the parameter is true or false",
		})
	}
	return on
}

func (q *query) options() *contactsv1.ReadOptions {
	o := &contactsv1.ReadOptions{
		Sheet: q.values.Get("sheet"), Uid: q.values.Get("uid"), Delimiter: q.values.Get("delimiter"),
		Encoding: q.values.Get("encoding"), Mapping: q.values["mapping"],
	}
	if noHeader := q.flag("noHeader"); q.values.Has("noHeader") {
		o.NoHeader = &noHeader
	}
	return o
}

// headerOf reads the options of an upload from its request.
func headerOf(r *http.Request, kind string) (*contactsv1.UploadHeader, []rest.ErrorField) {
	q := &query{values: r.URL.Query()}
	check := q.flag("dryRun")
	header := &contactsv1.UploadHeader{
		Kind: kind, ConsentPolicy: q.values.Get("consentPolicy"), IdempotencyKey: r.Header.Get("Idempotency-Key"),
		Options: q.options(), Draft: q.flag("draft") || check, Check: check, FileName: q.values.Get("fileName"),
	}
	return header, q.wrong
}
