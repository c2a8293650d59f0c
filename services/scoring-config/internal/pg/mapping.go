package pg

import (
	"encoding/json"
	"fmt"

	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg/db"
)

func fromRow(row db.GetScoringRow) (*core.Scoring, error) {
	s := &core.Scoring{
		ID: row.ID, Account: core.AccountID(row.AccountID), Name: row.Name, Status: core.Status(row.Status),
		LastDraftStep: int(row.LastDraftStep), ByWizard: row.IsCreatedByWizard, Version: int(row.Version),
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, FirstActivatedAt: row.FirstActivatedAt,
		ActivatedAt: row.ActivatedAt, FinishedThrough: row.FinishedThrough,
	}
	if err := json.Unmarshal(row.Config, &s.Config); err != nil {
		return nil, fmt.Errorf("read config of scoring %s: %w", row.ID, err)
	}
	if row.Predefined != nil {
		s.Predefined = &core.Predefined{}
		if err := json.Unmarshal(row.Predefined, s.Predefined); err != nil {
			return nil, fmt.Errorf("read predefined selection of scoring %s: %w", row.ID, err)
		}
	}
	if row.LastGeneratedAt != nil && row.LastGeneratedDate != nil && row.LastGeneratedDays != nil {
		s.LastGenerated = &core.Generated{
			At: *row.LastGeneratedAt, Date: *row.LastGeneratedDate, DaysAgo: int(*row.LastGeneratedDays),
		}
	}
	return s, nil
}

func documents(s *core.Scoring) (config, predefined []byte, err error) {
	if config, err = json.Marshal(s.Config); err != nil {
		return nil, nil, fmt.Errorf("write config: %w", err)
	}
	if s.Predefined != nil {
		if predefined, err = json.Marshal(s.Predefined); err != nil {
			return nil, nil, fmt.Errorf("write predefined selection: %w", err)
		}
	}
	return config, predefined, nil
}

func toInsert(s *core.Scoring) (db.InsertScoringParams, error) {
	config, predefined, err := documents(s)
	return db.InsertScoringParams{
		ID: s.ID, AccountID: int32(s.Account), Name: s.Name, Status: int16(s.Status), LastDraftStep: int32(s.LastDraftStep),
		IsCreatedByWizard: s.ByWizard, Predefined: predefined, Config: config, Version: int32(s.Version),
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}, err
}

func toUpdate(s *core.Scoring) (db.UpdateScoringParams, error) {
	config, predefined, err := documents(s)
	return db.UpdateScoringParams{
		AccountID: int32(s.Account), ID: s.ID, Name: s.Name, Status: int16(s.Status), LastDraftStep: int32(s.LastDraftStep),
		IsCreatedByWizard: s.ByWizard, Predefined: predefined, Config: config, Version: int32(s.Version),
		UpdatedAt: s.UpdatedAt, FirstActivatedAt: s.FirstActivatedAt, ActivatedAt: s.ActivatedAt,
	}, err
}
