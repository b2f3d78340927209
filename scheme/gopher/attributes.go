package gopher

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Attributes are what a Gopher+ server knows of one item (Gopher+, section 2.5).
// On the wire they are blocks of lines:
//
//	+INFO: 0paper TAB 0/paper TAB host TAB 70 TAB +
//	+ADMIN:
//	 Admin: Frodo <frodo@example.org>
//	 Mod-Date: Mon Nov 30 12:19:49 2026 <20261130121949>
//	+VIEWS:
//	 Text/plain En_US: <.1k>
type Attributes struct {
	Item   Item    // of the block +INFO
	Blocks []Block // all others, in order
}

// A Block is a block of attributes. Its octets are as the server sent them.
type Block struct {
	Name  string   // with its plus sign: "+ADMIN"; its case counts
	Text  string   // what stands behind the name on the same line
	Lines []string // without the blank before each
}

// AppendAttributes reads one more line of a reply to "!" or "$" into list: a
// block +INFO begins the attributes of the next item. Lines before the first
// are of an item that is not named. A block may lack the colon behind its name,
// and a line the blank before it.
func AppendAttributes(list []Attributes, line string) []Attributes {
	name, text, isBlock := cutBlock(line)
	if name == info {
		return append(list, Attributes{Item: ParseItem(text)})
	}
	if len(list) == 0 {
		list = append(list, Attributes{Item: Item{Type: 'i'}})
	}
	last := &list[len(list)-1]
	switch {
	case isBlock:
		last.Blocks = append(last.Blocks, Block{Name: name, Text: text})
	case len(last.Blocks) > 0:
		block := &last.Blocks[len(last.Blocks)-1]
		block.Lines = append(block.Lines, strings.TrimPrefix(line, " "))
	}
	return list
}

const info = "+INFO"

// cutBlock cuts the first line of a block behind its name, which holds no blank
// and no second plus sign.
func cutBlock(line string) (name, text string, ok bool) {
	if !strings.HasPrefix(line, "+") {
		return "", "", false
	}
	end := strings.IndexAny(line, ": ")
	if end < 0 {
		end = len(line)
	}
	text = strings.TrimPrefix(line[end:], ":")
	return line[:end], strings.TrimPrefix(text, " "), end > 1
}

// Block returns the block called name, "+ABSTRACT", or nil.
func (a *Attributes) Block(name string) *Block {
	for i := range a.Blocks {
		if a.Blocks[i].Name == name {
			return &a.Blocks[i]
		}
	}
	return nil
}

// Field returns what stands behind "name:" in the lines of a block, or "". A nil
// block has none.
func (b *Block) Field(name string) string {
	if b == nil {
		return ""
	}
	for _, line := range b.Lines {
		key, value, ok := strings.Cut(line, ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Modified returns when the item was changed, by the digits of Mod-Date in
// +ADMIN, <YYYYMMDDhhmmss>. They are in the time of the server, which it does
// not name: they are read as UTC. It is zero if there are none.
func (a *Attributes) Modified() time.Time {
	digits := between(a.Block("+ADMIN").Field("Mod-Date"))
	t, err := time.Parse("20060102150405", digits)
	if err != nil {
		return time.Time{}
	}
	return t
}

func between(s string) string {
	_, s, _ = strings.Cut(s, "<")
	s, _, _ = strings.Cut(s, ">")
	return s
}

// A Representation is one of the views of an item: a line of the block +VIEWS,
//
//	type [ SP language ] [ ":" ] [ "<" size [ "k" ] ">" ]
type Representation struct {
	View     string // most often a media type; its case counts to some servers
	Language string // "Es_ES"; "" if none is named
	Size     int64  // in bytes, near enough; -1 if it is not told
}

// Views returns the representations of the item, that which the server prefers
// first.
func (a *Attributes) Views() (list []Representation) {
	block := a.Block("+VIEWS")
	if block == nil {
		return nil
	}
	for _, line := range block.Lines {
		if r, ok := ParseRepresentation(line); ok {
			list = append(list, r)
		}
	}
	return list
}

// ParseRepresentation reads a line of +VIEWS. It reports false if the line has no
// such form.
func ParseRepresentation(line string) (Representation, bool) {
	m := viewLine().FindStringSubmatch(line)
	if m == nil {
		return Representation{}, false
	}
	r := Representation{View: m[1], Language: m[2], Size: viewSize(m[3], m[4])}
	if r.Language == "(null)" { // gopherd of the University of Minnesota, for none
		r.Language = ""
	}
	return r, true
}

// String returns the view and its language, as they stand in a request.
func (r Representation) String() string {
	return strings.TrimSuffix(r.View+" "+r.Language, " ")
}

// viewLine is compiled when it is first used: few runs of a program do.
var viewLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ *([^\s:<]+)(?: +([^\s:<]+))? *:? *(?:<? *([0-9]*\.?[0-9]+) *([kKmM]?)[bB]?>?)? *$`)
})

// viewSize reads a size such as "10" "k", ".1" "k". A tenth of a kilobyte is as
// exact as servers are, so that a size of 0 tells nothing.
func viewSize(number, unit string) int64 {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n == 0 || n > 1<<40 {
		return -1
	}
	switch unit {
	case "k", "K":
		n *= 1 << 10
	case "m", "M":
		n *= 1 << 20
	}
	return int64(n)
}
