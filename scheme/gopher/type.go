package gopher

import (
	"path"
	"strings"

	"uriel.dev/scheme"
)

// A Type is an item type: the octet that says what is behind an item of a menu
// (RFC 1436, section 3.8).
type Type byte

// Transfer is how the thing behind an item is had.
type Transfer uint8

const (
	Binary    Transfer = iota // octets until the server closes
	Text                      // lines, perhaps ended by a line of one dot
	Menu                      // lines that are items
	Session                   // not by gopher: a session of telnet or tn3270
	PhoneBook                 // not by gopher: by the protocol of CSO name servers
	Nothing                   // there is nothing behind it
)

// Capabilities of the item types. RFC 1436 defines 0 to 9, +, T, g and I;
// Gopher+ the last three; the others came into use.
//
//	type  name              had as     media type
var types = map[Type]struct {
	name     string
	transfer Transfer
	media    string // "kind/*" lets the suffix of the selector choose within the kind
}{
	'0': {"text", Text, "text/plain"},
	'1': {"menu", Menu, ""},
	'2': {"phone book", PhoneBook, ""},
	'3': {"error", Nothing, ""},
	'4': {"binhex", Binary, "application/mac-binhex40"},
	'5': {"binary", Binary, "*/*"},
	'6': {"uuencoded", Text, "text/x-uuencode"},
	'7': {"search", Menu, ""},
	'8': {"session", Session, ""},
	'9': {"binary", Binary, "*/*"},
	'+': {"redundant server", Nothing, ""},
	'T': {"3270 session", Session, ""},
	'g': {"GIF", Binary, "image/gif"},
	'I': {"image", Binary, "image/*"},
	's': {"sound", Binary, "audio/*"},
	'h': {"web page", Text, "text/html"},
	'i': {"info", Nothing, ""},
	'd': {"document", Binary, "*/*"},
	'P': {"PDF", Binary, "application/pdf"},
	'p': {"PNG", Binary, "image/png"},
	'r': {"RTF", Binary, "application/rtf"},
	'w': {"web address", Nothing, ""},
	'X': {"XML", Text, "text/xml"},
	'M': {"mail", Text, "message/rfc822"},
	':': {"bitmap", Binary, "image/*"},
	';': {"movie", Binary, "video/*"},
	'<': {"sound", Binary, "audio/*"},
}

// nouns stand in a sentence where the name does not.
var nouns = map[Type]string{
	'4': "BinHex file", '5': "DOS archive", '6': "uuencoded file", '9': "binary file", 'g': "GIF image", 'p': "PNG image", 'i': "line of information",
	'P': "PDF document", 'r': "RTF document", 'X': "XML document",
}

// Known reports whether the type is defined or in use.
func (t Type) Known() bool {
	_, ok := types[t]
	return ok
}

// Name returns what the type is called: "menu", "text", "search" …, or
// "unknown".
func (t Type) Name() string {
	if row, ok := types[t]; ok {
		return row.name
	}
	return "unknown"
}

func (t Type) noun() string {
	if noun, ok := nouns[t]; ok {
		return noun
	}
	if t.Known() {
		return t.Name()
	}
	return "item of unknown type"
}

// phrase is the noun with its article.
func (t Type) phrase() string {
	noun := t.noun()
	if strings.ContainsRune("aeioRX", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Transfer returns how an item of the type is had; of an unknown one octets can
// be hoped for.
func (t Type) Transfer() Transfer { return types[t].transfer }

// String returns the type as it can be shown: itself, or escaped as in C if it
// is not printable.
func (t Type) String() string { return scheme.Octets([]byte{byte(t)}).Escaped() }

// MarshalJSON implements [json.Marshaler]: a string of one octet.
func (t Type) MarshalJSON() ([]byte, error) {
	return scheme.Octets([]byte{byte(t)}).MarshalJSON()
}

// MediaType guesses the media type of an item by its type and, where that says
// little, by the suffix of its selector. It returns "" for items that are no
// objects, and "application/octet-stream" if nothing is known.
func (t Type) MediaType(selector string) string {
	row, ok := types[t]
	if !ok {
		row.media = "*/*"
	}
	kind, any := strings.CutSuffix(row.media, "*")
	if !any {
		return row.media
	}
	if media := suffixes[strings.ToLower(strings.TrimPrefix(path.Ext(selector), "."))]; media != "" && (kind == "*/" || strings.HasPrefix(media, kind)) {
		return media
	}
	return "application/octet-stream"
}

// suffixes are media types by the suffix of a name. The table is our own, since
// that of the operating system is another on each machine.
var suffixes = map[string]string{
	"txt": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "htm": "text/html", "xml": "text/xml",
	"json": "application/json", "pdf": "application/pdf", "ps": "application/postscript", "eps": "application/postscript",
	"rtf": "application/rtf", "doc": "application/msword", "dvi": "application/x-dvi", "epub": "application/epub+zip", "djvu": "image/vnd.djvu",
	"gif": "image/gif", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "bmp": "image/bmp",
	"tif": "image/tiff", "tiff": "image/tiff", "svg": "image/svg+xml", "ico": "image/vnd.microsoft.icon", "xbm": "image/x-xbitmap",
	"au": "audio/basic", "snd": "audio/basic", "wav": "audio/wav", "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
	"flac": "audio/flac", "m4a": "audio/mp4", "mid": "audio/midi", "aif": "audio/aiff", "aiff": "audio/aiff",
	"mpg": "video/mpeg", "mpeg": "video/mpeg", "mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime", "avi": "video/x-msvideo",
	"ogv": "video/ogg", "mkv": "video/x-matroska",
	"zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "bz2": "application/x-bzip2", "xz": "application/x-xz",
	"zst": "application/zstd", "z": "application/x-compress", "tar": "application/x-tar", "7z": "application/x-7z-compressed",
	"rar": "application/vnd.rar", "hqx": "application/mac-binhex40", "sit": "application/x-stuffit", "iso": "application/x-iso9660-image",
}
