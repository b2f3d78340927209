package policy

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
)

// Limits bound what foreign servers can make us hold or wait for. A limit of 0
// is none, except for Redirects. Each has a name, by which it is raised on the
// command line and called in errors.
type Limits struct {
	Redirects int   // hops that are followed
	URI       int   // bytes of a URI that is sent to somebody
	Body      int64 // bytes of an object; of one that came packed, once it is unpacked
	Ratio     int   // bytes that each byte of a packed object may become, beyond the first MiB
	Window    int   // bytes that have to be held to undo a content coding; one that may need more is not asked for
	Line      int   // bytes of a line of a line protocol or a menu
	Header    int   // bytes of a header
	Items     int   // entries of a listing
	Depth     int   // parts of a message within each other
	Parts     int   // parts of a message

	Connect   time.Duration // until a connection stands
	FirstByte time.Duration // until the server says something
	Total     time.Duration // until all is there
	Rate      int           // bytes of an object a second, beyond a waiting of FirstByte

	Host   int // connections to one host at a time
	Client int // requests of one client at a time, in a server
}

// A limit is the name of a field of Limits, and where it is.
type limit struct {
	name  string
	bytes func(*Limits) *int64
	count func(*Limits) *int
	span  func(*Limits) *time.Duration
}

var limits = [...]limit{
	{name: "redirects", count: func(l *Limits) *int { return &l.Redirects }},
	{name: "uri", count: func(l *Limits) *int { return &l.URI }},
	{name: "body", bytes: func(l *Limits) *int64 { return &l.Body }},
	{name: "ratio", count: func(l *Limits) *int { return &l.Ratio }},
	{name: "window", count: func(l *Limits) *int { return &l.Window }},
	{name: "line", count: func(l *Limits) *int { return &l.Line }},
	{name: "header", count: func(l *Limits) *int { return &l.Header }},
	{name: "items", count: func(l *Limits) *int { return &l.Items }},
	{name: "depth", count: func(l *Limits) *int { return &l.Depth }},
	{name: "parts", count: func(l *Limits) *int { return &l.Parts }},
	{name: "connect", span: func(l *Limits) *time.Duration { return &l.Connect }},
	{name: "first-byte", span: func(l *Limits) *time.Duration { return &l.FirstByte }},
	{name: "total", span: func(l *Limits) *time.Duration { return &l.Total }},
	{name: "rate", count: func(l *Limits) *int { return &l.Rate }},
	{name: "host", count: func(l *Limits) *int { return &l.Host }},
	{name: "client", count: func(l *Limits) *int { return &l.Client }},
}

// All yields the name and the value of each limit, as [Limits.With] takes them.
func (l Limits) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, limit := range limits {
			if !yield(limit.name, limit.value(&l)) {
				return
			}
		}
	}
}

func (x limit) value(l *Limits) string {
	switch {
	case x.bytes != nil:
		return strconv.FormatInt(*x.bytes(l), 10)
	case x.count != nil:
		return strconv.Itoa(*x.count(l))
	default:
		return x.span(l).String()
	}
}

// With returns l with the limit called name at a value: a number, which may end
// in k, M or G for so many times 1024, or a time such as "90s". The error says
// which names there are, or what is wrong with the value.
func (l Limits) With(name, value string) (Limits, error) {
	var names []string
	for _, limit := range limits {
		if limit.name == name {
			if !limit.set(&l, value) {
				return l, fmt.Errorf("limit %s: %q is no value for it", name, value)
			}
			return l, nil
		}
		names = append(names, limit.name)
	}
	return l, fmt.Errorf("there is no limit %q: want %s", name, strings.Join(names, ", "))
}

func (x limit) set(l *Limits, value string) bool {
	if x.span != nil {
		d, err := time.ParseDuration(value)
		*x.span(l) = d
		return err == nil && d >= 0
	}
	n, ok := parseCount(value)
	if x.bytes != nil {
		*x.bytes(l) = n
	} else {
		*x.count(l) = int(n)
	}
	return ok
}

// parseCount reads a number with an optional k, M or G behind it.
func parseCount(s string) (int64, bool) {
	shift := 0
	for i, unit := range [...]string{"k", "M", "G"} {
		if rest, ok := strings.CutSuffix(s, unit); ok {
			s, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseUint(s, 10, 63-30) // no unit makes it overflow
	return int64(n) << shift, err == nil
}

// Over returns the error of what is larger than the limit called name; what
// says of which it is: "bytes of an object".
func (l Limits) Over(name, what string) error {
	return fmt.Errorf("more than the limit of %s %s (--limit %s=N would raise it)", l.named(name), what, name)
}

// Late returns the error of what took longer than the limit called name; what
// says of which it is: "in all". It wraps [context.DeadlineExceeded].
func (l Limits) Late(name, what string) error {
	return fmt.Errorf("time limit of %s %s (--limit %s=TIME would raise it): %w", l.named(name), what, name, context.DeadlineExceeded)
}

// Slow returns the error of what comes slower than the limit of the rate. It
// wraps [context.DeadlineExceeded].
func (l Limits) Slow() error {
	return fmt.Errorf("slower than the limit of %d bytes a second (--limit rate=N would lower it): %w", l.Rate, context.DeadlineExceeded)
}

// named returns the value of a limit. A name that is none is a mistake of the
// program.
func (l Limits) named(name string) string {
	for n, value := range l.All() {
		if n == name {
			return value
		}
	}
	panic("policy: there is no limit " + name)
}
