package ftpclient

import (
	"strconv"
	"strings"
	"time"
)

// The kinds of what a list names.
const (
	Directory = "directory"
	File      = "file"
	Link      = "link"
	Special   = "special" // a device, pipe or socket
	Unknown   = "name"    // nobody tells
)

// An Item is what a line of a list says of one name.
type Item struct {
	Name      string    // octets, as CWD and RETR take them
	Kind      string    // one of the constants
	Size      int64     // of a file, in bytes; -1 if not told
	Modified  time.Time // zero if not told; taken for UTC where the line names no zone
	Target    string    // what a link leads to; "" if not told
	MediaType string    // "" if not told
}

// ParseLine reads a line of the reply to LIST, without its line end. No document
// says what such a line looks like (RFC 959 leaves it to the server, "intended
// for use by humans"): each line is tried in the manner of Unix, with its many
// dialects, then as EPLF, DOS, VMS and MVS write it. now is when the list came;
// it gives the year to dates without one.
//
// It is not ok if the line names nothing: a heading, a sum, an empty line, or
// one in a manner that is not known.
func ParseLine(line string, now time.Time) (item Item, ok bool) {
	for _, parse := range [...]func(string, time.Time) (Item, bool){parseUnix, parseEPLF, parseDOS, parseVMS, parseMVS} {
		if item, ok = parse(line, now); ok {
			return item, true
		}
	}
	return Item{}, false
}

// IsHeading reports whether a line that names nothing is one that servers are
// known to write around the names.
func IsHeading(line string) bool {
	text := strings.ToLower(strings.Join(strings.Fields(line), " "))
	for _, start := range [...]string{"total ", "directory ", "volume unit ", "name vv.mm ", "grand total "} {
		if strings.HasPrefix(text+" ", start) {
			return true
		}
	}
	return text == ""
}

// parseEPLF reads Easily Parsed LIST Format, which D. J. Bernstein's servers
// write: "+" and facts, each with a comma behind it, a tab, the name.
//
//	+i8388621.29609,m824255902,/,	dev
func parseEPLF(line string, _ time.Time) (Item, bool) {
	facts, name, ok := strings.Cut(line, "\t")
	if !ok || !strings.HasPrefix(facts, "+") || name == "" {
		return Item{}, false
	}
	item := Item{Name: name, Kind: Unknown, Size: -1}
	for fact := range strings.SplitSeq(facts[1:], ",") {
		switch {
		case fact == "/":
			item.Kind = Directory
		case fact == "r":
			item.Kind = File
		case strings.HasPrefix(fact, "s"):
			item.Size = size(fact[1:])
		case strings.HasPrefix(fact, "m"):
			if seconds, err := strconv.ParseInt(fact[1:], 10, 40); err == nil {
				item.Modified = time.Unix(seconds, 0).UTC()
			}
		}
	}
	return item, true
}

// size reads a number of bytes; -1 if it is none.
func size(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !isNumber(digits) {
		return -1
	}
	return n
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// A word is a range of a line without blanks in it.
type word struct{ start, end int }

// words cuts a line at its blanks.
func words(line string) (out []word) {
	for i := 0; i < len(line); i++ {
		if line[i] == ' ' || line[i] == '\t' {
			continue
		}
		start := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		out = append(out, word{start, i})
	}
	return out
}

// behind returns what stands behind the blank at end: a name, which may begin
// with more of them.
func behind(line string, end int) string {
	if end >= len(line) {
		return ""
	}
	return line[end+1:]
}
