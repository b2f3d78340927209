// Package mediatype guesses the media type of a file by its name and by how it
// begins, for schemes whose servers tell of none.
package mediatype

import (
	"net/http"
	"path"
	"strings"
	"unicode/utf8"
)

// types are the media types of the endings of names, in lower case: what the
// content does not tell. The machine's own table is not asked, so that an
// answer does not depend on it.
var types = map[string]string{
	".txt": "text/plain", ".log": "text/plain", ".conf": "text/plain", ".md": "text/markdown", ".markdown": "text/markdown",
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".css": "text/css", ".csv": "text/csv", ".tsv": "text/tab-separated-values",
	".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".jsonl": "application/jsonl", ".xml": "application/xml", ".svg": "image/svg+xml",
	".toml": "application/toml", ".yaml": "application/yaml", ".yml": "application/yaml", ".tex": "text/x-tex", ".rst": "text/x-rst",
	".go": "text/x-go", ".c": "text/x-c", ".h": "text/x-c", ".py": "text/x-python", ".sh": "text/x-shellscript", ".pl": "text/x-perl", ".rs": "text/x-rust",
	".eml": "message/rfc822", ".ics": "text/calendar", ".vcf": "text/vcard", ".diff": "text/x-diff", ".patch": "text/x-diff",
	".pdf": "application/pdf", ".ps": "application/postscript", ".epub": "application/epub+zip",
	".zip": "application/zip", ".gz": "application/gzip", ".tgz": "application/gzip", ".tar": "application/x-tar", ".bz2": "application/x-bzip2", ".xz": "application/x-xz", ".zst": "application/zstd",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
	".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".flac": "audio/flac", ".wav": "audio/wav", ".mp4": "video/mp4", ".webm": "video/webm",
	".odt": "application/vnd.oasis.opendocument.text", ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".wasm": "application/wasm",
}

// ByName returns the media type that the ending of a name tells, or "".
func ByName(name string) string { return types[strings.ToLower(path.Ext(name))] }

// Guess returns the media type of a file called name that begins with head;
// never "". The content says whether it is text. If the name agrees, it says
// which.
func Guess(name string, head []byte) string {
	byName := ByName(name)
	sniffed, charset, _ := strings.Cut(http.DetectContentType(head), ";")
	text := strings.HasPrefix(sniffed, "text/") || len(head) == 0
	switch {
	case byName != "" && IsText(byName) == text, byName != "" && len(head) == 0:
		sniffed = byName
	case text && sniffed != "text/html" && sniffed != "text/xml":
		sniffed = "text/plain"
	}
	switch {
	case !strings.HasPrefix(sniffed, "text/"):
	case strings.Contains(charset, "utf-16"): // by its byte order mark
		sniffed += ";" + charset
	case validStart(head):
		sniffed += "; charset=utf-8"
	}
	return sniffed
}

// IsText reports whether files of a media type are text.
func IsText(mediaType string) bool {
	if strings.HasPrefix(mediaType, "text/") || strings.HasPrefix(mediaType, "message/") || strings.HasSuffix(mediaType, "+xml") {
		return true
	}
	switch strings.TrimPrefix(mediaType, "application/") {
	case "json", "jsonl", "xml", "toml", "yaml", "postscript":
		return true
	}
	return false
}

// validStart reports whether head is UTF-8, but for a character that may go on
// behind it.
func validStart(head []byte) bool {
	for i := 1; i < utf8.UTFMax && i <= len(head); i++ {
		if last := head[len(head)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				head = head[:len(head)-i]
			}
			break
		}
	}
	return utf8.Valid(head)
}
