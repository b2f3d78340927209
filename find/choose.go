package find

import (
	"mime"
	"path"
	"slices"
	"strings"
)

// Choose returns the container by which a file is read: the one that is called as; or
// if nobody has said that, the one of the media type, or of the suffix of the name.
// Any of the three may be "". It reports false if the list has none.
func Choose(list []Container, as, mediaType, name string) (Container, bool) {
	if as != "" {
		return first(list, func(c Container) bool { return c.Name == as })
	}
	if essence, _, err := mime.ParseMediaType(mediaType); err == nil {
		if c, ok := first(list, func(c Container) bool { return slices.Contains(c.Types, essence) }); ok {
			return c, true
		}
	}
	suffix := strings.ToLower(path.Ext(name))
	return first(list, func(c Container) bool { return suffix != "" && slices.Contains(c.Suffixes, suffix) })
}

func first(list []Container, is func(Container) bool) (Container, bool) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i], true
	}
	return Container{}, false
}
