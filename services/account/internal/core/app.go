package core

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// TokenLife is how long a sign-in's token is good for.
const TokenLife = 15 * time.Minute

// Store keeps accounts and users.
type Store interface {
	// Create adds an account and its first user, or answers ErrEmailTaken and adds neither.
	Create(ctx context.Context, account Account, email, hash string) (AccountID, error)
	// Account answers ErrNotFound when there is none.
	Account(ctx context.Context, id AccountID) (Account, error)
	// ActiveAccounts answers ID and Timezone of each, by number.
	ActiveAccounts(ctx context.Context) ([]Account, error)
	// Login answers ErrInvalidLogin when nobody has the e-mail.
	Login(ctx context.Context, email string) (Login, error)
	// User answers ErrNotFound when the account has none of that id.
	User(ctx context.Context, account AccountID, id UserID) (User, error)
}

// Hasher makes and checks password hashes; both answer ErrBusy when too many wait.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares in constant time. An empty hash takes as long as any other and never matches.
	Matches(ctx context.Context, password, hash string) (bool, error)
}

// Signer makes the token of a signed-in user.
type Signer interface {
	Sign(user User, now, expires time.Time) (string, error)
}

// App holds the use cases.
type App struct {
	store  Store
	hasher Hasher
	signer Signer
	now    func() time.Time
}

// NewApp wires the use cases.
func NewApp(store Store, hasher Hasher, signer Signer, now func() time.Time) *App {
	return &App{store: store, hasher: hasher, signer: signer, now: now}
}

// Create makes an active account with its first user.
func (a *App) Create(ctx context.Context, n NewAccount) (AccountID, error) {
	if err := CheckTimezone(n.Timezone); err != nil {
		return 0, err
	}
	if err := CheckPassword(n.Password); err != nil {
		return 0, err
	}
	if n.Language == "" {
		n.Language = "pl"
	}
	hash, err := a.hasher.Hash(ctx, n.Password)
	if err != nil {
		return 0, err
	}
	account := Account{Timezone: n.Timezone, Language: n.Language, Active: true}
	return a.store.Create(ctx, account, NormalEmail(n.Email), hash)
}

// Token is a signed proof of who a person is.
type Token struct {
	Value   string
	Expires time.Time
}

// Login checks an e-mail and password. Whether the e-mail exists cannot be told from the answer or from how long
// it took.
func (a *App) Login(ctx context.Context, email, password string) (Token, error) {
	login, err := a.store.Login(ctx, NormalEmail(email))
	if err != nil && !errors.Is(err, ErrInvalidLogin) {
		return Token{}, err
	}
	matches, err := a.hasher.Matches(ctx, password, login.Hash)
	if err != nil {
		return Token{}, err
	}
	if !matches {
		return Token{}, ErrInvalidLogin
	}
	if !login.Active {
		return Token{}, ErrInactive
	}
	now := a.now()
	token := Token{Expires: now.Add(TokenLife)}
	if token.Value, err = a.signer.Sign(login.User, now, token.Expires); err != nil {
		return Token{}, fmt.Errorf("sign in: %w", err)
	}
	return token, nil
}

// Me answers a signed-in user with the account.
func (a *App) Me(ctx context.Context, account AccountID, user UserID) (User, Account, error) {
	u, err := a.store.User(ctx, account, user)
	if err != nil {
		return User{}, Account{}, err
	}
	acc, err := a.store.Account(ctx, account)
	return u, acc, err
}

// Account answers one account.
func (a *App) Account(ctx context.Context, id AccountID) (Account, error) {
	return a.store.Account(ctx, id)
}

// ActiveAccounts answers ID and Timezone of every active account.
func (a *App) ActiveAccounts(ctx context.Context) ([]Account, error) {
	return a.store.ActiveAccounts(ctx)
}
