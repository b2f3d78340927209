package markdownread

import (
	"strings"

	"uriel.dev/get/doc"
)

// A builder makes a tree of tokens. Frames are what has begun and not ended.
type builder struct {
	t       *tree
	frames  []frame
	text    []byte // of words that are in no inline yet
	skipped int    // frames that are not there, since there would be too many
	links   int    // frames and elements that are links
	open    int    // elements
}

// A frame is what has begun: emphasis, a link, an image. The first one is the leaf.
type frame struct {
	target   target // of a link, an image
	inlines  []doc.Inline
	elements []element // of HTML that have begun in it
}

// build makes a tree of the tokens.
func (n *inliner) build() []doc.Inline {
	b := &n.builder
	*b = builder{t: n.t, frames: append(b.frames[:0], frame{}), text: b.text[:0]}
	for i := range n.tokens {
		b.token(n, &n.tokens[i])
	}
	b.flush()
	return b.frames[0].inlines
}

func (b *builder) top() *frame { return &b.frames[len(b.frames)-1] }

func (b *builder) token(n *inliner, t *token) {
	switch t.kind {
	case words:
		b.words(t.text)
	case codeWords:
		b.add(doc.Code{Inlines: []doc.Inline{doc.Text(t.text)}})
	case lineBreak:
		b.add(doc.LineBreak{})
	case signs:
		b.signs(&n.runs[t.n])
	case linkBegin:
		b.begin(frame{target: n.targets[t.n]})
		b.links++
	case linkEnd:
		b.links--
		b.end(func(f frame) { b.link(f.target, f.inlines) })
	case imageBegin:
		b.begin(frame{target: n.targets[t.n]})
	case imageEnd:
		b.end(func(f frame) { b.image(f.target, strings.ReplaceAll(doc.Words(f.inlines), "\n", " ")) })
	case autolink:
		b.autolink(n.targets[t.n], t.text)
	case noteMark:
		b.noteMark(int(t.n))
	case htmlTag:
		b.tag(t.text)
	}
}

// words adds words. What is between two of them is one space.
func (b *builder) words(s string) {
	for i := range len(s) {
		c := s[i]
		if isBlank(c) {
			if c = ' '; len(b.text) > 0 && b.text[len(b.text)-1] == ' ' {
				continue
			}
		}
		b.text = append(b.text, c)
	}
}

// flush makes an inline of the words that are in none.
func (b *builder) flush() {
	if len(b.text) == 0 {
		return
	}
	f := b.top()
	f.inlines = append(f.inlines, doc.Text(b.text))
	b.text = b.text[:0]
}

func (b *builder) add(in doc.Inline) {
	b.flush()
	f := b.top()
	f.inlines = append(f.inlines, in)
}

func (b *builder) begin(f frame) {
	if len(b.frames)+b.open > maxNested {
		b.skipped++
		return
	}
	b.flush()
	b.frames = append(b.frames, f)
}

// end calls made with the frame that ends, if it is there.
func (b *builder) end(made func(f frame)) {
	if b.skipped > 0 {
		b.skipped--
		return
	}
	b.flush()
	last := len(b.frames) - 1
	b.closeElements(0)
	f := b.frames[last]
	b.frames = b.frames[:last]
	made(f)
}

func (b *builder) signs(r *signRun) {
	for _, look := range r.ended {
		b.end(func(f frame) { b.look(look, f.inlines) })
	}
	for range r.left {
		b.text = append(b.text, r.sign)
	}
	for range r.begun {
		b.begin(frame{})
	}
}

func (b *builder) look(l look, inlines []doc.Inline) {
	switch l {
	case stressed:
		b.add(doc.Emphasis{Inlines: inlines})
	case strong:
		b.add(doc.Strong{Inlines: inlines})
	case typed:
		b.add(doc.Code{Inlines: inlines})
	}
}

// link adds a link. One that leads nowhere is its words; one without words has its URI
// for them.
func (b *builder) link(t target, inlines []doc.Inline) {
	if !t.ok || b.links > 0 {
		b.flush()
		f := b.top()
		f.inlines = append(f.inlines, inlines...)
		return
	}
	if strings.TrimSpace(doc.Words(inlines)) == "" {
		inlines = []doc.Inline{doc.Text(t.uri.String())}
	}
	b.add(doc.Link{URI: t.uri, Inlines: inlines})
}

// image adds what stands for an image.
func (b *builder) image(t target, alt string) {
	switch {
	case strings.TrimSpace(alt) == "":
	case t.ok && b.links == 0:
		b.add(doc.Link{URI: t.uri, Inlines: []doc.Inline{doc.Text(alt)}})
	default:
		b.text = append(b.text, alt...)
	}
}

func (b *builder) autolink(t target, text string) {
	if !t.ok || b.links > 0 {
		b.text = append(b.text, text...)
		return
	}
	b.add(doc.Link{
		URI: t.uri, Inlines: []doc.Inline{doc.Text(text)},
		Named: strings.EqualFold(t.uri.Scheme(), "mailto") && !strings.Contains(text, ":"),
	})
}
