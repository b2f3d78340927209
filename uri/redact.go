package uri

import "strings"

// Redact returns s with the password of its authority replaced by "***": what
// stands between the first colon behind "//" and the last "@" before the next
// "/", "?" or "#". It works on any text, valid or not, so that an error about
// a mistyped URI tells no secret either.
func Redact(s string) string {
	start := strings.Index(s, "//")
	if start < 0 {
		return s
	}
	start += len("//")
	authority := s[start:]
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	at := strings.LastIndexByte(authority, '@')
	colon := strings.IndexByte(authority, ':')
	if colon < 0 || colon >= at {
		return s
	}
	return s[:start+colon+1] + "***" + s[start+at:]
}

// Redacted returns the text of u as [Redact] shows it.
func (u URI) Redacted() string {
	if !u.HasUserinfo() {
		return u.text
	}
	return Redact(u.text)
}
