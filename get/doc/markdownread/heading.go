package markdownread

import (
	"strconv"
	"strings"
	"unicode"

	"uriel.dev/get/doc"
)

// maxLevel is the lowest level of a heading that package doc has.
const maxLevel = 5

func (t *tree) heading(b *block) doc.Heading {
	h := doc.Heading{Level: min(int(b.level), maxLevel), Inlines: t.inlines(b.text)}
	t.name(&h)
	return h
}

// name gives a heading its ID, and notes whether it is the title of the document.
func (t *tree) name(h *doc.Heading) {
	words := strings.Join(strings.Fields(doc.Words(h.Inlines)), " ")
	if words != "" && (t.level == 0 || h.Level == 1 && t.level > 1) {
		t.title, t.level = words, h.Level
	}
	if h.ID != "" {
		return
	}
	id := slug(words)
	if id == "" {
		return
	}
	h.ID = id
	for t.ids[h.ID] > 0 {
		h.ID = id + "-" + strconv.Itoa(t.ids[id])
		t.ids[id]++
	}
	t.ids[h.ID]++
}

// slug returns the ID that GitHub makes of the words of a heading: letters, digits, "-"
// and "_" in lower case, and "-" for a space.
func slug(words string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsMark(r), unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, words)
}
