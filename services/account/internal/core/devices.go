package core

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"
)

// DeviceLife is how long a device is known after its last sign-in.
const DeviceLife = 180 * 24 * time.Hour

const (
	nonceBytes  = 16
	expiryBytes = 8
	nameBytes   = 6
	// maxDevices bounds the device cookies that one sign-in checks: a browser has one for each e-mail address.
	maxDevices = 8
)

// Device is a cookie that marks a browser after a sign-in with a password, so that strangers' attempts do not count
// against it. It reveals nothing, and is valid for one e-mail address and one password: a new password ends it.
type Device struct {
	// Name distinguishes the devices of several e-mail addresses in one browser.
	Name, Value string
	Expires     time.Time
}

// NewDevice returns the device for a browser that signed in. hash is the hash of the password used.
func (s Secrets) NewDevice(email, hash string, now time.Time) Device {
	d := Device{Expires: now.Add(DeviceLife)}
	text := binary.BigEndian.AppendUint64(nil, uint64(d.Expires.Unix()))
	nonce := make([]byte, nonceBytes)
	_, _ = rand.Read(nonce) // never fails
	text = append(text, nonce...)
	d.Name = hex.EncodeToString(s.mac("device name", []byte(email))[:nameBytes])
	d.Value = base64.RawURLEncoding.EncodeToString(append(text, s.deviceTag(text, email, hash)...))
	return d
}

// knownDevice returns the identity of a device, or nil unless the device is valid for the e-mail address and its
// current password.
func (s Secrets) knownDevice(value, email, hash string, now time.Time) []byte {
	raw, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || len(raw) != expiryBytes+nonceBytes+tagBytes {
		return nil
	}
	text, tag := raw[:expiryBytes+nonceBytes], raw[expiryBytes+nonceBytes:]
	if !hmac.Equal(tag, s.deviceTag(text, email, hash)) || now.Unix() >= int64(binary.BigEndian.Uint64(text)) {
		return nil
	}
	return text
}

func (s Secrets) deviceTag(text []byte, email, hash string) []byte {
	return s.mac("device", text, []byte(email), []byte(hash))[:tagBytes]
}

// ofDevice returns the limit of the first valid device; nil without one.
func (a *Attempts) ofDevice(devices []string, email, hash string) []Limit {
	for _, device := range devices[:min(len(devices), maxDevices)] {
		if known := a.Secrets.knownDevice(device, email, hash, a.Now()); known != nil {
			key := a.Secrets.LimitKey("login at device", string(known))
			return []Limit{{Key: key, Most: loginsPerEmail, Within: loginsWithin}}
		}
	}
	return nil
}

// checkLogin compares a password with the hash of a login. At a known device only its own failures count; once they
// reach the limit, the device counts as unknown. At an unknown device the failures of all unknown devices count.
func (s *Sessions) checkLogin(ctx context.Context, place Place, login Login, c Credentials) (bool, error) {
	known := s.Attempts.ofDevice(c.Devices, c.Email, login.Hash)
	if known != nil {
		matches, err := s.Attempts.check(ctx, place, c.Password, login.Hash, known...)
		if !errors.Is(err, ErrTooManyAttempts) {
			return matches, err
		}
	}
	limits := append(
		s.Attempts.ofAddress("login from", c.Address, loginsPerAddress, addressWithin), s.Attempts.ofLogin(c.Email),
	)
	matches, err := s.Attempts.check(ctx, place, c.Password, login.Hash, limits...)
	if errors.Is(err, ErrTooManyAttempts) && s.Attempts.reached(ctx, s.Attempts.ofLogin(c.Email)) {
		s.notifyBlocked(ctx, c.Email)
	}
	return matches, err
}

// notifyBlocked notifies the owner of the e-mail address that sign-ins are refused, at most once a day. The work done
// here is the same whether or not a user has the address. On an error the sign-in is still refused, and the owner gets
// no message.
func (s *Sessions) notifyBlocked(ctx context.Context, email string) {
	err := s.Attempts.take(ctx, Limit{
		Key: s.Secrets.LimitKey("blocked sign-ins", email), Most: 1, Within: noticeWithin,
	})
	if errors.Is(err, ErrTooManyAttempts) {
		return
	}
	if err == nil {
		err = s.Store.NotifyBlocked(ctx, email, s.Now())
	}
	if err != nil {
		s.Log.ErrorContext(ctx, "the owner could not be notified of blocked sign-ins", "error", err)
		return
	}
	s.WakeMailer()
}
