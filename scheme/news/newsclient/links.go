package newsclient

import (
	"iter"
	"strings"
	"sync"
	"unicode"

	"uriel.dev/find"
	"uriel.dev/scheme"
	"uriel.dev/scheme/news"
	"uriel.dev/uri"
)

// finder finds what is linked in an article: what is marked as a URI, and those
// of schemes that people write there without marking them.
var finder = sync.OnceValue(func() find.Finder {
	return find.New(scheme.NewTable(linked(), []scheme.Registered{
		{Name: "http"}, {Name: "https"}, {Name: "ftp"}, {Name: "ftps"}, {Name: "gopher"}, {Name: "gemini"}, {Name: "telnet"},
	}))
})

// linked are the schemes that are found without "//": those of Netnews, and
// those that go on with an identifier or address like that of an article.
func linked() []scheme.Info {
	shape := infos[0].Shape
	return append(news.Schemes(), scheme.Info{Name: "mid", Shape: shape}, scheme.Info{Name: "mailto", Shape: shape})
}

// links are what an article refers to. Articles and groups are linked at the
// server that it came from, if its URI names one: elsewhere they may not be.
type links struct {
	linker
	references map[string]bool // Message-IDs without their angle brackets
}

// linksOf returns the links of an article that goes by a URI, zero if by none.
func linksOf(h Header, article uri.URI) links {
	l := links{linkerTo(article), map[string]bool{}}
	for id := range references(h.Get("References")) {
		l.references[id] = true
	}
	return l
}

// references yields the Message-IDs of a field References, without their angle
// brackets (RFC 5536, section 3.2.10). What stands between them is left out.
func references(field string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, ok := strings.Cut(field, "<")
			id, after, closed := strings.Cut(rest, ">")
			if !ok || !closed {
				return
			}
			if id != "" && !yield(id) {
				return
			}
			field = after
		}
	}
}

// article returns the URI of an article; zero if id is no Message-ID.
func (l links) article(id string) uri.URI {
	u := canonical("<" + id + ">")
	if u.IsZero() {
		return u
	}
	return l.byName(u.Path())
}

// group returns the URI of a newsgroup; zero if name is none.
func (l links) group(name string) uri.URI {
	u, err := news.View{Group: new(octets(name))}.URI()
	if err != nil {
		return uri.URI{}
	}
	return l.byName(u.Path())
}

// to returns where a URI in an article leads: to other articles at its server.
func (l links) to(u uri.URI) uri.URI {
	switch scheme := strings.ToLower(u.Scheme()); {
	case scheme == "mid" && !strings.Contains(u.Path(), "/"), scheme == "news" && !u.HasAuthority() && !u.HasQuery():
		if at := l.byName(u.Path()); !at.IsZero() {
			return at
		}
	}
	return u
}

// split yields the pieces of a text in turn, those that lead somewhere with
// where: URIs, and the identifiers of references in their angle brackets, which
// look like addresses otherwise.
func (l links) split(text string) iter.Seq2[string, uri.URI] {
	return func(yield func(string, uri.URI) bool) {
		for text != "" {
			before, id, after := l.cutReference(text)
			if !l.splitURIs(before, yield) || id != "" && !yield(id, l.article(id)) {
				return
			}
			text = after
		}
	}
}

// cutReference cuts a text around the first identifier of a reference; id is ""
// if there is none.
func (l links) cutReference(text string) (before, id, after string) {
	for from := 0; ; {
		open := strings.IndexByte(text[from:], '<')
		if open < 0 {
			return text, "", ""
		}
		from += open + len("<")
		id, _, ok := strings.Cut(text[from:], ">")
		if ok && l.references[id] {
			return text[:from], id, text[from+len(id):]
		}
	}
}

func (l links) splitURIs(text string, yield func(string, uri.URI) bool) bool {
	end := 0
	for m := range finder().All([]byte(text)) {
		start := int(m.Start)
		if start > end && !yield(text[end:start], uri.URI{}) {
			return false
		}
		end = int(m.End)
		if !yield(text[start:end], l.to(m.URI)) {
			return false
		}
	}
	return end == len(text) || yield(text[end:], uri.URI{})
}

// harmless returns a text without what a terminal or a browser would obey.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\t' && (unicode.IsControl(r) || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069') {
			return '\uFFFD'
		}
		return r
	}, text)
}
