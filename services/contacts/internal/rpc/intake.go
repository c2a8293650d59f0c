package rpc

import (
	"context"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/contacts/internal/engine/provider"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/privacy"
)

// IntakeServer implements IntakeService for the gateway's public paths. Each kind of sender has a file of its own.
type IntakeServer struct {
	contactsv1.UnimplementedIntakeServiceServer
	app     *intake.App
	privacy *privacy.App
}

// NewIntakeServer returns a server.
func NewIntakeServer(app *intake.App, privacy *privacy.App) *IntakeServer {
	return &IntakeServer{app: app, privacy: privacy}
}

// FindSender fails unless the sender with a key may send at all.
func (s *IntakeServer) FindSender(
	ctx context.Context, req *contactsv1.FindSenderRequest,
) (*contactsv1.FindSenderResponse, error) {
	var err error
	if from := req.GetMailProvider(); from != nil {
		err = s.app.FindMailSender(ctx, provider.Name(from.GetProvider()), from.GetKey())
	} else {
		err = s.app.FindWebsite(ctx, req.GetWriteKey())
	}
	if err != nil {
		return nil, err
	}
	return &contactsv1.FindSenderResponse{}, nil
}
