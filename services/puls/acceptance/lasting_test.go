package acceptance

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

// opens matches names of fields that hold credentials.
var opens = regexp.MustCompile(`(?i)(^|_)(key|password|secret|token|client_id)$`)

// opensNothing lists fields with such names that outlive no session, and why.
var opensNothing = map[string]string{
	"puls.account.v1.LoginResponse.token":                 "ends with its session",
	"puls.account.v1.LoginClientResponse.token":           "ends with its session",
	"puls.account.v1.RefreshTokenResponse.token":          "ends with its session",
	"puls.account.v1.GetTokenResponse.token":              "ends with its session",
	"puls.account.v1.CreateExternalLoginResponse.token":   "lives for a minute and ends with its key",
	"puls.reports.v1.ListChangesResponse.next_page_token": "names a page and opens none",
	"puls.account.v1.UiMenuItem.key":                      "names an entry of a menu",
}

// collectionOf returns the path up to its first parameter or verb.
func collectionOf(path string) string {
	path, _, _ = strings.Cut(path, "/{")
	path, _, _ = strings.Cut(path, ":")
	return path
}

// holdsAccess reports whether a message holds a credential.
func holdsAccess(message protoreflect.MessageDescriptor, depth int) bool {
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		if field.Kind() == protoreflect.StringKind && opens.MatchString(string(field.Name())) &&
			opensNothing[string(field.FullName())] == "" {
			return true
		}
		inner := field.Message()
		if field.IsMap() {
			inner = field.MapValue().Message()
		}
		if inner != nil && depth < 6 && holdsAccess(inner, depth+1) {
			return true
		}
	}
	return false
}

// S3: a call that returns a key, a password or the like gives lasting access, and so does every other call that changes
// the same collection. The contract of each must declare it.
func TestEveryCallThatGivesOrEndsLastingAccessSaysSo(t *testing.T) {
	giving, byName := map[string]bool{}, map[string]endpoint{}
	for _, e := range endpoints(t) {
		byName["puls."+e.name] = e
	}
	rpcs(func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) {
		if rule != nil && holdsAccess(method.Output(), 0) {
			giving[collectionOf(byName[string(method.FullName())].path)] = true
		}
	})
	require.Len(t, giving, 4, "%v", giving)
	lasting := 0
	rpcs(func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) {
		call, e := rpc.CallOf(method), byName[string(method.FullName())]
		if rule != nil && e.method != http.MethodGet && giving[collectionOf(e.path)] {
			require.True(t, call.GetLasting(), "%s: its contract does not say lasting: true", method.FullName())
		}
		if call.GetLasting() {
			lasting++
			require.Equal(t, typev1.Access_ACCESS_PERSON, call.GetAccess(), "%s", method.FullName())
			require.NotEqual(t, http.MethodGet, e.method, "%s", method.FullName())
		}
	})
	require.GreaterOrEqual(t, lasting, 6)
}

// S3: the service itself refuses each of these calls to all callers but the account's own users.
func TestOnlyAnAccountsOwnUsersGiveLastingAccess(t *testing.T) {
	p := startProgram(t)
	host := p.createAccount("host@example.com", "UTC", "001").account
	visitor := p.createAccount("visitor@example.com", "UTC").account
	sign := func(id auth.Identity) string {
		id.User, id.Session = 1, uuid.NewString()
		token, err := p.env.Keys.Sign(id, time.Now(), time.Now().Add(time.Minute))
		require.NoError(t, err)
		return token
	}
	actors := map[string]auth.Identity{
		byGuest: {Account: host, Home: visitor, Link: 1},
		byAdmin: {Account: host, Home: visitor, Roles: []string{"super-admin"}},
		byKey:   {Account: host, Home: host, Key: "puls_123456"},
		byOwner: {Account: host, Home: host},
	}
	calls := 0
	rpcs(func(method protoreflect.MethodDescriptor, _ *annotations.HttpRule) {
		if !rpc.CallOf(method).GetLasting() {
			return
		}
		for actor, id := range actors {
			token := sign(id)
			conn, err := p.env.Network.Dial(
				hostOf(t, method), func(context.Context) (string, error) { return token, nil },
			)
			require.NoError(t, err)
			err = call(t, conn, method)
			require.NoError(t, conn.Close())
			calls++
			if actor == byOwner {
				require.NotEqual(t, codes.PermissionDenied, status.Code(err), "%s by %s: %v", method.FullName(), actor, err)
				continue
			}
			require.Equal(t, codes.PermissionDenied, status.Code(err), "%s by %s: %v", method.FullName(), actor, err)
		}
	})
	figure(t, "%d calls", calls)
}
