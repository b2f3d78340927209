package uri

// WithoutUserinfo returns u without its userinfo and the "@" behind it: what
// may be told to a third party, such as a server in a Referer.
func (u URI) WithoutUserinfo() URI {
	if !u.HasUserinfo() {
		return u
	}
	return reparse(u.text[:u.auth] + u.text[u.host:])
}

// WithoutPort returns u without its port and the colon before it.
func (u URI) WithoutPort() URI {
	if !u.HasPort() {
		return u
	}
	return reparse(u.text[:u.hostEnd] + u.text[u.path:])
}

// WithoutFragment returns u without its fragment: what may be sent to a server
// (RFC 3986, section 3.5). It does not allocate.
func (u URI) WithoutFragment() URI {
	if !u.HasFragment() {
		return u
	}
	return reparse(u.text[:u.queryEnd])
}

// reparse reads text that was put together from parts of URIs so that it must
// be one. Reading it again keeps the one place where offsets come from.
func reparse(text string) URI {
	u, err := Parse(text)
	if err != nil {
		panic("uri: invariant broken: " + err.Error())
	}
	return u
}
