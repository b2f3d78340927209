package newsclient

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// Text renders an article, of which header was read, as a text of UTF-8 with
// lines that end in LF: the fields that a reader wants to see, decoded, an empty
// line, and the body without its transfer encoding and charset. Of a message of
// several parts those that are text stand there, and the others are named, with
// their URIs if article, that of the whole, is not zero.
//
// It is read as it comes, within the limits called depth and parts. An error of
// body is an error of the text; an encoding that is damaged is said in the text.
func Text(header Header, body io.Reader, article uri.URI, limits policy.Limits) io.Reader {
	return rendered(header, walkOf(header, body, article, limits), plainLook{article})
}

// A look is a form in which an article is rendered. Text has been cleared of its
// encodings, but not of what its form would obey.
type look interface {
	head(h Header) string                          // what stands before the first part
	text(l *leaf, content io.Reader) io.Reader     // a part that is text, in UTF-8 and lines that end in LF
	attachment(l *leaf, name, about string) string // a part that is named only
	between() string                               // what stands between two parts
	foot() string                                  // what stands behind the last
}

// fields are the fields that a reader wants to see.
var fields = []string{"from", "newsgroups", "followup-to", "reply-to", "subject", "date", "organization", "message-id", "references"}

// shown returns the fields of a header that a reader wants to see, decoded.
func shown(h Header) (out Header) {
	for _, f := range h {
		if slices.Contains(fields, strings.ToLower(f.Name)) {
			out = append(out, Field{f.Name, Decode(f.Value)})
		}
	}
	return out
}

// A rendering is an article in a look.
type rendering struct {
	*walk
	look
	now   io.Reader // what is read now; nil between two
	begun bool      // something of the body was shown
	over  bool
}

func rendered(header Header, parts *walk, l look) io.Reader {
	return &rendering{walk: parts, look: l, now: strings.NewReader(l.head(header))}
}

// Read reads the article.
func (r *rendering) Read(p []byte) (int, error) {
	for {
		if r.now != nil {
			n, err := r.now.Read(p)
			if err == io.EOF {
				r.now, err = nil, nil
			}
			if n > 0 || err != nil {
				return n, err
			}
			continue
		}
		if r.over {
			return 0, io.EOF
		}
		l, err := r.next()
		switch {
		case err == io.EOF:
			r.over, r.now = true, strings.NewReader(r.foot())
		case err != nil:
			return 0, err
		default:
			r.now = r.show(l)
		}
	}
}

// show returns what there is to be read of a part, nil if nothing is. Of the
// same in several forms it is the plain text.
func (r *rendering) show(l *leaf) io.Reader {
	within := l.within
	switch {
	case within == nil && strings.HasPrefix(l.media, "text/"), l.media == "text/plain" && !l.isAttached():
		if within != nil {
			within.shown = true
		}
		return r.apart(r.look.text(l, &text{source: r.source, leaf: l}))
	case within != nil && within.alternative && within.shown:
		return nil
	}
	return r.apart(&attachment{source: r.source, leaf: l, look: r.look})
}

// apart keeps a part that is not the first from the one before.
func (r *rendering) apart(part io.Reader) io.Reader {
	if r.begun {
		return io.MultiReader(strings.NewReader(r.between()), part)
	}
	r.begun = true
	return part
}

// An attachment is a part that is named only.
type attachment struct {
	*source
	*leaf
	look look
	line io.Reader
}

// Read returns the name, type and size of the part, once that is known.
func (a *attachment) Read(p []byte) (int, error) {
	if a.line == nil {
		size, err := io.Copy(io.Discard, decoded(a.encoding(), a.body))
		if err := a.broken(); err != nil {
			return 0, err
		}
		about := fmt.Sprintf("%s, %d bytes", a.media, size)
		if err != nil {
			about += ", damaged"
		}
		a.line = strings.NewReader(a.look.attachment(a.leaf, a.name(), about))
	}
	return a.line.Read(p)
}

// partURI returns the URI of a part of an article; zero if that has none.
func partURI(article uri.URI, number int) uri.URI {
	if article.IsZero() {
		return article
	}
	u, _ := article.WithQuery("part=" + strconv.Itoa(number)) // which can stand there
	return u
}

// plainLook is text and nothing else.
type plainLook struct{ article uri.URI }

func (plainLook) head(h Header) string {
	var b strings.Builder
	for _, f := range shown(h) {
		b.WriteString(f.Name + ": " + f.Value + "\n")
	}
	return b.String() + "\n"
}

func (plainLook) text(_ *leaf, content io.Reader) io.Reader { return content }

func (p plainLook) attachment(l *leaf, name, about string) string {
	if name != "" {
		about = name + ", " + about
	}
	if u := partURI(p.article, l.number); !u.IsZero() {
		about += ", <" + u.String() + ">"
	}
	return "[attachment: " + about + "]\n"
}

func (plainLook) between() string { return "\n" }
func (plainLook) foot() string    { return "" }
