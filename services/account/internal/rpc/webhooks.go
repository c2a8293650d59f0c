package rpc

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account/internal/webhook"
	"puls.app/services/kit/auth"
	"puls.app/services/spec"
)

// Webhooks serves WebhookService.
type Webhooks struct {
	accountv1.UnimplementedWebhookServiceServer
	App *webhook.App
}

// idOf parses an id that validation has accepted.
func idOf(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, fmt.Errorf("read id, which validation let through: %w", err)
	}
	return id, nil
}

// ListWebhooks returns the webhooks of the account.
func (s *Webhooks) ListWebhooks(
	ctx context.Context, _ *accountv1.ListWebhooksRequest,
) (*accountv1.ListWebhooksResponse, error) {
	list, err := s.App.List(ctx, account(ctx))
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListWebhooksResponse{Limit: webhook.Limit}
	for i := range list {
		res.Items = append(res.Items, webhookToProto(&list[i]))
	}
	return res, nil
}

// CreateWebhook adds a webhook.
func (s *Webhooks) CreateWebhook(
	ctx context.Context, req *accountv1.CreateWebhookRequest,
) (*accountv1.CreateWebhookResponse, error) {
	settings := webhook.Settings{URL: req.GetUrl(), Description: req.GetDescription(), Events: req.GetEvents()}
	made, secret, err := s.App.Add(ctx, account(ctx), auth.From(ctx).Name(), settings)
	if err != nil {
		return nil, err
	}
	return &accountv1.CreateWebhookResponse{Webhook: webhookToProto(&made), Secret: secret}, nil
}

// UpdateWebhook replaces the settings of a webhook.
func (s *Webhooks) UpdateWebhook(
	ctx context.Context, req *accountv1.UpdateWebhookRequest,
) (*accountv1.UpdateWebhookResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	settings := webhook.Settings{URL: req.GetUrl(), Description: req.GetDescription(), Events: req.GetEvents()}
	return &accountv1.UpdateWebhookResponse{}, s.App.Change(ctx, account(ctx), id, settings)
}

// DeleteWebhook removes a webhook.
func (s *Webhooks) DeleteWebhook(
	ctx context.Context, req *accountv1.DeleteWebhookRequest,
) (*accountv1.DeleteWebhookResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	return &accountv1.DeleteWebhookResponse{}, s.App.Remove(ctx, account(ctx), id)
}

// RotateWebhookSecret replaces the secret.
func (s *Webhooks) RotateWebhookSecret(
	ctx context.Context, req *accountv1.RotateWebhookSecretRequest,
) (*accountv1.RotateWebhookSecretResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	secret, err := s.App.Rotate(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	return &accountv1.RotateWebhookSecretResponse{Secret: secret}, nil
}

// PauseWebhook stops sending.
func (s *Webhooks) PauseWebhook(
	ctx context.Context, req *accountv1.PauseWebhookRequest,
) (*accountv1.PauseWebhookResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	return &accountv1.PauseWebhookResponse{}, s.App.Pause(ctx, account(ctx), id)
}

// ResumeWebhook sends the waiting deliveries.
func (s *Webhooks) ResumeWebhook(
	ctx context.Context, req *accountv1.ResumeWebhookRequest,
) (*accountv1.ResumeWebhookResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	return &accountv1.ResumeWebhookResponse{}, s.App.Resume(ctx, account(ctx), id)
}

// TestWebhook sends an event without content.
func (s *Webhooks) TestWebhook(
	ctx context.Context, req *accountv1.TestWebhookRequest,
) (*accountv1.TestWebhookResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	return &accountv1.TestWebhookResponse{}, s.App.Test(ctx, account(ctx), id)
}

// ListWebhookDeliveries returns the newest deliveries.
func (s *Webhooks) ListWebhookDeliveries(
	ctx context.Context, req *accountv1.ListWebhookDeliveriesRequest,
) (*accountv1.ListWebhookDeliveriesResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	list, err := s.App.Deliveries(ctx, account(ctx), id)
	if err != nil {
		return nil, err
	}
	res := &accountv1.ListWebhookDeliveriesResponse{}
	for i := range list {
		res.Items = append(res.Items, deliveryToProto(&list[i]))
	}
	return res, nil
}

// SendWebhookDelivery sends a delivery again, or now.
func (s *Webhooks) SendWebhookDelivery(
	ctx context.Context, req *accountv1.SendWebhookDeliveryRequest,
) (*accountv1.SendWebhookDeliveryResponse, error) {
	id, err := idOf(req.GetId())
	if err != nil {
		return nil, err
	}
	delivery, err := idOf(req.GetDeliveryId())
	if err != nil {
		return nil, err
	}
	return &accountv1.SendWebhookDeliveryResponse{}, s.App.Send(ctx, account(ctx), id, delivery)
}

func webhookToProto(w *webhook.Webhook) *accountv1.Webhook {
	state := "ACTIVE"
	switch {
	case w.Stopped == webhook.StopUser:
		state = "PAUSED"
	case w.Stopped != webhook.StopNone:
		state = string(w.Stopped)
	case w.Failures > 0:
		state = "FAILING"
	}
	return &accountv1.Webhook{
		Id: w.ID.String(), Url: w.URL, Description: w.Description, Events: w.Events, State: state,
		StoppedAt: timestamp(w.StoppedAt), DeliveredAt: timestamp(w.DeliveredAt), FormerUntil: timestamp(w.FormerUntil),
		WaitingCount: int32(w.Waiting), FailedCount: int32(w.Failed), CreatedAt: timestamppb.New(w.CreatedAt),
		MadeBy: w.MadeBy,
	}
}

var deliveryStates = map[webhook.State]string{
	webhook.Waiting: "WAITING", webhook.Delivered: "DELIVERED", webhook.Failed: "FAILED", webhook.Replaced: "REPLACED",
}

func deliveryToProto(d *webhook.Delivery) *accountv1.WebhookDelivery {
	item := &accountv1.WebhookDelivery{
		Id: d.ID.String(), Event: d.Event, State: deliveryStates[d.State], OccurredAt: timestamppb.New(d.OccurredAt),
		AttemptCount: int32(d.Attempts), AttemptedAt: timestamp(d.AttemptedAt), Status: int32(d.Status),
		Failure: string(d.Failure), TookMilliseconds: int32(d.Took.Milliseconds()), ContactCount: int32(d.ContactCount),
		PartCount: int32(d.Parts),
	}
	if d.State == webhook.Waiting {
		item.NextAt = timestamppb.New(d.NextAt)
	}
	if r := d.Content.Result; r != nil {
		item.ScoringName, item.ScoringType, item.GeneratedDate = r.Name, spec.Channel(r.Channel).String(), r.Date
	}
	return item
}
