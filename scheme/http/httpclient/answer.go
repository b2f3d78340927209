package httpclient

import (
	"context"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/textproto"
	"path"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// answer makes one of the kinds of answer, or an error, of a response (RFC
// 9110, section 15). It owns the body of resp.
func (h *handler) answer(ctx context.Context, req *get.Request, resp *http.Response) (*get.Response, error) {
	switch code := resp.StatusCode; {
	case code < 200:
		resp.Body.Close()
		return nil, get.Errorf(get.Protocol, "get", req.URI, "the server switches to a protocol that nobody asked for: %q", resp.Status)
	case code == http.StatusUnauthorized:
		return nil, h.unauthorized(req, resp)
	case isRedirection(resp):
		defer resp.Body.Close()
		return h.redirection(req, resp)
	}
	res := h.object(ctx, req, resp)
	if resp.StatusCode >= 400 {
		return nil, &get.Error{
			Op: "get", URI: req.URI, Kind: errorKind(resp.StatusCode),
			Err: statusError{resp}, Server: resp.Status, Answer: res,
		}
	}
	return res, nil
}

func errorKind(code int) get.Kind {
	if code == http.StatusProxyAuthRequired {
		return get.Auth
	}
	return get.NotFound
}

// A statusError says what a status of the classes 4xx and 5xx comes to. Behind
// it is the reply as a [*textproto.Error], and a [*get.RangeError] if that is what it says.
type statusError struct{ resp *http.Response }

func (e statusError) Error() string {
	switch code := e.resp.StatusCode; {
	case code == http.StatusNotFound, code == http.StatusGone:
		return "there is no such resource"
	case code == http.StatusRequestedRangeNotSatisfiable:
		return e.rangeError().Error()
	case code >= 500:
		return "the server cannot answer"
	default:
		return "the server does not want to answer this request"
	}
}

func (e statusError) Unwrap() []error {
	code := e.resp.StatusCode
	causes := []error{&textproto.Error{Code: code, Msg: http.StatusText(code)}}
	if code == http.StatusRequestedRangeNotSatisfiable {
		causes = append(causes, e.rangeError())
	}
	return causes
}

// rangeError reads how long the resource is from the field "Content-Range: bytes */N"
// (RFC 9110, section 14.4).
func (e statusError) rangeError() *get.RangeError {
	if text, ok := strings.CutPrefix(e.resp.Header.Get("Content-Range"), "bytes */"); ok {
		if n, err := strconv.ParseUint(text, 10, 63); err == nil {
			return &get.RangeError{Size: int64(n)}
		}
	}
	return &get.RangeError{Size: -1}
}

// meta lists status, version and header fields of a response, the fields by
// name, since net/http does not keep their order.
func meta(resp *http.Response) []get.Meta {
	out := []get.Meta{{Name: ":status", Value: resp.Status}, {Name: ":protocol", Value: resp.Proto}}
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		for _, value := range resp.Header[name] {
			out = append(out, get.Meta{Name: name, Value: value})
		}
	}
	return out
}

// object makes an Object of the content of a response.
func (h *handler) object(ctx context.Context, req *get.Request, resp *http.Response) *get.Response {
	body := &body{src: resp.Body, fail: func(err error) error { return fail(ctx, "read", req.URI, err) }}
	o := &get.Object{Length: resp.ContentLength, Name: fileName(req.URI, resp.Header), Body: body}
	o.Modified, _ = http.ParseTime(resp.Header.Get("Last-Modified")) // zero if it is no date
	res := &get.Response{URI: req.URI, Answer: o, Meta: meta(resp), Closer: resp.Body}
	note := func(format string, args ...any) { res.Notes = append(res.Notes, fmt.Sprintf(format, args...)) }

	encoding := strings.ToLower(resp.Header.Get("Content-Encoding"))
	switch decode := codings[encoding]; {
	case encoding == "" || encoding == "identity":
	case decode != nil && req.Header.Get("Accept-Encoding") == "" && asked(resp, encoding):
		body.src = get.Unpack(h.env.Policy.Limits(), resp.Body, decode)
		o.Length = -1
	default:
		note("left in the encoding %q in which it came", encoding)
	}
	switch ranged := resp.Request.Header.Get("Range") != ""; {
	case resp.StatusCode == http.StatusPartialContent:
		o.Offset = offset(resp.Header.Get("Content-Range"))
		if r := req.Range; r != nil && r.First >= 0 && r.First != o.Offset {
			note("not the part that was asked for: %s", resp.Header.Get("Content-Range"))
		}
	case ranged && resp.StatusCode == http.StatusOK:
		note("the server ignored the range that was asked for")
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		note("the status is %s, without a Location that could be followed", resp.Status)
	}
	var ok bool
	if o.MediaType, ok = mediaType(resp.Header.Get("Content-Type")); !ok {
		o.MediaType = body.guess(resp)
		note("the server gives no media type: %s is a guess", o.MediaType)
	}
	return res
}

// offset returns where the part that a field Content-Range tells of begins (RFC
// 9110, section 14.4), or 0.
func offset(field string) (first int64) {
	unit, rest, _ := strings.Cut(field, " ")
	digits, _, _ := strings.Cut(rest, "-")
	if n, err := strconv.ParseUint(digits, 10, 63); err == nil && strings.EqualFold(unit, "bytes") {
		first = int64(n)
	}
	return first
}

// asked reports whether a content coding was asked for.
func asked(resp *http.Response, coding string) bool {
	list := strings.Split(resp.Request.Header.Get("Accept-Encoding"), ", ")
	return slices.Contains(list, strings.TrimPrefix(coding, "x-"))
}

// mediaType returns a field Content-Type in canonical form. Parameters that
// cannot be read are dropped; ok is false if there is no type.
func mediaType(field string) (mediaType string, ok bool) {
	t, params, err := mime.ParseMediaType(field)
	if err != nil && err != mime.ErrInvalidMediaParameter || !strings.Contains(t, "/") {
		return "", false
	}
	if formatted := mime.FormatMediaType(t, params); formatted != "" {
		return formatted, true
	}
	return t, true
}

// fileName returns a name for a file: that of the field Content-Disposition
// (RFC 6266), else the last segment of the path. It is never one that leads to
// another folder.
func fileName(u uri.URI, header http.Header) string {
	if _, params, err := mime.ParseMediaType(header.Get("Content-Disposition")); err == nil {
		if name := baseName(params["filename"]); name != "" {
			return name
		}
	}
	return baseName(pct.Decode(u.Path()[strings.LastIndexByte(u.Path(), '/')+1:]))
}

// baseName returns what stands behind the last slash or backslash of name, or
// "" if that is no name of a file.
func baseName(name string) string {
	base := path.Base("/" + strings.ReplaceAll(name, `\`, "/"))
	control := strings.ContainsFunc(base, func(r rune) bool { return r < ' ' || r == 0x7f })
	if base == "/" || base == "." || base == ".." || control {
		return ""
	}
	return base
}
