package session

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/kit/auth"
	"puls.app/services/reason"
)

const (
	protectedPaths = "/api/protected/"
	superAdmin     = "super-admin"
	// recordLimit bounds the wait for the audit log.
	recordLimit = 2 * time.Second
	maxAct      = 500
)

// Guard checks every call of the API.
type Guard struct {
	Keys     auth.Keys
	Refusals *Refusals
	Admin    accountv1.AccountAdminServiceClient
	Now      func() time.Time
	Log      *slog.Logger
}

type callerKey struct{}

// Account returns the account that the call of ctx works in, or 0 without a verified identity.
func Account(ctx context.Context) int32 {
	id, _ := ctx.Value(callerKey{}).(auth.Identity)
	return id.Account
}

// Identify verifies the token once. It runs before Admit, so that refusals of the handlers between them also have its
// headers.
func (g Guard) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := bearer(r)
		if token == "" || !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		id, err := g.Keys.Verify(token, "gateway", g.Now())
		if err != nil || id.Service != "" { // services never call through this entry point
			next.ServeHTTP(w, r)
			return
		}
		if id.Visiting() && slices.Contains(id.Roles, superAdmin) {
			w.Header().Set("X-Super-Admin", strconv.Itoa(int(id.Account)))
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, id)))
	})
}

// callOf returns the contract's options of the requested call. A path without a contract answers 404 to callers that
// may see its prefix.
func callOf(r *http.Request) *typev1.Call {
	if call := rest.Call(r); call != nil {
		return call
	}
	if strings.HasPrefix(r.URL.Path, protectedPaths) {
		return &typev1.Call{Access: typev1.Access_ACCESS_PERSON.Enum()}
	}
	return &typev1.Call{Access: typev1.Access_ACCESS_PUBLIC.Enum()}
}

// Admit passes on calls whose session is alive and whose account may make them. On public calls an invalid token counts
// as no token. The gateway does not check API keys.
func (g Guard) Admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := callOf(r)
		if call.GetAccess() == typev1.Access_ACCESS_API_KEY {
			next.ServeHTTP(w, r)
			return
		}
		personal := call.GetAccess() == typev1.Access_ACCESS_PERSON
		id, verified := r.Context().Value(callerKey{}).(auth.Identity)
		what := ended
		if verified {
			what = g.Refusals.decide(r.Context(), id)
		}
		switch {
		case what == unknown:
			rest.WriteError(
				w, http.StatusServiceUnavailable, reason.Unavailable, "sessions are not known yet; try again in a moment",
			)
			return
		case what == ended && personal:
			rest.WriteError(w, http.StatusUnauthorized, reason.TokenInvalid, "the token is missing, malformed or expired")
			return
		case what == ended:
			r.Header.Del("Authorization")
			next.ServeHTTP(w, r)
			return
		case what == trialOver && personal && !call.GetAfterTrial():
			rest.WriteError(
				w, http.StatusForbidden, reason.AccountTrialExpired,
				"the trial period has expired; an active subscription is required",
			)
			return
		}
		if mustRecord(r, call, id) && !g.record(r.Context(), id, r.Method+" "+r.URL.EscapedPath(), false) {
			rest.WriteUnavailable(w)
			return
		}
		if personal {
			followed, answered := g.Refusals.calls.follow(w, r, id)
			defer answered()
			r = followed
		}
		next.ServeHTTP(w, r)
	})
}

// mustRecord reports whether a call must be in the audit log before it is made: a change in an account that is not the
// user's own or in a session that an API key opened, and any call that gives or ends lasting access.
func mustRecord(r *http.Request, call *typev1.Call, id auth.Identity) bool {
	if id.Visiting() && rest.Reads(call, r.Method) {
		return false // Visits records it once the contacts are known
	}
	changes := r.Method != http.MethodGet && r.Method != http.MethodHead
	return call.GetLasting() || changes && (id.Visiting() || id.Key != "")
}

// Visits returns the Record of a call that a guest or super admin makes in another account; nil for other calls.
func (g Guard) Visits(ctx context.Context) rest.Record {
	id, verified := ctx.Value(callerKey{}).(auth.Identity)
	if !verified || !id.Visiting() {
		return nil
	}
	return func(ctx context.Context, act string, again bool) error {
		// The entry is written even if the client has gone, and with the gateway's own token.
		ctx = metadata.NewOutgoingContext(context.WithoutCancel(ctx), nil)
		if !g.record(ctx, id, act, again) {
			return errors.New("not recorded")
		}
		return nil
	}
}

// record writes an act to the audit log. It writes the path still escaped, so that no character in it can end the entry
// early.
func (g Guard) record(ctx context.Context, id auth.Identity, act string, again bool) bool {
	ctx, cancel := context.WithTimeout(ctx, recordLimit)
	defer cancel()
	act = act[:min(len(act), maxAct)]
	_, err := g.Admin.RecordAct(ctx, &accountv1.RecordActRequest{
		UserId: id.User, HomeAccountId: id.Home, AccountId: id.Account, Act: act, Session: id.Session,
		Again: again,
	})
	if err != nil {
		g.Log.ErrorContext(ctx, "act cannot be recorded in the audit log, so it is refused", "error", err)
		return false
	}
	return true
}

func bearer(r *http.Request) string {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return token
}
