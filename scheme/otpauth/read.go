package otpauth

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// defaults are the values of parameters that are left out; period is of totp
// alone.
var defaults = map[string]string{"algorithm": "SHA1", "digits": "6", "period": "30"}

// reading is a view under way.
type reading struct {
	view    View
	seen    map[string]bool
	secret  string
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, length))
}

// read reads u by the form of the page:
//
//	otpauth://TYPE/LABEL?PARAMETERS
//	label = accountname / issuer (":" / "%3A") *"%20" accountname
func read(u uri.URI) *reading {
	r := &reading{seen: map[string]bool{}}
	r.view.Type = strings.ToLower(u.Host())
	if r.view.Type != "totp" && r.view.Type != "hotp" {
		start, end, _ := u.Range(uri.Host)
		r.remark(ruleType, uri.Forbid, start, end-start)
	}
	r.part(u, uri.Host, "type")
	labelIssuer := r.readLabel(u)
	r.readParameters(u)
	if r.view.Issuer == nil {
		r.view.Issuer = labelIssuer
	} else if start, _, _ := u.Range(uri.Path); labelIssuer != nil && *labelIssuer != *r.view.Issuer {
		r.remark(ruleIssuer, uri.Warning, start, len(u.Path()))
	}
	r.view.fillDefaults()
	return r
}

func (r *reading) part(u uri.URI, c uri.Component, label string) {
	start, end, _ := u.Range(c)
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
}

// readLabel reads the path and returns the issuer in it; nil if there is none.
func (r *reading) readLabel(u uri.URI) (issuer *scheme.Octets) {
	label := pct.Decode(strings.TrimPrefix(u.Path(), "/"))
	account := label
	if before, after, ok := strings.Cut(label, ":"); ok {
		issuer, account = new(scheme.Octets(before)), strings.TrimLeft(after, " ")
	}
	r.view.Account = scheme.Octets(account)
	if account == "" || issuer != nil && *issuer == "" || strings.Contains(account, ":") {
		start, end, _ := u.Range(uri.Path)
		r.remark(ruleLabel, uri.Forbid, start, end-start)
	}
	r.part(u, uri.Path, "label")
	return issuer
}

func (r *reading) readParameters(u uri.URI) {
	start, end, _ := u.Range(uri.Query)
	at := start
	for pair := range strings.SplitSeq(u.Query(), "&") {
		if pair != "" {
			r.readPair(pair, at)
		}
		at += len(pair) + len("&")
	}
	if !r.seen["secret"] {
		r.remark(ruleSecret, uri.Forbid, end, 0)
	}
	if r.view.Type == "hotp" && !r.seen["counter"] {
		r.remark(ruleParameter, uri.Forbid, end, 0)
	}
}

// readPair reads a parameter. A plus sign is one: values are encoded as by RFC
// 3986.
func (r *reading) readPair(pair string, start int) {
	raw, value, _ := strings.Cut(pair, "=")
	name, value := strings.ToLower(pct.Decode(raw)), pct.Decode(value)
	if name == "secret" {
		r.view.parts = scheme.AppendPart(r.view.parts, start, start+len(raw), "parameter secret")
		r.view.parts = scheme.AppendSecret(r.view.parts, start+len(raw)+len("="), start+len(pair), "secret")
	} else {
		r.view.parts = scheme.AppendPart(r.view.parts, start, start+len(pair), "parameter "+name)
	}
	if r.seen[name] {
		r.remark(ruleTwice, uri.Warning, start, len(pair))
		return
	}
	r.seen[name] = true
	bad := false
	switch v := &r.view; name {
	case "secret":
		r.readSecret(value, start, len(pair))
	case "issuer":
		v.Issuer = new(scheme.Octets(value))
	case "algorithm":
		v.Algorithm, bad = value, value != "SHA1" && value != "SHA256" && value != "SHA512"
	case "digits":
		v.Digits, bad = value, !isNumber(value)
		if !bad && value != "6" && value != "8" {
			r.remark(ruleDigits, uri.Warning, start, len(pair))
		}
	case "counter":
		v.Counter, bad = value, !isNumber(value)
	case "period":
		v.Period, bad = value, !isNumber(value) || strings.Trim(value, "0") == ""
	default:
		v.Params = append(v.Params, [2]scheme.Octets{scheme.Octets(name), scheme.Octets(value)})
	}
	if bad {
		r.remark(ruleParameter, uri.Forbid, start, len(pair))
	}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// readSecret takes letters of lower case too, as programs do.
func (r *reading) readSecret(value string, start, length int) {
	r.secret = strings.TrimRight(value, "=")
	r.view.Secret = true
	r.remark(ruleKey, uri.Info, start, length)
	if r.secret == "" || strings.Trim(strings.ToUpper(r.secret), "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
		r.remark(ruleSecret, uri.Forbid, start, length)
	}
}
