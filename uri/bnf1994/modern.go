package bnf1994

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// An edit puts other text in the place of s[start:end].
type edit struct {
	start, end int
	text       string
}

// A rewrite collects edits of a text. Edits may not overlap.
type rewrite struct {
	s     string
	edits []edit
}

func (w *rewrite) replace(start, end int, text string) {
	w.edits = append(w.edits, edit{start, end, text})
}

// encode encodes those bytes of s[start:end] that are in chars.
func (w *rewrite) encode(start, end int, chars string) {
	for i := start; i < end; i++ {
		if strings.IndexByte(chars, w.s[i]) >= 0 {
			w.replace(i, i+1, escapes(w.s[i:i+1]))
		}
	}
}

// encodeAuthority encodes every "@" of an authority but the last.
func (w *rewrite) encodeAuthority(start, end int) {
	if at := strings.LastIndexByte(w.s[start:end], '@'); at >= 0 {
		w.encode(start, start+at, "@")
	}
}

// What the draft lets stand and RFC 3986 does not, and the same in a search.
var (
	inURI    = strings.NewReplacer(`"`, "%22", " ", "%20")
	inSearch = strings.NewReplacer(`"`, "%22", " ", "%20", "+", "%20")
)

// from returns s[start:] as the edits leave it, and outside them encoded where
// RFC 3986 demands it; or "" if that is no URI.
func (w *rewrite) from(start int) string {
	slices.SortFunc(w.edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	for _, e := range w.edits {
		inURI.WriteString(&b, w.s[start:e.start])
		b.WriteString(e.text)
		start = e.end
	}
	inURI.WriteString(&b, w.s[start:])
	u, err := uri.Parse(b.String())
	if err != nil || !u.HasScheme() {
		return ""
	}
	return b.String()
}

// draftModern spells a URL of the draft as its scheme is specified today:
//
//	ftp://h/x!I                ftp://h/x;type=i                RFC 1738, 3.2.2
//	mailto::a@h                mailto:a@h                      RFC 6068
//	gopher://h/7s?a+b          gopher://h/7s%09a%20b           RFC 4266, 2.1
//	prospero://h/n%0012        prospero://h/n;OBJECT-VERSION=12    RFC 4157
//
// A version with attributes stays as it is: nothing of today expresses them.
// What RFC 3986 does not allow unencoded is encoded.
func (v *Verdict) draftModern(start int) string {
	w := rewrite{s: v.Input}
	_, hasAttributes := v.First("attributes")
	for _, p := range v.Parts {
		switch p.Production {
		case "mailtoaddress":
			colons := p.Start + len("mailto")
			w.replace(colons, colons+len("::"), ":")
		case "login":
			w.encodeAuthority(p.Start, p.End)
		case "hostport":
			if _, isLogin := v.First("login"); !isLogin {
				w.encodeAuthority(p.Start, p.End)
			}
		case "ftptype":
			w.replace(p.Start-len("!"), p.End, ";type="+strings.ToLower(v.Text(p)))
		case "search":
			v.modernSearch(&w, p)
		case "version":
			if !hasAttributes {
				w.replace(p.Start-len("%00"), p.End, ";OBJECT-VERSION="+v.Text(p))
			}
		}
	}
	return w.from(start)
}

// modernSearch writes the search of gopher behind a tab. A URL without a type
// is given that of a search.
func (v *Verdict) modernSearch(w *rewrite, p Part) {
	if v.Parts[0].Production != "gopheraddress" {
		return
	}
	text := "%09"
	if _, ok := v.First("gtype"); !ok {
		text = "/7%09"
	}
	text += inSearch.Replace(v.Text(p))
	w.replace(p.Start-len("?"), p.End, text)
}

// laterModern spells a URL of RFC 1738 as its scheme is specified today: a "?"
// that is data there would begin a query, and a slash in a mail address or a
// message identifier a path. It is "" for a scheme that begins with no letter,
// which RFC 3986 does not know.
func (v *Verdict) laterModern(start int) string {
	w := rewrite{s: v.Input}
	whole := v.Parts[0]
	switch whole.Production {
	case "httpurl", "waisurl":
	case "genericurl":
		v.modernAuthority(&w, start+len(v.Scheme)+len(":"))
	case "mailtourl":
		if address := v.texts("encoded822addr")[0]; strings.HasPrefix(address, "//") {
			w.encode(whole.End-len(address), whole.End, "/?")
		} else {
			w.encode(whole.Start, whole.End, "?")
		}
	case "newsurl":
		w.encode(whole.Start, whole.End, "/?")
	default:
		w.encode(whole.Start, whole.End, "?")
	}
	return w.from(start)
}

// modernAuthority writes what stands behind "//" in a URL of a new scheme, in
// which anything may stand, so that RFC 3986 can read it: one "@" at most, and
// behind it one ":" at most, before digits.
func (v *Verdict) modernAuthority(w *rewrite, start int) {
	authority, ok := strings.CutPrefix(w.s[start:], "//")
	if !ok {
		return
	}
	start += len("//")
	if end := strings.IndexAny(authority, "/?"); end >= 0 {
		authority = authority[:end]
	}
	w.encodeAuthority(start, start+len(authority))
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	end := start + len(authority)
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 && strings.Trim(host[colon+1:], "0123456789") == "" {
		end -= len(host) - colon
	}
	w.encode(start+len(authority)-len(host), end, ":")
}
