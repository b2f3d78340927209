package httpclient

import (
	"net/http"
	"strings"
)

// A challenge is one way to log in that a server offers (RFC 9110, section
// 11.3). Names are in lower case, values without their quotes.
type challenge struct {
	scheme string
	params map[string]string
}

// choose returns the best challenge that can be answered: Digest with SHA-256,
// then with MD5, then Basic.
func choose(header http.Header) (best challenge, ok bool) {
	rank := 0
	for _, field := range header.Values("WWW-Authenticate") {
		for _, c := range parseChallenges(field) {
			if r := c.rank(); r > rank {
				best, rank = c, r
			}
		}
	}
	return best, rank > 0
}

func (c challenge) rank() int {
	switch c.scheme {
	case "basic":
		return 1
	case "digest":
		switch _, known := digestHash(c); {
		case !known || !c.offersAuth():
			return 0 // to be ignored (RFC 7616, section 3.3)
		case c.params["algorithm"] == "", strings.EqualFold(c.params["algorithm"], "MD5"):
			return 2
		default:
			return 3
		}
	default:
		return 0
	}
}

// parseChallenges reads the value of a field WWW-Authenticate:
//
//	#( auth-scheme [ 1*SP ( token68 / #auth-param ) ] )
//
// Commas separate challenges and parameters alike, so a name is a parameter if
// "=" follows, else a scheme. What is neither is skipped; a token68 counts as a
// scheme, one that nobody speaks.
func parseChallenges(field string) []challenge {
	var out []challenge
	rest := field
	for {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			return out
		}
		var name string
		name, rest = cutToken(rest)
		if name == "" {
			rest = rest[1:]
			continue
		}
		after, isParam := strings.CutPrefix(strings.TrimLeft(rest, " \t"), "=")
		if !isParam {
			out = append(out, challenge{strings.ToLower(name), map[string]string{}})
			continue
		}
		var value string
		value, rest = cutValue(strings.TrimLeft(after, " \t"))
		if len(out) > 0 {
			out[len(out)-1].params[strings.ToLower(name)] = value
		}
	}
}

// cutToken cuts a token off s (RFC 9110, section 5.6.2), by its delimiters.
func cutToken(s string) (token, rest string) {
	if i := strings.IndexAny(s, " \t,=\""); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// cutValue cuts a token or quoted-string off s (RFC 9110, section 5.6.4).
func cutValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		return cutToken(s)
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), s[i+1:]
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), ""
}

// quote writes s as a quoted-string.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
