package newsclient

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// A leaf is a part of an article that has no parts itself.
type leaf struct {
	number int // from 1, in the order in which they come
	media  string
	params map[string]string
	header textproto.MIMEHeader
	body   io.Reader
	within *level // nil if it is all there is
}

// mediaType returns the media type with its parameters.
func (l *leaf) mediaType() string {
	if t := mime.FormatMediaType(l.media, l.params); t != "" {
		return t
	}
	return "application/octet-stream"
}

// name returns the name of the file that a part was, or "".
func (l *leaf) name() string {
	_, disposition, _ := mime.ParseMediaType(l.header.Get("Content-Disposition"))
	return Decode(cmp.Or(disposition["filename"], l.params["name"]))
}

func (l *leaf) encoding() string { return l.header.Get("Content-Transfer-Encoding") }

// isAttached reports whether a part is not meant to be read with the others.
func (l *leaf) isAttached() bool {
	disposition, _, _ := mime.ParseMediaType(l.header.Get("Content-Disposition"))
	return disposition == "attachment"
}

// A level is a multipart.
type level struct {
	*multipart.Reader
	alternative bool // its parts are the same in several forms
	shown       bool // one of which is shown
}

// A walk goes through the parts of an article.
type walk struct {
	*source
	header  Header
	article uri.URI
	limits  policy.Limits
	entered bool // the body was begun
	levels  []*level
	number  int            // of the last leaf
	named   map[string]int // the numbers of leaves by their Content-IDs, without angle brackets
}

// walkOf returns the walk through an article of which header was read.
func walkOf(header Header, body io.Reader, article uri.URI, limits policy.Limits) *walk {
	return &walk{source: &source{r: body}, header: header, article: article, limits: limits, named: map[string]int{}}
}

// next returns the next leaf; io.EOF if there is none. What is behind the last,
// which nobody wants to see, is read then, to know whether all has come.
func (w *walk) next() (*leaf, error) {
	if !w.entered {
		w.entered = true
		if l, err := w.enter(fieldsOf(w.header), w.source); l != nil || err != nil {
			return l, err
		}
	}
	for len(w.levels) > 0 {
		part, err := w.levels[len(w.levels)-1].NextRawPart()
		if err != nil { // the last boundary, or it is missing: an error of the source is seen at the end
			w.levels = w.levels[:len(w.levels)-1]
		} else if l, err := w.enter(part.Header, part); l != nil || err != nil {
			return l, err
		}
	}
	if _, err := io.Copy(io.Discard, w.source); err != nil {
		return nil, err
	}
	return nil, io.EOF
}

// enter returns a part if it is a leaf, else nil: the walk goes on within it.
func (w *walk) enter(h textproto.MIMEHeader, body io.Reader) (*leaf, error) {
	media, params, err := mime.ParseMediaType(cmp.Or(h.Get("Content-Type"), "text/plain"))
	if err != nil && media == "" || strings.HasPrefix(media, "multipart/") && params["boundary"] == "" {
		media = "text/plain" // as what says nothing of itself
	}
	if strings.HasPrefix(media, "multipart/") {
		if w.limits.Depth > 0 && len(w.levels) == w.limits.Depth {
			return nil, w.over("depth", "parts of a message within each other")
		}
		w.levels = append(w.levels, &level{Reader: multipart.NewReader(body, params["boundary"]), alternative: media == "multipart/alternative"})
		return nil, nil
	}
	if w.number++; w.limits.Parts > 0 && w.number > w.limits.Parts {
		return nil, w.over("parts", "parts of a message")
	}
	l := &leaf{number: w.number, media: media, params: params, header: h, body: body}
	if len(w.levels) > 0 {
		l.within = w.levels[len(w.levels)-1]
	}
	if id := contentID(h); id != "" && w.named[id] == 0 {
		w.named[id] = l.number
	}
	return l, nil
}

func (w *walk) over(limit, what string) error {
	return get.Errorf(get.Limit, "read", w.article, "%w", w.limits.Over(limit, what))
}

// fieldsOf returns the fields that say what a body is.
func fieldsOf(h Header) textproto.MIMEHeader {
	out := textproto.MIMEHeader{}
	for _, name := range [...]string{"Content-Type", "Content-Transfer-Encoding", "Content-Disposition"} {
		if value := h.Get(name); value != "" {
			out.Set(name, value)
		}
	}
	return out
}

// A source is the body as it comes. It keeps its error, to tell it from one of
// an encoding.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil {
		s.err = err
	}
	return n, err
}

// broken returns the error of the source, if it has one.
func (s *source) broken() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// maxQuotedLine is how long a line of quoted-printable may be, which is at most
// 76 by RFC 2045, section 6.7.
const maxQuotedLine = 64 << 10

// decoded takes the transfer encoding from a part (RFC 2045, section 6).
func decoded(encoding string, r io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(bufio.NewReaderSize(r, maxQuotedLine))
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	}
	return r
}
