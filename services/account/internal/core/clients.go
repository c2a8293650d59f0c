package core

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Client is an account from the view of another account.
type Client struct {
	Active bool
	// Link is 0 if the account is no client of the other.
	Link LinkID
}

// Enter moves the caller's session into a client account, or with an empty id back to the caller's own. The audit log
// records both.
func (s *Sessions) Enter(ctx context.Context, c Caller, clientID string) (Token, error) {
	target, err := s.clientTarget(ctx, c, clientID)
	if err != nil {
		return Token{}, err
	}
	now := s.Now()
	var session Session
	err = s.Store.UpdateSession(ctx, c.Session, now, func(found *Session) ([]Act, error) {
		acts, err := found.move(target, clientID != "", now)
		session = *found
		return acts, err
	})
	if err != nil {
		return Token{}, err
	}
	return s.token(ctx, &session, now)
}

// target is the account that a session is to move to.
type target struct {
	account AccountID
	client  Client
}

func (s *Sessions) clientTarget(ctx context.Context, c Caller, clientID string) (target, error) {
	if clientID == "" {
		return target{account: c.Home, client: Client{Active: true}}, nil
	}
	number, err := strconv.ParseInt(clientID, 10, 32)
	if err != nil || number <= 0 {
		return target{}, ErrClientIDInvalid.WithField("clientId", ErrClientIDInvalid.Detail)
	}
	t := target{account: AccountID(number)}
	if t.account == c.Home {
		return target{}, ErrClientOwn
	}
	t.client, err = s.Store.Client(ctx, c.Home, t.account)
	if err != nil && !errors.Is(err, ErrClientNotFound) {
		return target{}, err
	}
	if err != nil {
		return target{}, ErrClientNotFound
	}
	return t, nil
}

// move moves the session to another account. It checks the current rights of the session's user, not those in the
// token.
func (s *Session) move(to target, entering bool, now time.Time) ([]Act, error) {
	act := s.act(ActEnter, to.account, now)
	switch {
	case !s.Live(now):
		return nil, ErrSessionEnded
	case !entering && s.Account == s.User.Account:
		return nil, nil
	case !entering:
		act = s.act(ActReturn, s.Account, now)
	case to.account == s.Account:
		return nil, ErrClientOwn
	case to.client.Link == 0 && !s.User.SuperAdmin():
		return nil, ErrClientNotFound
	case !to.client.Active:
		return nil, ErrClientInactive
	}
	s.Account, s.Link = to.account, to.client.Link
	return []Act{act}, nil
}

// bringHome moves a session out of an account that it may no longer work in.
func (s *Session) bringHome(now time.Time) []Act {
	if s.Account == s.User.Account || (s.HereActive && (s.Link != 0 || s.User.SuperAdmin())) {
		return nil
	}
	act := s.act(ActBroughtHome, s.Account, now)
	s.Account, s.Link = s.User.Account, 0
	return []Act{act}
}

// act returns an audit log entry of the session's user.
func (s *Session) act(what string, account AccountID, now time.Time) Act {
	return Act{
		At: now, User: s.User.ID, Email: s.User.Email, Home: s.User.Account, Account: account, What: what, Key: s.Key,
	}
}
