package get

import "context"

// Never returns the handler of a scheme that names nothing to get; why says so
// in words that fit behind "mailto: ". "Cannot" is a value with a reason, not a
// missing row.
func Never(why string) Handler { return never(why) }

// Why returns the reason of a handler that [Never] made, and whether it is one.
func Why(h Handler) (why string, ok bool) {
	n, ok := h.(never)
	return string(n), ok
}

type never string

func (n never) Get(_ context.Context, req *Request) (*Response, error) { return nil, n.error(req) }

func (n never) Plan(req *Request) (Plan, error) { return nil, n.error(req) }

func (n never) error(req *Request) *Error {
	return Errorf(Unsupported, "get", req.URI, "%s: %s", req.URI.Scheme(), string(n))
}
