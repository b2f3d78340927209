package cache

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"uriel.dev/get"
)

// How long an answer is good that does not say it.
const (
	least = time.Minute
	most  = time.Hour
)

// freshness returns for how long an answer is good, and whether it may be kept.
func (c *Cache) freshness(req *get.Request, res *get.Response) (time.Duration, bool) {
	switch res.Answer.(type) {
	case *get.Object, *get.Listing:
	default:
		return 0, false
	}
	if isHTTP(res) {
		if isHTTP(&get.Response{URI: req.URI}) && res.URI.WithoutFragment() != req.URI.WithoutFragment() {
			return 0, false // a redirect is for this once, unless it says otherwise
		}
		return c.byFields(res)
	}
	return c.byAge(res), true
}

func isHTTP(res *get.Response) bool {
	s := strings.ToLower(res.URI.Scheme())
	return s == "http" || s == "https"
}

// byFields is the freshness that the fields of HTTP say (RFC 9111, section 4.2), for
// a cache that is shared.
func (c *Cache) byFields(res *get.Response) (time.Duration, bool) {
	control := directives(field(res, "Cache-Control"))
	if control.has("no-store") || control.has("private") || field(res, "Vary") == "*" || field(res, "Set-Cookie") != "" {
		return 0, false
	}
	if control.has("no-cache") {
		return 0, true
	}
	age, _ := strconv.ParseInt(field(res, "Age"), 10, 64) //nolint:errcheck // none is 0
	for _, name := range []string{"s-maxage", "max-age"} {
		if seconds, ok := control.seconds(name); ok {
			return seconds - time.Duration(age)*time.Second, true
		}
	}
	if expires := field(res, "Expires"); expires != "" {
		date, err := http.ParseTime(field(res, "Date"))
		if err != nil {
			date = c.Now()
		}
		until, err := http.ParseTime(expires)
		if err != nil {
			return 0, true // "0" is in the past
		}
		return until.Sub(date) - time.Duration(age)*time.Second, true
	}
	return c.byAge(res), true
}

// byAge is the freshness of what does not say it: a tenth of the age that it has.
func (c *Cache) byAge(res *get.Response) time.Duration {
	o, ok := res.Answer.(*get.Object)
	if !ok || o.Modified.IsZero() {
		return least
	}
	return min(max(c.Now().Sub(o.Modified)/10, least), most)
}

// directives are those of a field Cache-Control, in lower case.
type directives string

func (d directives) has(name string) bool {
	_, ok := d.value(name)
	return ok
}

func (d directives) value(name string) (string, bool) {
	for part := range strings.SplitSeq(string(d), ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if strings.EqualFold(key, name) {
			return strings.Trim(value, `"`), true
		}
	}
	return "", false
}

func (d directives) seconds(name string) (time.Duration, bool) {
	text, ok := d.value(name)
	n, err := strconv.ParseUint(text, 10, 31)
	return time.Duration(n) * time.Second, ok && err == nil
}
