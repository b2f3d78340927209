package news

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// URI returns the URI of a view, the inverse of [Parse]. It is of the scheme that
// v was read from; for a view that was made it is nntp if there is an Article,
// and news otherwise. The default port is left out, and what must be is encoded
// and nothing else. A password is that of the URI that v was read from. The
// error tells of what cannot be written.
func (v View) URI() (uri.URI, error) {
	name := v.scheme()
	path, err := v.path(name)
	if err != nil {
		return uri.URI{}, err
	}
	query, err := v.queryText()
	if err != nil {
		return uri.URI{}, err
	}
	b := uri.Builder{Scheme: name, Userinfo: v.userinfo(), Path: path, Query: query}
	if v.Port != "" && !isDefaultPort(name, v.Port) {
		b.Port = &v.Port
	}
	switch {
	case v.Server != "" || b.Userinfo != nil || b.Port != nil:
		b.Host, b.Path = &v.Server, "/"+path
	case isNumbered(name):
		return uri.URI{}, fmt.Errorf("%s: no server is named", name)
	}
	return b.URI()
}

func (v View) scheme() string {
	switch {
	case v.uri.HasScheme():
		return strings.ToLower(v.uri.Scheme())
	case v.Article != nil:
		return "nntp"
	}
	return "news"
}

func (v View) userinfo() *string {
	switch {
	case v.uri.HasUserinfo():
		return new(v.uri.Userinfo())
	case v.User != nil:
		return new(pct.Encode(string(*v.User), pct.RegName))
	}
	return nil
}

// queryText writes what is wanted of an article; nil is the article.
func (v View) queryText() (*string, error) {
	switch {
	case !v.Thread && v.Part == "":
		return nil, nil
	case v.MessageID == nil && v.Article == nil, v.Thread && v.Part != "":
		return nil, errors.New("news: an article has a thread or a part, and nothing else")
	case v.Thread:
		return new("thread"), nil
	case !isPartNumber(v.Part):
		return nil, fmt.Errorf("news: %q is no number of a part", v.Part)
	}
	return new("part=" + v.Part), nil
}

// idChars are the characters of a message-id that are written as they are.
var idChars = pct.RegName.With(":")

// path writes what is named, in the scheme of that name.
func (v View) path(scheme string) (string, error) {
	switch {
	case isNumbered(scheme):
		return v.numberedPath()
	case v.MessageID != nil:
		left, right, fault := msgid.SplitMsgIDCore(string(*v.MessageID))
		if fault != nil {
			return "", fmt.Errorf("news: %q is no Message-ID: %s", string(*v.MessageID), fault.Reason)
		}
		return pct.Encode(left, idChars) + "@" + pct.Encode(right, idChars), nil
	case v.Pattern != nil:
		if !strings.ContainsAny(string(*v.Pattern), "*?") {
			return "", fmt.Errorf("news: %q is no pattern: it has neither * nor ?", string(*v.Pattern))
		}
		return newsgroups(string(*v.Pattern), true)
	case v.Group != nil:
		return newsgroups(string(*v.Group), false)
	}
	return "", errors.New("news: neither an article nor a group is named")
}

// newsgroups writes a group or pattern of a news URI, where an "@" and angle
// brackets would make a Message-ID of it.
func newsgroups(name string, isPattern bool) (string, error) {
	text, err := groupText(name, isPattern)
	if _, wrapped := msgid.Unwrap(text); err == nil && (wrapped || strings.Contains(name, "@")) {
		err = fmt.Errorf("news: %q would be taken for a Message-ID", name)
	}
	return text, err
}

func groupText(name string, isPattern bool) (string, error) {
	if i, hint := notExact(name, isPattern); i >= 0 {
		return "", fmt.Errorf("news: %q is no newsgroup: %s", name, hint)
	}
	chars := groupChar
	if isPattern {
		chars = chars.With("*")
	}
	return pct.Encode(name, chars), nil
}

func (v View) numberedPath() (string, error) {
	if v.Group == nil {
		return "", errors.New("nntp: no group is named")
	}
	path, err := groupText(string(*v.Group), false)
	if err != nil || v.Article == nil {
		return path, err
	}
	if notArticleNumber(*v.Article) >= 0 {
		return "", fmt.Errorf("nntp: %q is no number of an article", *v.Article)
	}
	return path + "/" + *v.Article, nil
}
