package uri

// A Component names a part of the generic syntax (RFC 3986, section 3).
type Component uint8

const (
	Scheme Component = iota
	Authority
	Userinfo
	Host
	Port
	Path
	Query
	Fragment
)

// Components lists all components in the order in which they stand.
var Components = [...]Component{Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment}

// String returns the name of the component in RFC 3986, which is also its key
// in JSON.
func (c Component) String() string {
	return [...]string{"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}[c]
}

// Range returns the half-open range of bytes that the component takes in the
// text, without its delimiters, and whether it is defined. An undefined
// component has the empty range at the place where it would stand.
func (u URI) Range(c Component) (start, end int, defined bool) {
	s, e, ok := u.offsets(c)
	return int(s), int(e), ok
}

func (u URI) offsets(c Component) (start, end uint32, defined bool) {
	switch c {
	case Scheme:
		return 0, u.schemeEnd, u.HasScheme()
	case Path:
		return u.path, u.pathEnd, true
	case Query:
		return behind(u.pathEnd, u.queryEnd)
	case Fragment:
		return behind(u.queryEnd, uint32(len(u.text)))
	}
	if u.auth == 0 { // the rest is of the authority
		return u.path, u.path, false
	}
	switch c {
	case Authority:
		return u.auth, u.path, true
	case Userinfo:
		if !u.HasUserinfo() {
			return u.auth, u.auth, false
		}
		return u.auth, u.host - 1, true
	case Host:
		return u.host, u.hostEnd, true
	default:
		return behind(u.hostEnd, u.path)
	}
}

// behind is the range of a component that a delimiter at start introduces, if
// there is one.
func behind(start, end uint32) (uint32, uint32, bool) {
	if start == end {
		return start, end, false
	}
	return start + 1, end, true
}

// Component returns the component as written and whether it is defined.
func (u URI) Component(c Component) (text string, defined bool) {
	start, end, ok := u.Range(c)
	return u.text[start:end], ok
}
