package rpc

import (
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/core"
)

// IntakeServer takes what the gateway's public paths bring: each sort of sender has a file of its own.
type IntakeServer struct {
	contactsv1.UnimplementedIntakeServiceServer
	app *core.App
}

// NewIntakeServer returns a server.
func NewIntakeServer(app *core.App) *IntakeServer { return &IntakeServer{app: app} }
