package markdownread

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// bare reads the link that is not marked (GitHub Flavored Markdown, section 6.9) whose
// scheme ends with the ":" at i, or that begins with the "w" there.
func (n *inliner) bare(i int) int {
	start, host, scheme := i, i, "http://"
	if n.s[i] == ':' {
		if start = n.scheme(i); start == i {
			return i + 1
		}
		host, scheme = i+len("://"), ""
	} else if !n.isWWW(i) {
		return i + 1
	}
	end := domainEnd(n.s, host)
	if end == 0 {
		return i + 1
	}
	for end < len(n.s) && !isSpace(n.s[end]) && n.s[end] != '<' {
		end++
	}
	end = start + trimLink(n.s[start:end])
	text := n.s[start:end]
	return n.add(start, end, token{kind: autolink, n: n.addTarget(n.t.target(scheme + text)), text: text})
}

// scheme returns where the scheme begins that ends with the ":" at i; i if no link
// begins with it.
func (n *inliner) scheme(i int) int {
	if !strings.HasPrefix(n.s[i:], "://") {
		return i
	}
	start := i
	for start > n.from && i-start <= len("https") && isLetter(n.s[start-1]) {
		start--
	}
	switch strings.ToLower(n.s[start:i]) {
	case "http", "https", "ftp":
		return start
	}
	return i
}

// isWWW reports whether a host that begins with "www." stands at i.
func (n *inliner) isWWW(i int) bool {
	const www = "www."
	if i < n.noHost || !strings.HasPrefix(n.s[i:], www) || i > 0 && !isSpace(n.s[i-1]) && strings.IndexByte("*_~(", n.s[i-1]) < 0 {
		return false
	}
	end := domainEnd(n.s, i)
	if end > i+len(www) {
		return true
	}
	n.noHost = i + len(hostChars(n.s[i:])) // to read it again for each "www." in it could take too long
	return false
}

// domainEnd returns where the domain at i ends, 0 if there is none. The last two names
// in it have no underline.
func domainEnd(s string, i int) int {
	host := hostChars(s[i:])
	last := strings.LastIndexByte(host, '.')
	last = strings.LastIndexByte(host[:max(last, 0)], '.')
	if host == "" || !unicode.IsLetter(after(host, 0)) && !unicode.IsDigit(after(host, 0)) || strings.Contains(host[last+1:], "_") {
		return 0
	}
	return i + len(host)
}

// hostChars returns what s begins with that can be in a domain.
func hostChars(s string) string {
	for i := 0; i < len(s); {
		c, size := s[i], 1
		if c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) || unicode.IsPunct(r) {
				return s[:i]
			}
		} else if !isAlphanumeric(c) && c != '-' && c != '_' && c != '.' {
			return s[:i]
		}
		i += size
	}
	return s
}

// trimLink returns how long a link is without the punctuation at its end, an entity
// there, and brackets that are closed and not opened in it.
func trimLink(s string) int {
	unopened := strings.Count(s, ")") - strings.Count(s, "(")
	end := len(s)
	for end > 0 {
		switch s[end-1] {
		case '?', '!', '.', ',', ':', '*', '_', '~', '\'', '"':
			end--
		case ';':
			start := end - 1
			for start > 0 && isLetter(s[start-1]) {
				start--
			}
			if start > 0 && start < end-1 && s[start-1] == '&' {
				end = start
			}
			end--
		case ')':
			if unopened <= 0 {
				return end
			}
			unopened--
			end--
		default:
			return end
		}
	}
	return end
}
