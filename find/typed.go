package find

import (
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Guess is what a person who typed a line most likely meant.
type Guess struct {
	URI   uri.URI
	Rules []string // what it was made by, such as "guess/www", in order; none if the line is a URI
}

// ErrNoGuess is returned for a line that nothing is known to be meant by.
var ErrNoGuess = errors.New("this is no URI, and nothing that one is known to be meant by")

// TypedLine returns what line means that a person typed where a URI is wanted: a
// URI, or what people write instead, as uri(7) has it. Relative paths are of the
// folder dir, which is absolute; if it is "" there are none. It asks neither the
// file system nor the network.
//
// A line is guessed at only where the user asked for that, and where there is no
// base that makes a relative reference of it: never for a link of a document.
func (f Finder) TypedLine(line, dir string) (Guess, error) {
	t := typed{Finder: f, text: line}
	t.apply(ruleWrapper, unwrap(t.text))
	if t.text == "" {
		return Guess{}, ErrNoGuess
	}
	if t.hasPrefix("url:") {
		t.apply(rulePrefix, strings.TrimSpace(t.text[len("url:"):]))
	}
	if file, rule, ok := filePath(t.text, dir); ok {
		t.apply(rule, file)
		return t.guess()
	}
	t.apply(ruleSlip, mend(t.text))
	t.apply(ruleEscape, escape(t.text))
	if !t.isURI() {
		for _, r := range typedRules {
			if text, ok := r.guess(t.text); ok {
				t.apply(r.rule, text)
				return t.guess()
			}
		}
		return Guess{}, ErrNoGuess
	}
	return t.guess()
}

// typed is a line on its way to a URI.
type typed struct {
	Finder
	text  string
	rules []string
}

func (t *typed) apply(r uri.Rule, text string) {
	if text != t.text {
		t.text, t.rules = text, append(t.rules, r.ID)
	}
}

func (t *typed) guess() (Guess, error) {
	u, ok := toURI([]byte(t.text))
	if !ok {
		_, err := uri.Parse(t.text)
		if err == nil {
			err = ErrNoGuess
		}
		return Guess{}, err
	}
	return Guess{u, t.rules}, nil
}

func (t *typed) hasPrefix(s string) bool {
	return len(t.text) > len(s) && strings.EqualFold(t.text[:len(s)], s)
}

// isURI reports whether the text begins with a scheme: one that is known, or with
// a "//" behind it. localhost:3000 does not.
func (t *typed) isURI() bool {
	name, rest, ok := strings.Cut(t.text, ":")
	if !ok || !isName(name) {
		return false
	}
	if strings.HasPrefix(rest, "//") {
		return true
	}
	_, isKnown := t.lookup([]byte(name))
	return isKnown && !isPort(rest)
}

// isPort reports whether s begins with a port and nothing else that counts.
func isPort(s string) bool {
	digits := strings.TrimLeft(s, "0123456789")
	return len(digits) < len(s) && len(s)-len(digits) <= 5 && (digits == "" || isDelimiter(digits[0]))
}

func isName(s string) bool {
	for i := range len(s) {
		if !is(s[i], schemeByte) {
			return false
		}
	}
	return s != "" && is(s[0], alpha)
}

// unwrap takes off blanks, angle brackets and quotes.
func unwrap(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range [...]string{"<>", `""`, "''", "``"} {
		if len(s) >= len("<>") && s[0] == pair[0] && s[len(s)-1] == pair[1] {
			return strings.TrimSpace(s[1 : len(s)-1])
		}
	}
	return s
}

// mend puts right what fingers do to "http://".
func mend(s string) string {
	name, rest, ok := s, "", false
	if i := strings.IndexAny(s, ":;/\\"); i >= 0 {
		name, rest, ok = s[:i], s[i:], true
	}
	right := map[string]string{
		"ttp": "http", "htp": "http", "htt": "http", "hhtp": "http", "htpp": "http", "hppt": "http", "htttp": "http", "http": "http",
		"ttps": "https", "htps": "https", "htts": "https", "hhtps": "https", "htpps": "https", "hppts": "https", "htttps": "https", "httsp": "https", "https": "https",
		"tp": "ftp", "fpt": "ftp", "ftp": "ftp",
	}[strings.ToLower(name)]
	slashes := strings.TrimLeft(rest, ":;")
	host := strings.TrimLeft(slashes, `/\`)
	switch {
	case !ok || right == "" || host == "" || host == slashes: // no slash at all: a host called http
		return s
	case strings.EqualFold(right, name) && rest[:len(rest)-len(host)] == "://":
		return s
	}
	return right + "://" + host
}

// escape percent-encodes what cannot stand in a URI. In a host that is a mistake.
func escape(s string) string {
	const never = "\"<>\\^`{|}"
	t := text{b: []byte(s), whole: true}
	path := pathStart(t.b)
	var b strings.Builder
	for i, c := range t.b {
		isBad := c >= utf8.RuneSelf || i >= path && (c <= ' ' || strings.IndexByte(never, c) >= 0 || c == '%' && !t.escape(i))
		if isBad {
			b.WriteString(pct.Encode(s[i:i+1], pct.Set{}))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// filePath returns the URI of the file that s is the path of, if it is one: with a
// root, with a drive, on a server of Windows, or one that begins with a dot.
func filePath(s, dir string) (file string, rule uri.Rule, ok bool) {
	slashed := strings.ReplaceAll(s, `\`, "/")
	switch {
	case len(s) > 2 && is(s[0], alpha) && s[1] == ':' && (s[2] == '\\' || s[2] == '/' && !strings.HasPrefix(s[2:], "//")):
		return "file:///" + s[:2] + pct.Encode(slashed[2:], pct.Path), ruleDrive, true
	case strings.HasPrefix(s, `\\`):
		return "file:" + pct.Encode(slashed, pct.Path), ruleDrive, true
	case s[0] == '/' && !strings.HasPrefix(s, "//"):
		return "file://" + pct.Encode(s, pct.Path), rulePath, true
	case dir != "" && (s == "." || s == ".." || strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")):
		return "file://" + pct.Encode(path.Join(dir, s), pct.Path), rulePath, true
	}
	return "", uri.Rule{}, false
}

// A typedRule makes a URI of a text that is none.
type typedRule struct {
	rule  uri.Rule
	guess func(s string) (text string, ok bool)
}

// typedRules are tried in order. They change with time (uri(7)).
var typedRules = []typedRule{
	{ruleEmail, func(s string) (string, bool) {
		local, domain, ok := strings.Cut(s, "@")
		return "mailto:" + s, ok && local != "" && domain != "" && !strings.ContainsAny(s, ":/?#") && !strings.Contains(domain, "@")
	}},
	{ruleWWW, prefixed("www.", "http://")},
	{ruleFTP, prefixed("ftp.", "ftp://")},
	{rulePort, func(s string) (string, bool) {
		return "http://localhost" + s, s[0] == ':' && isPort(s[1:])
	}},
	{ruleHost, func(s string) (string, bool) {
		host, rest := hostOf(strings.TrimPrefix(s, "//"))
		if port, ok := strings.CutPrefix(rest, ":"); ok {
			if !isPort(port) || host == "" {
				return "", false
			}
			if port, _, _ = strings.Cut(port, "/"); port == "443" {
				return "https://" + host + rest, true
			}
			return "http://" + host + rest, true
		}
		isPath := rest != "" && isDelimiter(rest[0])
		return "http://" + host + rest, isTyped(pct.Decode(host)) && (isPath || rest == "" && !isFile(host))
	}},
}

func prefixed(prefix, before string) func(string) (string, bool) {
	return func(s string) (string, bool) {
		return before + s, len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
	}
}

// hostOf cuts the host off the start of s.
func hostOf(s string) (host, rest string) {
	t := text{b: []byte(s), whole: true}
	n := t.host(0)
	return s[:n], s[n:]
}

// isTyped reports whether a host that is typed alone can be one: localhost, an
// address, a name with a top-level domain.
func isTyped(host string) bool {
	name := strings.TrimSuffix(host, ".")
	dot := strings.LastIndexByte(name, '.')
	switch {
	case host == "":
		return false
	case host[0] == '[', strings.EqualFold(host, "localhost"):
		return true
	case strings.Trim(name, "0123456789.") == "":
		return strings.Count(name, ".") == 3
	}
	return dot > 0 && isTop(name[dot+1:]) && strings.IndexByte(name, ' ') < 0
}

// isFile reports whether host is as likely a name of a file, since the top-level
// domain is a suffix, too.
func isFile(host string) bool {
	name, top, ok := strings.Cut(host, ".")
	return ok && name != "" && strings.Contains(" md sh py rs pl pm ps so cc mm ml zip ", " "+strings.ToLower(top)+" ")
}
