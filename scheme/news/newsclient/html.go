package newsclient

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// HTML renders an article as a document of HTML for a reader: as [Text] does,
// with every URI linked, quotations set in and the long ones folded, the
// signature small, and format=flowed (RFC 3676) in paragraphs. article is the
// URI of the article: what it refers to is linked at the server of that.
func HTML(header Header, body io.Reader, article uri.URI, limits policy.Limits) io.Reader {
	return rendered(header, walkOf(header, body, article, limits), htmlLook{linksOf(header, article), article})
}

type htmlLook struct {
	links
	article uri.URI
}

func (x htmlLook) head(h Header) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" + escape(Decode(h.Get("Subject"))) + "</title></head>\n<body>\n<dl>\n")
	for _, f := range shown(h) {
		fmt.Fprintf(&b, "<dt>%s</dt><dd>%s</dd>\n", escape(f.Name), x.field(f))
	}
	if thread := threadURI(x.article); !thread.IsZero() {
		b.WriteString("<dt>Thread</dt><dd>" + anchor(thread, "what it answers, and what answers it") + "</dd>\n")
	}
	return b.String() + "</dl>\n"
}

// field writes the value of a field with the articles and groups in it linked.
func (x htmlLook) field(f Field) string {
	var out []string
	switch strings.ToLower(f.Name) {
	case "references":
		for id := range references(f.Value) {
			out = append(out, anchor(x.links.article(id), id))
		}
		return strings.Join(out, " ")
	case "newsgroups", "followup-to":
		for name := range strings.SplitSeq(f.Value, ",") {
			name = strings.TrimSpace(name)
			out = append(out, anchor(x.group(name), name))
		}
		return strings.Join(out, ", ")
	}
	return escape(f.Value)
}

func (x htmlLook) text(l *leaf, content io.Reader) io.Reader {
	return &htmlText{lines: linesOf(l, content), links: x.links}
}

func (x htmlLook) attachment(l *leaf, name, about string) string {
	if name == "" {
		name = fmt.Sprintf("part %d", l.number)
	}
	return "<p>" + anchor(partURI(x.article, l.number), name) + " (" + escape(about) + ")</p>\n"
}

func (htmlLook) between() string { return "<hr>\n" }
func (htmlLook) foot() string    { return "</body></html>\n" }

func escape(text string) string { return html.EscapeString(harmless(text)) }

// anchor links a text, unless the URI is zero.
func anchor(u uri.URI, text string) string {
	if u.IsZero() {
		return escape(text)
	}
	return `<a href="` + html.EscapeString(u.String()) + `">` + escape(text) + "</a>"
}

const (
	// foldFrom is how many lines of a quotation stand there unfolded.
	foldFrom = 8

	// maxQuotes is how deep quotations are set in; what is deeper stands there.
	maxQuotes = 6
)

// htmlText is a part that is text, as HTML.
type htmlText struct {
	lines *lineReader
	links links
	out   bytes.Buffer
	err   error

	held      []line // of a quotation that is not long enough to be folded, so far
	folded    bool   // the quotation that goes on is
	open      bool   // a block is
	ends      string // the tags that end it
	depth     int    // how often it is quoted
	signature bool   // it is of the signature
}

// Read reads the part.
func (t *htmlText) Read(p []byte) (int, error) {
	for t.out.Len() == 0 && t.err == nil {
		t.step()
	}
	if t.out.Len() > 0 {
		return t.out.Read(p)
	}
	return 0, t.err
}

// step writes a line, or holds it.
func (t *htmlText) step() {
	l, err := t.lines.next()
	switch {
	case err != nil:
		t.endQuote()
		t.end()
		t.err = err
	case l.depth == 0:
		t.endQuote()
		t.put(l)
	case t.folded:
		t.put(l)
	default:
		if t.held = append(t.held, l); len(t.held) > foldFrom {
			t.end()
			t.out.WriteString("<details><summary>Quoted text</summary>\n")
			t.folded = true
			t.release()
		}
	}
}

func (t *htmlText) release() {
	for _, l := range t.held {
		t.put(l)
	}
	t.held = t.held[:0]
}

// endQuote ends a quotation.
func (t *htmlText) endQuote() {
	t.release()
	if t.folded {
		t.end()
		t.out.WriteString("</details>\n")
		t.folded = false
	}
}

// put writes a line in a block of its kind.
func (t *htmlText) put(l line) {
	if depth := min(l.depth, maxQuotes); !t.open || depth != t.depth || l.signature != t.signature {
		t.end()
		t.begin(depth, l.signature)
	}
	switch {
	case !t.lines.flowed:
		t.link(l.text)
		t.out.WriteByte('\n')
	case l.text != "":
		before, behind := "<p>", "</p>\n"
		if l.signature {
			before, behind = "<p><small>", "</small></p>\n"
		}
		t.out.WriteString(before)
		t.link(l.text)
		t.out.WriteString(behind)
	}
}

// begin begins a block, within which lines that are not flowed stay as they are.
func (t *htmlText) begin(depth int, signature bool) {
	tags, ends := "", ""
	switch {
	case t.lines.flowed:
	case signature:
		tags, ends = "<pre>\n<small>", "</small></pre>\n" // the first line end of a pre is none of it
	default:
		tags, ends = "<pre>\n", "</pre>\n"
	}
	if depth > 0 {
		tags = strings.Repeat("<blockquote>", depth) + tags
		ends = strings.TrimSuffix(ends, "\n") + strings.Repeat("</blockquote>", depth) + "\n"
	}
	t.out.WriteString(tags)
	t.open, t.ends, t.depth, t.signature = true, ends, depth, signature
}

func (t *htmlText) end() {
	if t.open {
		t.out.WriteString(t.ends)
		t.open = false
	}
}

func (t *htmlText) link(text string) {
	for piece, to := range t.links.split(text) {
		t.out.WriteString(anchor(to, piece))
	}
}
