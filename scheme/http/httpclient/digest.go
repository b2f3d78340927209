package httpclient

import (
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// newNonce returns a fresh value for cnonce.
func newNonce() string { return rand.Text() }

// digestHash returns the hash of a challenge of Digest, as lower-case hex
// digits of what is given joined by colons. MD5 is the default (RFC 7616,
// section 3.3).
func digestHash(c challenge) (hash func(parts ...string) string, ok bool) {
	switch strings.ToUpper(c.params["algorithm"]) {
	case "", "MD5":
		return func(parts ...string) string { return fmt.Sprintf("%x", md5.Sum([]byte(strings.Join(parts, ":")))) }, true
	case "SHA-256":
		return func(parts ...string) string {
			return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, ":"))))
		}, true
	default:
		return nil, false
	}
}

// offersAuth reports whether a challenge of Digest has the quality of
// protection "auth".
func (c challenge) offersAuth() bool {
	return slices.ContainsFunc(strings.Split(c.params["qop"], ","), func(qop string) bool {
		return strings.EqualFold(strings.TrimSpace(qop), "auth")
	})
}

// digest returns the field Authorization that answers a challenge of Digest
// with qop "auth" (RFC 7616, section 3.4). It is the first answer to its nonce.
func digest(l login, c challenge, method, target, cnonce string) string {
	hash, _ := digestHash(c) // choose has seen to it
	const nc = "00000001"
	a1 := hash(l.user, c.params["realm"], l.password)
	a2 := hash(method, target)
	response := hash(a1, c.params["nonce"], nc, cnonce, "auth", a2)

	var b strings.Builder
	fmt.Fprintf(&b, "Digest username=%s, realm=%s, nonce=%s, uri=%s", quote(l.user), quote(c.params["realm"]), quote(c.params["nonce"]), quote(target))
	if algorithm := c.params["algorithm"]; algorithm != "" {
		fmt.Fprintf(&b, ", algorithm=%s", algorithm)
	}
	fmt.Fprintf(&b, ", nc=%s, cnonce=%s, qop=auth, response=%s", nc, quote(cnonce), quote(response))
	if opaque, ok := c.params["opaque"]; ok {
		fmt.Fprintf(&b, ", opaque=%s", quote(opaque))
	}
	return b.String()
}
