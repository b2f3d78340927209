package markdownread

import "strings"

// A front is what is taken from the front matter of a document.
type front struct{ title, date string }

// cutFront parts the front matter from the text behind it: what is between a first
// line of "---" and the next one, or one of "...", if it is YAML of the simple sort.
// Otherwise the first line is but a line across.
func cutFront(text string) (front, string) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return front{}, text
	}
	var f front
	keys := 0
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimRight(line, " \t")
		if line == "---" || line == "..." {
			if keys == 0 {
				break
			}
			return f, rest
		}
		if key, value, ok := keyValue(line); ok {
			keys++
			f.set(key, value)
		} else if !isFront(line, keys > 0) {
			break
		}
	}
	return front{}, text
}

// keyValue reads a line "key: value". The key is of letters, digits, "-" and "_".
func keyValue(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || value != "" && !isBlank(value[0]) {
		return "", "", false
	}
	for i := range len(key) {
		if c := key[i]; !isAlphanumeric(c) && c != '-' && c != '_' {
			return "", "", false
		}
	}
	return key, strings.Trim(value, " \t"), true
}

// isFront reports whether a line can be in front matter that is no key: an empty one,
// a comment, or what goes on with the value of a key.
func isFront(line string, hasKey bool) bool {
	return line == "" || line[0] == '#' || hasKey && (isBlank(line[0]) || line[0] == '-' || line[0] == ']' || line[0] == '}')
}

// set keeps a value, if it is one word or line and no structure.
func (f *front) set(key, value string) {
	if value == "" || strings.IndexByte("|>[{&*!", value[0]) >= 0 {
		return
	}
	if c := value[0]; c == '"' || c == '\'' {
		if len(value) < 2 || value[len(value)-1] != c {
			return
		}
		value = value[1 : len(value)-1]
	}
	switch strings.ToLower(key) {
	case "title":
		f.title = value
	case "date":
		f.date = value
	}
}
