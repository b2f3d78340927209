package ftpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// neutral is the password of an anonymous login. The user's mail address, which
// RFC 1635 asks for, is given only if he says so.
const neutral = "uriel@"

// A login is who asks.
type login struct {
	user, password string
	complete       bool // there is a password, though it may be empty
	anonymous      bool // nobody is named
}

// secret returns what no trace may show.
func (l login) secret() string {
	if l.anonymous {
		return ""
	}
	return l.password
}

// loginOf returns the login of a request: that of its own, else the userinfo of
// its URI, else, or if that lacks a password, one that is known beforehand, else
// anonymous.
func (h *handler) loginOf(req *get.Request) login {
	if req.User != "" || req.Password != "" {
		return login{user: req.User, password: req.Password, complete: req.Password != ""}
	}
	s := scheme.ServerOf(req.URI, 0)
	var l login
	if s.User != nil {
		l.user = string(*s.User)
		l.password, l.complete = s.Secret()
	}
	if l.complete && l.user != "" {
		return l
	}
	if h.env.Login != nil {
		if user, password, ok := h.env.Login(req.URI); ok && (l.user == "" || l.user == user) {
			return login{user: user, password: password, complete: true}
		}
	}
	if l.user == "" || l.user == "anonymous" {
		l = login{user: "anonymous", password: neutral, complete: true, anonymous: true}
		if email := req.Options[OptionEmail]; email != "" {
			l.password = email
		}
	}
	return l
}

// logIn sends USER, and PASS and ACCT if they are asked for (RFC 959, section
// 5.4), and protects the data connections.
func (h *handler) logIn(ctx context.Context, c *conn, t *task) error {
	r, err := c.ask("USER " + t.user)
	if err == nil && r.code == 331 {
		if !t.login.complete {
			if err := h.askPassword(ctx, c, t); err != nil {
				return err
			}
		}
		r, err = c.askHidden("PASS "+t.login.password, t.login.pass())
	}
	if err == nil && r.code == 332 && t.account != "" {
		r, err = c.askHidden("ACCT "+t.account, "ACCT ***")
	}
	switch {
	case err != nil:
		return t.fail(ctx, "log in", err)
	case !r.isOK():
		return t.notIn(r)
	}
	if len(r.lines) > 1 {
		c.meta = append(c.meta, meta("greeting", r)...)
	}
	return h.protect(ctx, c, t)
}

// pass returns the command PASS as it may be shown. A mail address that says
// nothing is no secret.
func (l login) pass() string {
	if l.anonymous {
		return "PASS " + l.password
	}
	return "PASS ***"
}

// askPassword asks the user for a password.
func (h *handler) askPassword(ctx context.Context, c *conn, t *task) error {
	if h.env.Ask == nil {
		e := &get.Error{Op: "log in", URI: t.uri(), Kind: get.Auth, Answer: t.form()}
		e.Err = fmt.Errorf("a password is wanted and nobody is there to ask: give it with -u %s:password", pct.Encode(t.user, pct.RegName))
		return e
	}
	password, err := h.env.Ask(ctx, fmt.Sprintf("password for %s@%s: ", pct.Encode(t.user, pct.RegName), t.uri().Host()))
	if err != nil {
		return get.Fail(ctx, "log in", t.uri(), get.Auth, err)
	}
	t.login.password, c.secret = password, password
	return nil
}

// notIn returns the error for a login that the server does not take, with a
// form to log in where that would help.
func (t *task) notIn(r reply) error {
	e := refused("log in", t.uri(), r)
	if r.code/100 == 4 && r.code != 430 {
		return e // it is not about who asks
	}
	e.Kind = get.Auth
	var text string
	switch {
	case r.code == 332:
		text = "the server asks for an account: give it with --ftp-account"
	case t.login.anonymous && t.login.password == neutral:
		text = "the server does not let us in as anonymous: it may want a mail address, which --ftp-email gives, or a login, which -u gives"
	default:
		text = "the login that was sent is not accepted"
	}
	e.Err = explained{refusal{r}, text}
	e.Answer = t.form()
	return e
}

// form asks for a user name and password and returns the same request with
// them.
func (t *task) form() *get.Response {
	user := t.user
	if t.login.anonymous {
		user = ""
	}
	form := &get.Form{
		Title: "Log in",
		Text:  "The server wants to know who asks.",
		Fields: []get.Field{
			{Name: "user", Label: "User name", Type: get.Text, Default: user},
			{Name: "password", Label: "Password", Type: get.Password},
		},
		Clear: !t.isSecure() && t.ssl != "require",
	}
	form.Fill = func(values []get.Value) (*get.Request, error) { return fillLogin(t.req, user, values) }
	return &get.Response{URI: t.uri(), Answer: form}
}

func fillLogin(req *get.Request, user string, values []get.Value) (*get.Request, error) {
	next := *req
	next.URI = req.URI.WithoutUserinfo()
	next.User, next.Password = user, ""
	for _, v := range values {
		switch v.Name {
		case "user":
			next.User = v.Value
		case "password":
			next.Password = v.Value
		default:
			return nil, invalidField(req.URI, v.Name, errors.New("there is no such field"))
		}
		if strings.ContainsAny(v.Value, scheme.Controls) {
			return nil, invalidField(req.URI, v.Name, errors.New("it holds a control character"))
		}
	}
	if next.User == "" {
		return nil, invalidField(req.URI, "user", errors.New("a name is needed"))
	}
	return &next, nil
}

func invalidField(u uri.URI, field string, why error) error {
	return get.Errorf(get.Invalid, "fill", u, "field %q: %w", field, why)
}
