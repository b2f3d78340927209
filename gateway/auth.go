package gateway

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/crypto/bcrypt"
)

// Users are those whom a gateway answers. They are safe for concurrent use.
type Users struct {
	hashes map[string][]byte
	any    []byte // a hash that a stranger is compared with, to take the same time
	key    [32]byte

	slow sync.Mutex // held while a password is compared, which takes long on purpose: one at a time

	mu    sync.Mutex
	known map[string][]byte // the last login of each that was right, not to be compared with each request
}

// ParseUsers reads users as "htpasswd -B" writes them: a line for each, the name, a
// colon, and the bcrypt hash of the password. Empty lines and those that begin with
// "#" are skipped. The error says what is wrong in which line, and no hash.
func ParseUsers(text string) (*Users, error) {
	u := &Users{hashes: map[string][]byte{}, known: map[string][]byte{}}
	rand.Read(u.key[:]) //nolint:errcheck // it never fails
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, hash, ok := strings.Cut(line, ":")
		if _, err := bcrypt.Cost([]byte(hash)); !ok || name == "" || err != nil {
			return nil, fmt.Errorf("line %d: want USER:HASH with a bcrypt hash, as htpasswd -B writes it", n)
		}
		u.hashes[name], u.any = []byte(hash), []byte(hash)
	}
	if len(u.hashes) == 0 {
		return nil, errors.New("it names no user")
	}
	return u, nil
}

// are reports whether there is a user of that name and password.
func (u *Users) are(name, password string) bool {
	mac := hmac.New(sha256.New, u.key[:])
	io.WriteString(mac, password) //nolint:errcheck // a hash takes all
	login := mac.Sum(nil)
	if hmac.Equal(u.last(name), login) {
		return true
	}
	hash, there := u.hashes[name]
	if !there {
		hash = u.any
	}
	u.slow.Lock()
	defer u.slow.Unlock()
	right := bcrypt.CompareHashAndPassword(hash, []byte(password)) == nil && there
	if right {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.known[name] = login
	}
	return right
}

func (u *Users) last(name string) []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.known[name]
}

// knows reports whether a request comes from a user, or answers that it has to. To a
// proxy a client says so apart from what it says to the server that it asks for (RFC
// 9110, section 11.7).
func (g *gateway) knows(x *exchange, proxied bool) bool {
	field, ask, status := "Authorization", "WWW-Authenticate", http.StatusUnauthorized
	if proxied {
		field, ask, status = "Proxy-Authorization", "Proxy-Authenticate", http.StatusProxyAuthRequired
	}
	login := http.Request{Header: http.Header{"Authorization": x.r.Header.Values(field)}}
	if name, password, ok := login.BasicAuth(); ok && g.Users().are(name, password) {
		return true
	}
	x.w.Header().Set(ask, `Basic realm="Uriel", charset="UTF-8"`)
	g.deny(x, &denial{"login", status, 0, "Who asks?", "This gateway answers those who log in."})
	return false
}
