package rpc

import (
	"context"

	"google.golang.org/protobuf/types/known/wrapperspb"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	"puls.app/services/reports/internal/core"
)

// GetFluctuation returns the movement between the bands.
func (s *Server) GetFluctuation(
	ctx context.Context, req *reportsv1.GetFluctuationRequest,
) (*reportsv1.GetFluctuationResponse, error) {
	ask, err := askOf(req)
	if err != nil {
		return nil, err
	}
	days, err := daysOf("from", req.GetFrom(), "to", req.GetTo())
	if err != nil {
		return nil, err
	}
	f, err := s.app.Fluctuation(ctx, account(ctx), ask, days)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.GetFluctuationResponse{
		From: dayToProto(f.From), To: dayToProto(f.To), Entered: crossings(f.Entered), Left: crossings(f.Left),
		Both: count(f.Both), Neither: count(f.Neither), FromTotal: count(f.FromTotal()), ToTotal: count(f.ToTotal()),
		ChangedOn: dayToProto(f.ChangedOn),
	}
	for _, m := range f.Items {
		res.Items = append(res.Items, &reportsv1.Movement{
			FromBand: count(m.From), ToBand: count(m.To), Count: count(m.Count),
		})
	}
	return res, nil
}

func crossings(from []core.Crossing) []*reportsv1.Crossing {
	var list []*reportsv1.Crossing
	for _, c := range from {
		crossing := &reportsv1.Crossing{Band: count(c.Band), Count: count(c.Count)}
		if c.Reason != "" {
			crossing.Reason = wrapperspb.String(c.Reason)
		}
		list = append(list, crossing)
	}
	return list
}

// GetLift returns the lift of a result.
func (s *Server) GetLift(ctx context.Context, req *reportsv1.GetLiftRequest) (*reportsv1.GetLiftResponse, error) {
	ask, err := datedAskOf(req)
	if err != nil {
		return nil, err
	}
	lift, err := s.app.Lift(ctx, account(ctx), ask)
	if err != nil {
		return nil, err
	}
	res := &reportsv1.GetLiftResponse{
		GeneratedDate: dayToProto(lift.Date), From: dayToProto(lift.Date), To: dayToProto(lift.Last()),
		CompleteOn: dayToProto(lift.CompleteOn()),
	}
	if !lift.Complete {
		return res, nil
	}
	for band, b := range lift.Bands {
		lowest, highest := limitsToProto(band)
		res.Items = append(res.Items, &reportsv1.LiftBand{
			ScoringMin: lowest, ScoringMax: highest, Scored: count(b.Scored), Reached: count(b.Reached),
			Opened: count(b.Opened), Clicked: count(b.Clicked), PageView: b.Events["page_view"],
			ProductView: b.Events["product_view"], CheckoutView: b.Events["checkout_view"],
			PaymentInfo: b.Events["payment_info"], Purchase: b.Events["purchase"],
		})
	}
	return res, nil
}
