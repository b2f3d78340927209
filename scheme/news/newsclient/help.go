package newsclient

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// OptionArchive is the address of an archive of articles, which is told where an
// article is gone: a template as of [get.Gateway], with {message_id} for its
// Message-ID.
const OptionArchive = "news-archive"

// helped adds to an error what would help.
func (t target) helped(req *get.Request, err error) error {
	e, ok := errors.AsType[*get.Error](err)
	switch {
	case ok && e.Kind == get.Auth && !isCode(e, 440):
		e.Answer = logInForm(req, t)
	case t.view.MessageID != nil && (isCode(err, 423, 430) || errors.Is(err, errNoArticle)):
		return t.inArchive(req, e)
	}
	return err
}

// inArchive tells where an article that is gone may still be. No algorithm leads
// from a Message-ID to an archive (draft-ietf-uri-url-03, section 1.2.5, note 2).
func (t target) inArchive(req *get.Request, e *get.Error) error {
	if t.archive == "" {
		return e
	}
	whole := req.URI.WithoutQuery()
	u, err := get.Gateway{Template: t.archive}.URI(scheme.NewTable(infos, nil), whole)
	if err != nil {
		return get.Errorf(get.Invalid, "get", req.URI, "%s %q: %w", OptionArchive, t.archive, err)
	}
	e.Err = fmt.Errorf("%w; an archive may have it: <%s>", e.Err, u)
	e.Answer = &get.Response{URI: req.URI, Answer: &get.Locations{List: []get.Location{{URI: u, Note: "an archive may have it"}}}}
	return e
}

// logInForm asks for a user name and password and returns the same request with
// them.
func logInForm(req *get.Request, t target) *get.Response {
	user := ""
	if t.view.User != nil {
		user = string(*t.view.User)
	}
	form := &get.Form{
		Title: "Log in",
		Text:  "The server wants to know who asks.",
		Fields: []get.Field{
			{Name: "user", Label: "User name", Type: get.Text, Default: user},
			{Name: "password", Label: "Password", Type: get.Password},
		},
		Clear: !isSecure(req.URI) && req.Options[OptionSSL] != "require",
		Fill:  func(values []get.Value) (*get.Request, error) { return fillLogin(req, user, values) },
	}
	return &get.Response{URI: req.URI, Answer: form}
}

func fillLogin(req *get.Request, user string, values []get.Value) (*get.Request, error) {
	next := *req
	next.URI = req.URI.WithoutUserinfo()
	filled := map[string]string{"user": user}
	for _, v := range values {
		if !slices.Contains([]string{"user", "password"}, v.Name) {
			return nil, invalidField(req.URI, v.Name, "there is no such field")
		}
		if strings.ContainsAny(v.Value, scheme.Controls) {
			return nil, invalidField(req.URI, v.Name, "it holds a control character")
		}
		filled[v.Name] = v.Value
	}
	if next.User, next.Password = filled["user"], filled["password"]; next.User == "" {
		return nil, invalidField(req.URI, "user", "a name is needed")
	}
	return &next, nil
}

func invalidField(u uri.URI, field, why string) error {
	return get.Errorf(get.Invalid, "fill", u, "field %q: %s", field, why)
}
