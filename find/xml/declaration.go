package xml

import "uriel.dev/find/internal/decoded"

// declaration reads a declaration from behind its "<!", and returns where it has ended.
// That of a document type ends where the declarations in it begin, which are read as
// those of a document are.
//
//	<!DOCTYPE page SYSTEM "page.dtd" [
//	<!ENTITY home "http://x.org/">
//	<!ENTITY % more PUBLIC "-//X//Y" "http://x.org/more.ent"> %more; ]>
func (l *lexer) declaration(i int64) int64 {
	i = l.readName(i)
	isEntity := string(l.name) == "ENTITY"
	name, external, literals := "", "", 0
	for {
		l.Done(i)
		switch c := l.At(i); {
		case c < 0, c == '<':
			return i
		case c == '>', c == '[':
			return i + 1
		case c == '"' || c == '\'':
			literals++
			if isEntity && external == "" && name != "" {
				l.keepLiteral(name, i+1, byte(c))
			}
			i = l.literal(i+1, byte(c), literalKind(external, literals))
		case c == ']' || decoded.IsSpace(c):
			i++
		default:
			j := l.IndexAny(i, i+mostName, tokenEnd)
			switch token := string(l.Slice(i, j)); token {
			case "SYSTEM", "PUBLIC":
				external = token
			case "%": // one of declarations only
				isEntity = false
			default:
				name = token
			}
			i = l.SkipTo(max(j, i+1), tokenEnd)
		}
	}
}

// literalKind returns what a literal is by its number behind the keyword: that of
// SYSTEM is a system identifier, so is the second one of PUBLIC.
func literalKind(external string, number int) kind {
	if external == "SYSTEM" && number == 1 || external == "PUBLIC" && number == 2 {
		return reference
	}
	return prose
}

// keepLiteral keeps what the entity of that name stands for: the literal at i.
func (l *lexer) keepLiteral(name string, i int64, quote byte) {
	if j := l.Index(i, i+mostKept, quote); l.At(j) == int(quote) {
		l.keep(name, l.Slice(i, j))
	}
}

// instruction reads a processing instruction from behind its "<?", and returns where
// it has ended. One for XML has attributes (Associating Style Sheets with XML
// documents), others are prose.
func (l *lexer) instruction(i int64) int64 {
	if l.Has(i, "xml-") {
		i, _ = l.attributes(l.readName(i), '?')
		return i
	}
	return 1 + l.Prose(i, '>', func(j int64) (int64, bool) { return j - 1, j > i && l.At(j-1) == '?' })
}
