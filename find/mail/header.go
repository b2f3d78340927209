package mail

import (
	"bytes"
	"io"
	"mime"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"uriel.dev/find/internal/piece"
)

// A header is what the header of an entity says of its body.
type header struct {
	mediaType string
	boundary  string // of a multipart
	name      string // of a file
	charset   string
	encoding  string // of transfer
	flowed    bool   // format=flowed (RFC 3676)
	delSp     bool   // DelSp=yes
}

// isMessage reports whether the body is a message that stands as it is.
func (h header) isMessage() bool {
	switch h.mediaType {
	case "message/rfc822", "message/global", "message/news", "message/external-body":
		return h.encoding != "base64" && h.encoding != "quoted-printable"
	}
	return false
}

// header reads the header of an entity, and yields what is in it.
func (x *reading) header(usual string) (h header, ok bool) {
	at := x.lines.At()
	var b []byte
	for len(b) < maxHeader && !x.atEnd() {
		line := x.lines.Peek()
		if x.lines.Starts() && len(bytes.TrimRight(line, "\r\n")) == 0 {
			x.take()
			break
		}
		b = append(b, line...)
		x.take()
	}
	h.mediaType = usual
	var p piece.Piece
	p.Set(at, b)
	for i := 0; i < len(b); {
		end := fieldEnd(b, i)
		name, colon := fieldName(b[i:end])
		h.set(name, b[i+colon:end])
		readField(&p, name, i+colon, i, end)
		i = end
	}
	return h, x.piece(&p)
}

// fieldEnd returns where the field ends that begins at i: before a line that does not
// begin with white space.
func fieldEnd(b []byte, i int) int {
	for {
		n := bytes.IndexByte(b[i:], '\n')
		if n < 0 {
			return len(b)
		}
		if i += n + 1; i == len(b) || b[i] != ' ' && b[i] != '\t' {
			return i
		}
	}
}

// fieldName returns the name of a field, in lower case, and where its body begins.
func fieldName(field []byte) (name string, body int) {
	const most = 128 // bytes of a name
	n := bytes.IndexByte(field[:min(len(field), most)], ':')
	return string(bytes.ToLower(bytes.TrimSpace(field[:max(n, 0)]))), n + 1
}

var unfolded = strings.NewReplacer("\r", "", "\n", "")

// set notes what a field says of the body.
func (h *header) set(name string, body []byte) {
	switch name {
	case "content-type", "content-disposition", "content-transfer-encoding":
	default:
		return
	}
	value := unfolded.Replace(string(body))
	media, params, err := mime.ParseMediaType(value)
	if err != nil {
		media, _, _ = strings.Cut(value, ";")
		media = strings.ToLower(strings.TrimSpace(media))
	}
	switch name {
	case "content-transfer-encoding":
		h.encoding = media
	case "content-disposition":
		h.setName(params["filename"])
	case "content-type":
		if !strings.Contains(media, "/") {
			return
		}
		h.mediaType, h.charset = media, strings.ToLower(params["charset"])
		h.flowed, h.delSp = strings.EqualFold(params["format"], "flowed"), strings.EqualFold(params["delsp"], "yes")
		h.setName(params["name"])
		if strings.HasPrefix(media, "multipart/") {
			h.boundary = params["boundary"]
		}
	}
}

// words decodes encoded words of all character sets that browsers know.
var words = mime.WordDecoder{CharsetReader: func(charset string, r io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(charset)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(r), nil
}}

func (h *header) setName(name string) {
	if name == "" {
		return
	}
	if text, err := words.DecodeHeader(name); err == nil {
		name = text
	}
	h.name = name
}

// conversion returns the character set that the body has to be converted from; nil if
// it need not be, since it is UTF-8 or, as far as a URI goes, US-ASCII. isDecoded says
// that the body was in an encoding of transfer, so that it can have any byte.
func (h header) conversion(isDecoded bool) encoding.Encoding {
	if !strings.HasPrefix(h.mediaType, "text/") || h.charset == "" || h.charset == "us-ascii" {
		return nil
	}
	e, err := htmlindex.Get(h.charset)
	if err != nil {
		return nil
	}
	isBinary := isDecoded || h.encoding == "8bit" || h.encoding == "binary"
	switch name, _ := htmlindex.Name(e); name { // it has one, or Get had not
	case "utf-8", "replacement":
		return nil
	case "utf-16be", "utf-16le", "iso-2022-jp":
		return e
	}
	if isBinary {
		return e
	}
	return nil
}

// readField reads the field from start to end, whose body begins at body, as text.
func readField(p *piece.Piece, name string, body, start, end int) {
	switch {
	case isIdentifier(name), name == "content-type" && bytes.Contains(bytes.ToLower(p.Source[body:end]), []byte("multipart/")):
		return
	case name == "content-location", name == "content-base":
		from := len(p.Text())
		readWords(p, body, end)
		p.Claim(form, from, len(p.Text()), piece.Reference)
		return
	}
	p.Put(piece.Gap, start, start)
	p.Copy(start, body)
	readWords(p, body, end)
}

// isIdentifier reports whether a field holds identifiers of messages, which look like
// addresses.
func isIdentifier(name string) bool {
	switch name {
	case "in-reply-to", "references", "content-id", "supersedes", "obsoletes":
		return true
	}
	return strings.HasSuffix(name, "message-id")
}

// readWords reads text with encoded words (RFC 2047). The white space between two of
// them is none of the text.
func readWords(p *piece.Piece, i, end int) {
	s := p.Source
	done, last := i, -1 // last is where the last encoded word ended
	for {
		n := bytes.Index(s[i:end], []byte("=?"))
		if n < 0 {
			break
		}
		i += n
		length := wordLen(s[i:end])
		text, err := words.Decode(string(s[i : i+length])) // there is an error if it is empty
		if err != nil {
			i += len("=?")
			continue
		}
		if done != last || !piece.IsBlank(s[done:i]) {
			p.Copy(done, i)
		}
		p.Put(text, i, i+length)
		i += length
		done, last = i, i
	}
	p.Copy(done, end)
}

// wordLen returns the length of the encoded word at the start of s; 0 if there is
// none.
func wordLen(s []byte) int {
	const most = 1024 // bytes; RFC 2047 allows 75
	s = s[:min(len(s), most)]
	i := len("=?")
	for range 2 { // behind the character set and the encoding
		n := bytes.IndexByte(s[i:], '?')
		if n < 0 {
			return 0
		}
		i += n + 1
	}
	n := bytes.Index(s[i:], []byte("?="))
	if n < 0 || bytes.ContainsAny(s[:i], " \t\r\n") {
		return 0
	}
	return i + n + len("?=")
}
