// Package flags wires the service that owns feature flags. See README.md.
package flags

import (
	"context"

	"google.golang.org/grpc"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/flags/internal/core"
	"puls.app/services/flags/internal/pg"
	"puls.app/services/flags/internal/rpc"
	"puls.app/services/kit/host"
)

// Service describes flags to the host.
func Service() host.Service {
	return host.Service{Name: "flags", Schema: pg.Schema, Migrations: pg.Migrations(), Build: build}
}

func build(_ context.Context, env *host.Env) (*host.Parts, error) {
	server := rpc.NewServer(core.NewApp(pg.NewStore(env.DB)))
	return &host.Parts{
		Register: func(s grpc.ServiceRegistrar) {
			flagsv1.RegisterFlagServiceServer(s, server)
			flagsv1.RegisterFlagAdminServiceServer(s, server)
		},
	}, nil
}
