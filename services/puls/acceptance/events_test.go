package acceptance

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/bus"
)

// subjects returns the full name of the message of each subject.
func subjects(t *testing.T) map[string]protoreflect.FullName {
	t.Helper()
	found := map[string]protoreflect.FullName{}
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Messages().Len() {
			message := file.Messages().Get(i)
			event, _ := proto.GetExtension(message.Options(), typev1.E_Event).(*typev1.Event)
			if event == nil {
				continue
			}
			require.Empty(t, found[event.GetSubject()], "%s and another message have one subject", message.FullName())
			found[event.GetSubject()] = message.FullName()
		}
		return true
	})
	require.NotEmpty(t, found)
	return found
}

func TestSubjectsStandInContractsOnly(t *testing.T) {
	known := subjects(t)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		// An event of webhooks has the name of its subject in the API.
		if err != nil || filepath.Ext(path) != ".go" || strings.Contains(filepath.Base(path), "webhook") {
			return err
		}
		source, err := os.ReadFile(path)
		for subject, message := range known {
			require.NotContains(t, string(source), strconv.Quote(subject),
				"%s: bus.EventOf[%s] knows the subject", strings.TrimPrefix(path, "../../"), message)
		}
		return err
	})
	require.NoError(t, err)
}

func TestAMessageThatCannotBeReadIsToldBySubject(t *testing.T) {
	consumer := bus.Handle("test", func(context.Context, *scoringenginev1.Nightly) error { return nil })
	require.ErrorContains(t, consumer.Handle(t.Context(), []byte{0xff}), "read scoring.nightly: ")
}
