// Command generate writes package reason from the enum of the contracts; `tools/task gen` runs it in services.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

const (
	prefix = "FAULT_REASON_"
	target = "reason/reason.go"
)

// initialisms are written in capitals, by Go's convention.
var initialisms = map[string]string{"Api": "API", "Id": "ID", "Uid": "UID", "Url": "URL"}

func main() {
	if err := generate(); err != nil {
		log.Fatal(err)
	}
}

func generate() error {
	var source, names bytes.Buffer
	values := typev1.FaultReason(0).Descriptor().Values()
	for i := range values.Len() {
		name := strings.TrimPrefix(string(values.Get(i).Name()), prefix)
		fmt.Fprintf(&source, "\t%s Reason = %d\n", camel(name), values.Get(i).Number())
		fmt.Fprintf(&names, "\t%s: %q,\n", camel(name), name)
	}
	text := fmt.Sprintf("// Code generated from puls/type/v1/fault.proto. DO NOT EDIT.\n\npackage reason\n\n"+
		"const (\n%s)\n\nvar names = map[Reason]string{\n%s}\n", source.String(), names.String())
	formatted, err := format.Source([]byte(text))
	if err != nil {
		return fmt.Errorf("format: %w", err)
	}
	if err := os.WriteFile(target, formatted, 0o644); err != nil { //nolint:gosec // source code is for everybody
		return fmt.Errorf("write: %w", err)
	}
	return nil
}

// camel turns ACCOUNT_API_KEY_INVALID into AccountAPIKeyInvalid.
func camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		word = word[:1] + strings.ToLower(word[1:])
		if whole, is := initialisms[word]; is {
			word = whole
		}
		b.WriteString(word)
	}
	return b.String()
}
