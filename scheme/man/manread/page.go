package manread

import "uriel.dev/get/doc"

// manual is what pages of man(7) and mdoc(7) have at the head and foot.
type manual struct{ title, section, volume, date, source string }

// finish gives the document its title, head and foot.
func (b *builder) finish(m manual, foot doc.Band) {
	called := m.called()
	b.doc.Title = called
	b.doc.Head = doc.Band{Left: words(called), Center: words(m.volume), Right: words(called)}
	b.doc.Foot = foot
	for _, meta := range [...]doc.Meta{{Name: "section", Value: m.section}, {Name: "date", Value: m.date}, {Name: "source", Value: m.source}, {Name: "volume", Value: m.volume}} {
		if meta.Value != "" {
			b.doc.Meta = append(b.doc.Meta, meta)
		}
	}
}

// document returns what was read.
func (b *builder) document() *doc.Document {
	b.closeTo(1)
	b.doc.Blocks = b.frames[0].blocks
	return &b.doc
}

// called is the title of a page with its section, as in "ls(1)".
func (m manual) called() string {
	if m.title == "" && m.section == "" {
		return ""
	}
	return m.title + "(" + m.section + ")"
}

func words(s string) []doc.Inline {
	if s == "" {
		return nil
	}
	return []doc.Inline{doc.Text(s)}
}

// volumes are what the sections of the manual are called.
var volumes = map[string]string{
	"1": "General Commands Manual", "2": "System Calls Manual", "3": "Library Functions Manual", "3p": "Perl Library Functions Manual",
	"4": "Device Drivers Manual", "5": "File Formats Manual", "6": "Games Manual", "7": "Miscellaneous Information Manual",
	"8": "System Manager's Manual", "9": "Kernel Developer's Manual",
}

// berkeley and editions are what .UC and .AT call versions of UNIX.
var (
	berkeley = map[string]string{
		"3": "3rd Berkeley Distribution", "4": "4th Berkeley Distribution", "5": "4.2 Berkeley Distribution", "6": "4.3 Berkeley Distribution",
		"7": "4.4 Berkeley Distribution",
	}
	editions = map[string]string{"3": "7th Edition", "4": "System III", "5": "System V"}
)

func orFirst(names map[string]string, key, first string) string {
	if name := names[key]; name != "" {
		return name
	}
	return names[first]
}
