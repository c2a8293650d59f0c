package rpc

import (
	"context"
	"fmt"
	"sync"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/perkey"
)

// changesAtOnce is the maximum number of concurrent changes of one account in a process. They wait for each other's
// rows, and each holds a connection of the pool meanwhile: without a limit, one account's changes would leave no
// connections for reads.
const changesAtOnce = 4

// reading and changing hold the methods, by full name, that are exposed over HTTP by GET and by other verbs.
var (
	reading = sync.OnceValue(func() map[string]bool {
		return methods(func(rule *annotations.HttpRule) bool { return rule.GetGet() != "" })
	})
	changing = sync.OnceValue(func() map[string]bool {
		return methods(func(rule *annotations.HttpRule) bool { return rule.GetPattern() != nil && rule.GetGet() == "" })
	})
)

func methods(of func(*annotations.HttpRule) bool) map[string]bool {
	found := map[string]bool{}
	eachMethod(func(name string, options proto.Message) {
		rule, _ := proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
		found[name] = of(rule)
	})
	return found
}

// unaryInLine makes an account's changes wait before they hold any connection.
func unaryInLine(changing map[string]bool) grpc.UnaryServerInterceptor {
	accounts := perkey.New[int32](changesAtOnce)
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		account := auth.Account(ctx)
		if account == 0 || !changing[info.FullMethod] {
			return handler(ctx, req)
		}
		leave, err := accounts.Enter(ctx, account)
		if err != nil {
			return nil, fmt.Errorf("wait for the account's other changes: %w", err)
		}
		defer leave()
		return handler(ctx, req)
	}
}
