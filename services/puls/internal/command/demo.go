package command

import (
	"context"
	"fmt"

	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
	"puls.app/services/puls/internal/demo"
	"puls.app/services/reason"
)

// loadDemo fills the demo account while the program runs. A failure is only logged; the next start completes the load.
func loadDemo(ctx context.Context, env host.Env, data, address string) {
	env.Name = "demo"
	loader := demo.Loader{
		Address: address, Folder: data, Now: env.Now,
		CreateAccount: func(ctx context.Context, timezone string) (taken bool, err error) {
			account := NewAccount{Email: demo.Email, Password: demo.Password, Timezone: timezone, Language: "pl"}
			_, _, err = account.Create(ctx, env)
			if rpc.Reason(err) == reason.AccountEmailTaken.String() {
				return true, nil
			}
			return false, err
		},
		Nightly: func(ctx context.Context) error { return publishNightly(ctx, env.Bus, "", env.Now()) },
		Tell:    func(format string, args ...any) { fmt.Printf(format+"\n", args...) },
	}
	if err := loader.Load(ctx); err != nil && ctx.Err() == nil {
		env.Log.ErrorContext(ctx, "the demo account could not be loaded; the next start tries again", "error", err)
	}
}
