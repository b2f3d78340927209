package htmlread

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"uriel.dev/get"
)

// The encodings of a form that is posted.
const (
	urlencoded    = "application/x-www-form-urlencoded"
	multipartForm = "multipart/form-data"
	plainText     = "text/plain"
)

// fill returns the request that submits the form.
func (f *Form) fill(given []get.Value) (*get.Request, error) {
	if scheme := strings.ToLower(f.action.Scheme()); scheme != "http" && scheme != "https" {
		return nil, get.Errorf(get.Unsupported, "fill", f.action, "the form is sent to no web server")
	}
	values, err := f.values(given)
	if err != nil {
		return nil, get.Errorf(get.Invalid, "fill", f.action, "%w", err)
	}
	if f.post {
		return f.posted(values)
	}
	query := encode(values)
	if f.search {
		query = url.QueryEscape(strings.Join(strings.Fields(values[0].value), " "))
	}
	u, err := f.action.WithoutFragment().WithQuery(query)
	if err != nil {
		return nil, get.Errorf(get.Invalid, "fill", f.action, "%w", err)
	}
	return &get.Request{URI: u}, nil
}

// encode writes values as application/x-www-form-urlencoded.
func encode(values []entry) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(v.name) + "=" + url.QueryEscape(lineEnds.Replace(v.value)))
	}
	return b.String()
}

// lineEnds writes the ends of lines as forms do.
var lineEnds = strings.NewReplacer("\r\n", "\r\n", "\n", "\r\n", "\r", "\r\n")

func (f *Form) posted(values []entry) (*get.Request, error) {
	req := &get.Request{URI: f.action.WithoutFragment(), Method: http.MethodPost, Header: http.Header{}}
	var body []byte
	mediaType := f.encoding
	switch f.encoding {
	case multipartForm:
		var err error
		if body, mediaType, err = parts(values); err != nil {
			return nil, get.Errorf(get.Invalid, "fill", f.action, "%w", err)
		}
	case plainText:
		for _, v := range values {
			if strings.ContainsAny(v.name+v.value, "\r\n") {
				return nil, get.Errorf(get.Invalid, "fill", f.action, "the field %q is sent in one line", v.name)
			}
			body = append(body, v.name+"="+v.value+"\r\n"...)
		}
	default:
		body = []byte(encode(values))
	}
	req.Header.Set("Content-Type", mediaType)
	if req.Body = body; body == nil {
		req.Body = []byte{}
	}
	return req, nil
}

// parts writes values as multipart/form-data (RFC 7578).
func parts(values []entry) (body []byte, mediaType string, err error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, v := range values {
		create := w.CreateFormField
		if v.kind == get.File {
			create = func(name string) (io.Writer, error) { return w.CreateFormFile(name, "file") }
		}
		part, perr := create(v.name)
		if perr == nil {
			_, perr = io.WriteString(part, v.value)
		}
		err = errors.Join(err, perr)
	}
	err = errors.Join(err, w.Close())
	return b.Bytes(), w.FormDataContentType(), err
}
