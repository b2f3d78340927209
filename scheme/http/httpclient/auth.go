package httpclient

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A login is who asks. The zero value is nobody.
type login struct {
	user, password string
	complete       bool // there is a password, though it may be empty
}

// login returns the login of a request: that of its own, else the userinfo of
// its URI, else, or if that lacks a password, one that is known beforehand. A
// field Authorization says all there is to say.
func (h *handler) login(req *get.Request) login {
	switch {
	case req.Header.Get("Authorization") != "":
		return login{}
	case req.User != "" || req.Password != "":
		return login{req.User, req.Password, req.Password != ""}
	}
	l := userinfo(req.URI)
	if l.complete || h.env.Login == nil {
		return l
	}
	if user, password, ok := h.env.Login(req.URI); ok && (l.user == "" || l.user == user) {
		return login{user, password, true}
	}
	return l
}

// userinfo returns the login that a URI holds, decoded.
func userinfo(u uri.URI) login {
	user, password, complete := strings.Cut(u.Userinfo(), ":")
	return login{pct.Decode(user), pct.Decode(password), complete}
}

var (
	errControl = errors.New("a user name and password hold no control characters (RFC 7617 2)")
	errColon   = errors.New("a user name with a colon cannot be sent (RFC 7617 2)")
)

// check refuses what neither scheme of authentication can send.
func (l login) check() error {
	if strings.ContainsFunc(l.user+l.password, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errControl
	}
	return nil
}

// sendBasic adds the login to r, if there is a password. It is sent before
// anybody asks, as the user wrote it for this server.
func (l login) sendBasic(r *http.Request) error {
	if !l.complete {
		return l.check()
	}
	credentials, err := l.basic()
	if err == nil {
		r.Header.Set("Authorization", credentials)
	}
	return err
}

// basic returns the login as credentials of RFC 7617.
func (l login) basic() (string, error) {
	if err := l.check(); err != nil {
		return "", err
	}
	if strings.Contains(l.user, ":") {
		return "", errColon
	}
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(l.user+":"+l.password)), nil
}

// logIn answers a 401 once, if it can: by a password that was not asked for
// yet, or by Digest. It returns the answer to the second request, which may be
// a 401 again, or the first answer if nobody can log in that way.
func (h *handler) logIn(ctx context.Context, req *get.Request, resp *http.Response) (*http.Response, error) {
	l := h.login(req)
	challenge, ok := choose(resp.Header)
	switch {
	case !ok || l.user == "" && !l.complete:
		return resp, nil
	case !l.complete:
		if h.env.Ask == nil {
			return resp, nil
		}
		resp.Body.Close()
		var err error
		prompt := fmt.Sprintf("password for %s@%s: ", pct.Encode(l.user, pct.RegName), resp.Request.URL.Host)
		if l.password, err = h.env.Ask(ctx, prompt); err != nil {
			return nil, get.Fail(ctx, "log in", req.URI, get.Auth, err)
		}
		l.complete = true
	case challenge.scheme == "basic":
		return resp, nil // it was sent, and is wrong
	}
	resp.Body.Close()
	r := again(resp.Request)
	if err := l.answer(r, challenge); err != nil {
		return nil, get.Errorf(get.Invalid, "log in", req.URI, "%w", err)
	}
	resp, err := h.send(r)
	if err != nil {
		return nil, fail(ctx, "log in", req.URI, err)
	}
	return resp, nil
}

// answer adds to r what challenge asks for.
func (l login) answer(r *http.Request, challenge challenge) error {
	if challenge.scheme == "basic" {
		return l.sendBasic(r)
	}
	if err := l.check(); err != nil {
		return err
	}
	r.Header.Set("Authorization", digest(l, challenge, r.Method, originForm(r.URL), newNonce()))
	return nil
}

// unauthorized returns the error for a 401 that stands, with a form to log in
// if that would help.
func (h *handler) unauthorized(req *get.Request, resp *http.Response) error {
	l := h.login(req)
	challenge, ok := choose(resp.Header)
	e := &get.Error{Op: "log in", URI: req.URI, Kind: get.Auth, Server: serverWords(resp)}
	switch {
	case !ok:
		e.Err = fmt.Errorf("the server asks for a login that is not spoken here: %q", resp.Header.Get("WWW-Authenticate"))
		return e
	case resp.Request.Header.Get("Authorization") != "" || l.complete:
		e.Err = errors.New("the login that was sent is not accepted")
	case l.user != "":
		e.Err = fmt.Errorf("a password is wanted and nobody is there to ask: give it with -u %s:password", pct.Encode(l.user, pct.RegName))
	default:
		e.Err = errors.New("a user name and a password are wanted: give them with -u name:password")
	}
	e.Answer = &get.Response{URI: req.URI, Answer: loginForm(req, l.user, challenge.params["realm"]), Meta: meta(resp)}
	return e
}

// serverWords returns the status line of an answer, with its text behind if it
// is plain and short enough to be read as a message.
func serverWords(resp *http.Response) string {
	defer resp.Body.Close()
	const most = 1 << 10
	mediaType, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if mediaType != "text/plain" || resp.Header.Get("Content-Encoding") != "" {
		return resp.Status
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if words := strings.TrimSpace(string(text)); err == nil && words != "" && len(text) <= most {
		return resp.Status + ": " + words
	}
	return resp.Status
}

// loginForm asks for a user name and password and returns the same request with
// them.
func loginForm(req *get.Request, user, realm string) *get.Form {
	form := &get.Form{
		Title: "Log in",
		Text:  fmt.Sprintf("The server wants to know who asks. It calls what is behind %q.", realm),
		Fields: []get.Field{
			{Name: "user", Label: "User name", Type: get.Text, Default: user},
			{Name: "password", Label: "Password", Type: get.Password},
		},
	}
	form.Fill = func(values []get.Value) (*get.Request, error) {
		next := *req
		next.URI = req.URI.WithoutUserinfo()
		next.User, next.Password = user, ""
		next.Header = req.Header.Clone()
		next.Header.Del("Authorization")
		for _, v := range values {
			switch v.Name {
			case "user":
				next.User = v.Value
			case "password":
				next.Password = v.Value
			default:
				return nil, invalidField(req.URI, v.Name, "there is no such field")
			}
		}
		if next.User == "" {
			return nil, invalidField(req.URI, "user", "a name is needed")
		}
		if (login{user: next.User, password: next.Password}).check() != nil {
			return nil, invalidField(req.URI, "user", errControl.Error())
		}
		return &next, nil
	}
	return form
}

func invalidField(u uri.URI, field, why string) error {
	return get.Errorf(get.Invalid, "fill", u, "field %q: %s", field, why)
}
