package find

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// abbreviated looks whether "www." or "ftp.", whose dot is at i, begins a name of
// a host, and reads a URI without its scheme.
func (s *scanner) abbreviated(i int) (found, bool) {
	start := i - len("www")
	if !s.isEdge(start) || start < s.floor {
		return found{}, false
	}
	h := head{scheme: start, start: start, colon: i, guess: "http://", quote: s.quoteBefore(start)}
	rule := ruleWWW
	if s.b[start] == 'f' {
		h.guess, rule = "ftp://", ruleFTP
	}
	host := s.host(start)
	end := s.port(host)
	if c := s.at(end); end == 0 || c == '@' || s.isPattern(end) || !isDomain(s.b[start:host], h.guess) || c == '(' {
		return found{}, false
	}
	r := run{t: &s.text, quote: h.quote, limit: start + MaxLen}
	f, ok := s.finish(h, &r, r.behind(end))
	f.form, f.rule = Heuristic, rule.ID
	return f, ok
}

// isEdge reports whether a word may begin at i.
func (t *text) isEdge(i int) bool {
	switch r, _ := t.before(i); {
	case r == '\'':
		return t.quoteBefore(i) != 0
	case r < utf8.RuneSelf:
		return !is(byte(r), joined)
	default:
		return !isWord(r)
	}
}

// isDomain reports whether host has three labels, the last of which can be a
// top-level domain. In programs ftp is the name of a thing that has parts, so that
// fewer are taken for it.
func isDomain(host []byte, guess string) bool {
	host = bytes.TrimRight(host, ".")
	labels := strings.Split(string(host), ".")
	top := labels[len(labels)-1]
	for _, l := range labels {
		if l == "" {
			return false
		}
	}
	if len(labels) < 3 || !isTop(top) {
		return false
	}
	return guess == "http://" || len(top) == 2 || strings.Contains(" com org net edu gov mil int arpa info biz ", " "+strings.ToLower(top)+" ")
}

// isTop reports whether a top-level domain can have the name. Those of a single
// script beyond US-ASCII are, suffixes of file names are not.
func isTop(top string) bool {
	if len(top) < 2 || notTop(strings.ToLower(top)) {
		return false
	}
	if strings.HasPrefix(top, "xn--") {
		return true
	}
	for i := range len(top) {
		if is(top[i], digit) || top[i] == '-' || top[i] == '_' || top[i] == '~' {
			return false
		}
	}
	return true
}

// notTop are names that files and units of systemd end with, and no domain does.
var notTop = set(`png jpg jpeg gif bmp ico svg webp pdf txt html htm xml json yaml yml toml
	css js ts jsx tsx go mod sum java class jar exe dll cpp hpp hs el lua php sql log conf cfg ini lock tmp bak
	service socket target mount automount timer slice scope path device swap local`)
