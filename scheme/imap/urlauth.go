package imap

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// readURLAuth reads what stands behind ";URLAUTH=" (RFC 5092, section 11):
//
//	access [ ":" uauth-mechanism ":" enc-urlauth ]
func (r *reading) readURLAuth(p param) {
	access, rest, hasVerifier := strings.Cut(p.value, ":")
	r.view.URLAuth = &URLAuth{Access: scheme.Octets(pct.Decode(access))}
	r.part(p.at, p.at+len(access), "URLAUTH access")
	if !isAccess(access) {
		r.remark(ruleURLAuth, uri.Forbid, p.at, p.at+len(access))
	}
	if !hasVerifier {
		return
	}
	start := p.at + len(access) + len(":")
	mechanism, token, hasToken := strings.Cut(rest, ":")
	r.view.URLAuth.Mechanism = new(scheme.Octets(pct.Decode(mechanism)))
	r.part(start, start+len(mechanism), "URLAUTH mechanism")
	if !isMechanism(mechanism) {
		r.remark(ruleURLAuth, uri.Forbid, start, start+len(mechanism))
	}
	start += len(mechanism)
	if !hasToken {
		r.remark(ruleURLAuth, uri.Forbid, start, start)
		return
	}
	start += len(":")
	r.view.token, r.view.URLAuth.Token = token, token != ""
	r.view.parts = scheme.AppendSecret(r.view.parts, start, p.end(), "URLAUTH token")
	r.remark(ruleToken, uri.Warning, start, p.end())
	if !isToken(token) {
		r.remark(ruleURLAuth, uri.Forbid, start, p.end())
	}
}

// isAccess reports whether raw is an access identifier.
func isAccess(raw string) bool {
	text := strings.ToLower(pct.Decode(raw))
	for _, prefix := range [...]string{"submit+", "user+"} {
		if user, ok := strings.CutPrefix(text, prefix); ok {
			return user != "" && !strings.ContainsAny(raw, "@/")
		}
	}
	return text == "authuser" || text == "anonymous"
}

var mechanismChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")

func isMechanism(raw string) bool {
	for i := range len(raw) {
		if !mechanismChars.Has(raw[i]) {
			return false
		}
	}
	return raw != ""
}

// minToken is the length of a token of 128 bits.
const minToken = 32

func isToken(raw string) bool {
	return len(raw) >= minToken && strings.Trim(raw, "0123456789abcdefABCDEF") == ""
}
