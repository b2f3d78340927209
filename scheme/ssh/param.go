package ssh

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri/pct"
)

// A param is a parameter of the connection (c-param) or of SFTP (s-param), and
// where it stands:
//
//	paramname "=" paramvalue
type param struct {
	name  string
	value scheme.Octets // decoded
	at    span
}

// readParams reads what stands behind a semicolon, from start on. ok is false if
// a part of it is no parameter: then the semicolon was meant as a character. The
// draft parts parameters by commas, some programs by semicolons; no value may
// hold either. A value may be anything, so that more can be remarked about it.
func readParams(text string, start int) (params []param, ok bool) {
	for {
		end := strings.IndexAny(text, ",;")
		part := text
		if end >= 0 {
			part = text[:end]
		}
		name, value, found := strings.Cut(part, "=")
		name = pct.Decode(name)
		if !found || strings.Trim(name, alphanum+"-") != "" {
			return nil, false
		}
		params = append(params, param{name, scheme.Octets(pct.Decode(value)), span{start, start + len(part)}})
		if end < 0 {
			return params, true
		}
		text, start = text[end+1:], start+end+1
	}
}

const alphanum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// find returns the first parameter of that name, or nil.
func find(params []param, name string) *param {
	for i := range params {
		if params[i].name == name {
			return &params[i]
		}
	}
	return nil
}

// HostKey reads the fingerprint: the algorithm of the host's key, such as
// "ssh-dss", and the MD5 hash of the key as RFC 4716, section 4, writes it,
// "c1:b1:30:…". In the URI a dash stands for each colon. ok is false if there is
// no fingerprint or it has another form, such as a SHA-256 hash.
//
// A fingerprint may not replace a key that is known of the host, and is to be
// trusted no more than the place that the URI comes from (section 8 of the
// draft).
func (v View) HostKey() (algorithm, md5 string, ok bool) {
	if v.Fingerprint == nil {
		return "", "", false
	}
	text := string(*v.Fingerprint)
	split := len(text) - 16*len("-xx")
	if split <= 0 {
		return "", "", false
	}
	for i, c := range []byte(strings.ToLower(text[split:])) {
		if isDash := i%3 == 0; isDash != (c == '-') || !isDash && !strings.ContainsRune("0123456789abcdef", rune(c)) {
			return "", "", false
		}
	}
	return text[:split], strings.ToLower(strings.ReplaceAll(text[split+1:], "-", ":")), true
}
