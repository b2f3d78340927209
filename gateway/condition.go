package gateway

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"uriel.dev/get"
)

// What RFC 9110 has for clients that know a part of an answer already, as far as the
// schemes behind can tell.

// hasSame says by what an object is known, and reports whether the client has it
// (section 13.2.2).
func (x *exchange) hasSame(res *get.Response, o *get.Object) bool {
	h := x.w.Header()
	tag := tagOf(res, o)
	if tag != "" {
		h.Set("Etag", tag)
	}
	if !o.Modified.IsZero() {
		h.Set("Last-Modified", o.Modified.UTC().Format(http.TimeFormat))
	}
	if field := x.r.Header.Get("If-None-Match"); field != "" {
		return tag != "" && hasTag(field, tag)
	}
	since, err := http.ParseTime(x.r.Header.Get("If-Modified-Since"))
	return err == nil && !o.Modified.IsZero() && !o.Modified.Truncate(time.Second).After(since)
}

// tagOf returns the entity tag of an object: that of its server, or one made of its
// size and time, which is weak.
func tagOf(res *get.Response, o *get.Object) string {
	for _, m := range res.Meta {
		if strings.EqualFold(m.Name, "ETag") {
			return m.Value
		}
	}
	if o.Modified.IsZero() || o.Length < 0 {
		return ""
	}
	return fmt.Sprintf(`W/"%x-%x"`, o.Offset+o.Length, o.Modified.Unix())
}

// rangeOf returns the part that a request asks for (section 14.2): nil is all of it,
// which a server may always give. A list of parts is not heeded.
func rangeOf(h http.Header) *get.Range {
	text, ok := strings.CutPrefix(h.Get("Range"), "bytes=")
	first, last, isRange := strings.Cut(text, "-")
	if !ok || !isRange || h.Get("If-Range") != "" {
		return nil
	}
	r := get.Range{First: -1, Last: -1}
	var err1, err2 error
	if first != "" {
		r.First, err1 = strconv.ParseInt(first, 10, 64)
	}
	if last != "" {
		r.Last, err2 = strconv.ParseInt(last, 10, 64)
	}
	if err1 != nil || err2 != nil || r.First == 0 && r.Last < 0 || first == "" && last == "" || r.First > r.Last && r.Last >= 0 {
		return nil
	}
	return &r
}

// isPart reports whether an object is the part that was asked for. One that begins with
// the first byte is it by its length.
func isPart(r *get.Range, o *get.Object) bool {
	return r != nil && (o.Offset > 0 || r.First == 0 && o.Length == r.Last+1)
}

// contentRange says which part an object is (section 14.4), or "" if its length is
// not known.
func contentRange(res *get.Response, o *get.Object) string {
	for _, m := range res.Meta {
		if strings.EqualFold(m.Name, "Content-Range") {
			return m.Value
		}
	}
	if o.Length <= 0 {
		return ""
	}
	return fmt.Sprintf("bytes %d-%d/*", o.Offset, o.Offset+o.Length-1)
}
