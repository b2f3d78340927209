package ftpclient

import (
	"strings"
	"time"
)

// parseMLSD reads a line of the reply to MLSD (RFC 3659, section 7.2):
//
//	entry = [ facts ] SP pathname
//	facts = 1*( name "=" value ";" )
//
// It is not ok for the directory itself and the one above it, which are among
// the entries, and for a line that has no such form.
func parseMLSD(line string) (item Item, ok bool) {
	facts, name, ok := strings.Cut(line, " ")
	item = Item{Name: name, Kind: Unknown, Size: -1}
	if !ok || name == "" {
		return item, false
	}
	for fact := range strings.SplitSeq(facts, ";") {
		key, value, _ := strings.Cut(fact, "=")
		switch strings.ToLower(key) {
		case "type":
			item.Kind = mlsdKind(strings.ToLower(value))
			if _, target, ok := strings.Cut(value, ":"); ok && item.Kind == Link {
				item.Target = target
			}
		case "size":
			item.Size = size(value)
		case "modify":
			item.Modified = timeVal(value)
		case "media-type":
			item.MediaType = value
		}
	}
	if item.Kind != File {
		item.Size = -1
	}
	return item, item.Kind != ""
}

// mlsdKind returns the kind of a type fact, "" for one that is no entry.
func mlsdKind(value string) string {
	switch {
	case value == "cdir", value == "pdir":
		return ""
	case value == "dir":
		return Directory
	case value == "file":
		return File
	case strings.HasPrefix(value, "os.unix=slink"), strings.HasPrefix(value, "os.unix=symlink"):
		return Link
	default:
		return Special
	}
}

// timeVal reads a time of RFC 3659, section 2.3, which is UTC: 14 digits, and a
// fraction of the second. It returns the zero time for what is none.
func timeVal(s string) time.Time {
	t, _ := time.Parse("20060102150405", s) // takes a fraction by itself
	return t
}
