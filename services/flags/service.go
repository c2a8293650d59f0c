// Package flags wires the service that owns feature flags. See README.md.
package flags

import (
	"context"
	"fmt"

	"google.golang.org/grpc"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/flags/internal/pg"
	"puls.app/services/flags/internal/rpc"
	"puls.app/services/kit/host"
	kitrpc "puls.app/services/kit/rpc"
)

// Service tells the host how flags is built.
func Service() host.Service { return host.Service{Name: "flags", Build: build} }

func build(ctx context.Context, env *host.Env) (*host.Parts, error) {
	db, err := env.Postgres(ctx, pg.Schema, pg.Migrations())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	server := rpc.NewServer(pg.NewStore(db))
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			flagsv1.RegisterFlagServiceServer(s, server)
			flagsv1.RegisterFlagAdminServiceServer(s, server)
		},
		Policy: kitrpc.Policy{
			Public:   []string{flagsv1.FlagService_GetPayload_FullMethodName},
			Internal: []string{flagsv1.FlagAdminService_ServiceDesc.ServiceName},
		},
		Close: db.Close,
	}, nil
}
