package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

const emailTaken = "user_email_taken"

// billing is the stored form of an invoice recipient.
type billing struct {
	CompanyName string `json:"companyName,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"postCode,omitempty"`
	Street      string `json:"street,omitempty"`
	TaxID       string `json:"taxId,omitempty"`
	Country     string `json:"country,omitempty"`
	Currency    string `json:"currency,omitempty"`
}

// Create adds an account and its first user.
func (s accounts) Create(
	ctx context.Context, account core.Account, email, hash string, act core.Act,
) (core.AccountID, error) {
	var id int32
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		id, err = s.q.InsertAccount(ctx, tx, db.InsertAccountParams{Timezone: account.Timezone, Language: account.Language})
		if err != nil {
			return fmt.Errorf("insert account: %w", err)
		}
		user := db.InsertUserParams{AccountID: id, Email: email, PasswordHash: hash, Roles: []string{core.RoleOwner}}
		if err := s.q.InsertUser(ctx, tx, user); err != nil {
			return fmt.Errorf("insert user: %w", err)
		}
		act.Account = core.AccountID(id)
		return s.audit(ctx, tx, act)
	})
	if constraint(err) == emailTaken {
		return 0, core.ErrEmailTaken.WithField("email", core.ErrEmailTaken.Detail)
	}
	return core.AccountID(id), err
}

// Users returns the active users of an account.
func (s accounts) Users(ctx context.Context, account core.AccountID) ([]core.Member, error) {
	rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListUsersRow, error) {
		return s.q.ListUsers(ctx, q, int32(account))
	})
	list := make([]core.Member, 0, len(rows))
	for _, row := range rows {
		list = append(list, core.Member{Email: row.Email, Home: account, SignedIn: row.SignedInAt})
	}
	return list, wrap(err, "list users")
}

// Guests returns the active users of the accounts that have an account as a client.
func (s accounts) Guests(ctx context.Context, client core.AccountID) ([]core.Member, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListGuestsRow, error) {
		return s.q.ListGuests(ctx, q, int32(client))
	})
	list := make([]core.Member, 0, len(rows))
	for _, row := range rows {
		list = append(list, core.Member{Email: row.Email, Home: core.AccountID(row.AccountID), Since: &row.CreatedAt})
	}
	return list, wrap(err, "list guests")
}

// Account returns one account.
func (s accounts) Account(ctx context.Context, id core.AccountID) (account core.Account, err error) {
	err = s.db.Read(ctx, int32(id), func(q pgdb.Querier) error {
		account, err = s.account(ctx, q, id)
		return err
	})
	return account, err
}

func (s accounts) account(ctx context.Context, q pgdb.Querier, id core.AccountID) (core.Account, error) {
	row, err := s.q.GetAccount(ctx, q, int32(id))
	if err != nil {
		return core.Account{}, orElse(err, core.ErrNotFound, "read account")
	}
	var b billing
	if err := json.Unmarshal(row.Billing, &b); err != nil {
		return core.Account{}, fmt.Errorf("read billing: %w", err)
	}
	if !row.TrackedEventsChosen {
		row.TrackedEventTypes = core.EventTypes()
	}
	return core.Account{
		ID: core.AccountID(row.ID), Timezone: row.Timezone, Language: row.Language, Active: row.Active,
		TrackedEventTypes: row.TrackedEventTypes, NightHour: int(row.NightHour), Package: row.Package,
		TrialEnds: row.TrialEndsAt, Billing: core.Billing(b),
	}, nil
}

// ActiveAccounts returns the active accounts.
func (s accounts) ActiveAccounts(ctx context.Context) ([]core.Account, error) {
	var accounts []core.Account
	err := s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListActiveAccounts(ctx, q)
		for _, row := range rows {
			accounts = append(accounts, core.Account{
				ID: core.AccountID(row.ID), Timezone: row.Timezone, NightHour: int(row.NightHour), Active: true,
			})
		}
		return err
	})
	return accounts, wrap(err, "list accounts")
}

// Accounts returns all accounts with their users.
func (s accounts) Accounts(ctx context.Context) ([]core.Listed, error) {
	var list []core.Listed
	err := s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListAccounts(ctx, q)
		for _, row := range rows {
			if last := len(list) - 1; last < 0 || int32(list[last].ID) != row.ID {
				account := core.Account{
					ID: core.AccountID(row.ID), Timezone: row.Timezone, Active: row.Active, Package: row.Package,
					TrialEnds: row.TrialEndsAt,
				}
				list = append(list, core.Listed{Account: account, Activated: row.ActivatedAt != nil})
			}
			listed := &list[len(list)-1]
			listed.Users = append(listed.Users, core.User{Account: listed.ID, Email: row.Email, Roles: row.Roles})
		}
		return err
	})
	return list, wrap(err, "list accounts")
}

func (s accounts) user(
	ctx context.Context, q pgdb.Querier, account core.AccountID, id core.UserID,
) (core.User, error) {
	row, err := s.q.GetUser(ctx, q, db.GetUserParams{AccountID: int32(account), ID: int64(id)})
	if err != nil {
		return core.User{}, orElse(err, core.ErrNotFound, "read user")
	}
	return core.User{
		ID: core.UserID(row.ID), Account: core.AccountID(row.AccountID), Email: row.Email, Roles: row.Roles,
		ExternalServerID: row.ExternalServerID, ExternalUserID: row.ExternalUserID, HasClients: row.HasClients,
	}, nil
}

// AtHome returns a user and the user's own account.
func (s accounts) AtHome(
	ctx context.Context, home core.AccountID, id core.UserID,
) (user core.User, account core.Account, err error) {
	err = s.db.Read(ctx, int32(home), func(q pgdb.Querier) error {
		return pgdb.Together(
			ctx, q,
			func(q pgdb.Querier) (err error) { user, err = s.user(ctx, q, home, id); return err },
			func(q pgdb.Querier) (err error) { account, err = s.account(ctx, q, home); return err },
		)
	})
	return user, account, err
}

// SetLanguage stores an account's language.
func (s accounts) SetLanguage(ctx context.Context, account core.AccountID, language string) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.SetLanguage(ctx, tx, db.SetLanguageParams{ID: int32(account), Language: language})
		return oneRow(rows, err, core.ErrNotFound, "set language")
	})
}

// UpdateSettings stores an account's settings.
func (s accounts) UpdateSettings(ctx context.Context, id core.AccountID, settings core.Settings) error {
	encoded, err := json.Marshal(billing(settings.Billing))
	if err != nil {
		return fmt.Errorf("encode billing: %w", err)
	}
	return s.db.InAccount(ctx, int32(id), func(tx pgx.Tx) error {
		rows, err := s.q.UpdateSettings(ctx, tx, db.UpdateSettingsParams{
			ID: int32(id), Language: settings.Language, Timezone: settings.Timezone,
			Tracked: settings.TrackedEventTypes, NightHour: settings.NightHour, Billing: encoded,
		})
		return oneRow(rows, err, core.ErrNotFound, "update settings")
	})
}

// SetRoles changes the roles of the user with an e-mail address.
func (s accounts) SetRoles(
	ctx context.Context, email string, act core.Act, change func([]string) ([]string, core.Ending),
) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		user, err := s.q.LockUserByEmail(ctx, tx, email)
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrUserNotFound
		}
		if err != nil {
			return fmt.Errorf("read user: %w", err)
		}
		roles, end := change(user.Roles)
		if err := s.q.SetRoles(ctx, tx, db.SetRolesParams{AccountID: user.AccountID, ID: user.ID, Roles: roles}); err != nil {
			return fmt.Errorf("set roles: %w", err)
		}
		act.Account = core.AccountID(user.AccountID)
		if err := s.audit(ctx, tx, act); err != nil {
			return err
		}
		switch end {
		case core.EndAll:
			return s.endUserSessions(ctx, tx, user.AccountID, user.ID, core.SessionID{}, act.At)
		case core.EndByKey:
			ids, err := s.q.LockUserKeySessions(ctx, tx, db.LockUserKeySessionsParams{
				AccountID: user.AccountID, UserID: user.ID,
			})
			if err != nil {
				return fmt.Errorf("read sessions: %w", err)
			}
			return s.endSessions(ctx, tx, ids, act.At)
		case core.EndNone:
		}
		return nil
	})
}
