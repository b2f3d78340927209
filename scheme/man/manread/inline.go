package manread

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/get/doc"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/uri"
)

// inlines makes inlines of runs, with what reads like a link in them as one.
// The newlines of preformatted text stay newlines.
func inlines(runs []run, pre bool) (out []doc.Inline) {
	runs = withLinks(runs)
	for len(runs) > 0 {
		n := 1
		for n < len(runs) && runs[n].link == runs[0].link {
			n++
		}
		part := looks(runs[:n], pre)
		if l := runs[0].link; l != nil {
			part = []doc.Inline{doc.Link{URI: l.uri, Named: l.named, Inlines: part}}
		}
		out = append(out, part...)
		runs = runs[n:]
	}
	return out
}

// looks makes inlines of runs without their links.
func looks(runs []run, pre bool) (out []doc.Inline) {
	for _, r := range runs {
		for i, s := range splitLines(r.text, pre) {
			if i > 0 {
				out = append(out, doc.LineBreak{})
			}
			if s != "" {
				out = append(out, r.font.around(doc.Text(s)))
			}
		}
	}
	return out
}

func splitLines(s string, pre bool) []string {
	if pre {
		return []string{s}
	}
	return strings.Split(s, "\n")
}

// around returns an inline in the look of f. Spaces have none.
func (f font) around(in doc.Text) (out doc.Inline) {
	out = in
	if strings.TrimSpace(string(in)) == "" {
		return out
	}
	if f&mono != 0 {
		out = doc.Code{Inlines: []doc.Inline{out}}
	}
	if f&italic != 0 {
		out = doc.Emphasis{Inlines: []doc.Inline{out}}
	}
	if f&bold != 0 {
		out = doc.Strong{Inlines: []doc.Inline{out}}
	}
	return out
}

// A found is a link in a text.
type found struct {
	start, end int
	link       link
}

// withLinks returns runs with what reads like a link in one.
func withLinks(runs []run) []run {
	var all strings.Builder
	for _, r := range runs {
		all.WriteString(r.text)
	}
	links := find(all.String())
	if len(links) == 0 {
		return runs
	}
	var out []run
	at := 0
	for _, r := range runs {
		end := at + len(r.text)
		for at < end {
			for len(links) > 0 && links[0].end <= at {
				links = links[1:]
			}
			cut, l := end, r.link
			if len(links) > 0 {
				f := &links[0]
				switch {
				case at < f.start:
					cut = min(end, f.start)
				case l == nil:
					cut, l = min(end, f.end), &f.link
				default:
					cut = min(end, f.end)
				}
			}
			part := r
			part.text, part.link = r.text[len(r.text)-(end-at):len(r.text)-(end-cut)], l
			out = append(out, part)
			at = cut
		}
	}
	return out
}

// find returns what reads like a link in a text: name(section), an absolute
// URI, an address of e-mail.
func find(s string) (links []found) {
	last := 0
	for i := 0; i < len(s); i++ {
		var f found
		ok := false
		switch s[i] {
		case '(':
			f, ok = pageAt(s, i, last)
		case ':':
			f, ok = uriAt(s, i, last)
		case '@':
			f, ok = mailAt(s, i, last)
		}
		if ok {
			links = append(links, f)
			last, i = f.end, f.end-1
		}
	}
	return links
}

// isNameChar reports whether c may stand in the name of a page in running text.
func isNameChar(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.IndexByte("._-+:@[", c) >= 0
}

// pageAt reads name(section), whose parenthesis is at i.
func pageAt(s string, i, last int) (f found, ok bool) {
	end := strings.IndexByte(s[i:min(len(s), i+10)], ')')
	if end < 2 {
		return f, false
	}
	section := s[i+1 : i+end]
	start := i
	for start > last && isNameChar(s[start-1]) {
		start--
	}
	for start < i && strings.IndexByte(".-+:@", s[start]) >= 0 {
		start++
	}
	name := s[start:i]
	if name == "" || strings.HasSuffix(name, ":") || !man.IsName(name) || !isReference(section) {
		return f, false
	}
	u := man.View{Page: scheme.Octets(name), Section: section}.URI()
	return found{start, i + end + 1, link{u, true}}, !u.IsZero()
}

// isReference reports whether text refers to pages of a section so: one that is
// a digit, perhaps with letters.
func isReference(section string) bool {
	if !man.IsSection(section) || section[0] == '0' && len(section) == 1 {
		return false
	}
	for _, c := range section[1:] {
		if c <= '9' {
			return false // 10 is no section
		}
	}
	return section[0] <= '9'
}

// schemes are those that a text may hold URIs of.
var schemes = setOf("http https ftp ftps sftp ssh git gopher file irc ircs news nntp telnet ldap ldaps rsync svn ws wss")

// maxURI bounds the URIs that are looked for in a text.
const maxURI = 4096

// uriAt reads a URI of a scheme with "//", whose colon is at i.
func uriAt(s string, i, last int) (f found, ok bool) {
	start := i
	for start > last && (s[start-1]|0x20 >= 'a' && s[start-1]|0x20 <= 'z' || '0' <= s[start-1] && s[start-1] <= '9') {
		start--
	}
	name := strings.ToLower(s[start:i])
	rest := s[i+1:]
	if name == "mailto" {
		if a, ok := mailAt(s, max(i, 0)+1+max(strings.IndexByte(rest, '@'), 0), i+1); ok && a.start == i+1 {
			return found{start, a.end, a.link}, true
		}
		return f, false
	}
	if !schemes(name) || !strings.HasPrefix(rest, "//") {
		return f, false
	}
	end := i + 1 + len(rest)
	if n := strings.IndexFunc(rest, endsURI); n >= 0 {
		end = i + 1 + n
	}
	end = min(end, i+maxURI)
	for end > i+3 && strings.IndexByte(".,;:!?'\")]", s[end-1]) >= 0 && !balanced(s[start:end]) {
		end--
	}
	u, err := uri.Parse(s[start:end])
	return found{start, end, link{u, false}}, err == nil && end > i+3
}

// endsURI reports whether a URI in running text ends before c.
func endsURI(c rune) bool {
	return c <= ' ' || c >= 0x7f || strings.ContainsRune("<>\"`{}|\\^", c)
}

// balanced reports whether s ends in a bracket that it begins.
func balanced(s string) bool {
	return strings.HasSuffix(s, ")") && strings.Count(s, "(") >= strings.Count(s, ")")
}

// units are the endings of units of systemd, whose names look like addresses.
var units = setOf("service socket target mount automount timer slice scope path device swap network conf")

// mailAt reads an address of e-mail, whose "@" is at i.
func mailAt(s string, i, last int) (f found, ok bool) {
	start, end := i, i
	isWord := func(c byte) bool {
		return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '.' || c == '_'
	}
	for start > last && (isWord(s[start-1]) || s[start-1] == '+') {
		start--
	}
	for end+1 < len(s) && isWord(s[end+1]) {
		end++
	}
	for end > i && strings.IndexByte(".-_", s[end]) >= 0 {
		end--
	}
	for start < i && strings.IndexByte(".-+", s[start]) >= 0 {
		start++
	}
	if start >= i || end <= i || end >= len(s) {
		return f, false
	}
	host := s[i+1 : end+1]
	dot := strings.LastIndexByte(host, '.')
	if dot < 1 || len(host)-dot < 3 || units(host[dot+1:]) || strings.Contains(host, "_") || strings.Trim(host[dot+1:], "0123456789") == "" {
		return f, false
	}
	if c, _ := utf8.DecodeLastRuneInString(s[:start]); c == '/' || c == ':' && last != start {
		return f, false // a part of a path
	}
	u, err := uri.Parse("mailto:" + s[start:end+1])
	return found{start, end + 1, link{u, true}}, err == nil
}
