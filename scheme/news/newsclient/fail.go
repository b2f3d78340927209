package newsclient

import (
	"context"
	"errors"
	"fmt"
	"net/textproto"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/uri"
)

// meanings are what the codes of RFC 3977 that say no mean to a reader.
var meanings = map[int]struct {
	kind get.Kind
	text string
}{
	400: {get.Network, "the server does not serve now"},
	401: {get.Protocol, "the server is in another mode"},
	403: {get.Network, "the server has a fault"},
	411: {get.NotFound, "there is no such newsgroup here"},
	412: {get.NotFound, "no newsgroup is entered"},
	420: {get.NotFound, "the newsgroup has no article"},
	423: {get.NotFound, "there is no article of that number here; it may have expired"},
	430: {get.NotFound, "there is no such article here; it may have expired, or not come this way"},
	440: {get.Auth, "posting is not allowed"},
	441: {get.Invalid, "the article is not taken"},
	480: {get.Auth, "the server wants to know who asks"},
	481: {get.Auth, "the login is not accepted"},
	482: {get.Auth, "the server does not log in so"},
	483: {get.TLSFailed, "the server wants TLS first"},
	500: {get.Unsupported, "the server does not know the command"},
	501: {get.Unsupported, "the server does not know the command in this form"},
	502: {get.Auth, "the server does not allow it"},
	503: {get.Unsupported, "the server does not do that"},
}

// A refusal is a reply that says no, with what it means.
type refusal struct {
	reply   *textproto.Error
	meaning string
}

// Error returns the meaning, and the code of the reply behind it.
func (r *refusal) Error() string { return fmt.Sprintf("%s (%d)", r.meaning, r.reply.Code) }

// Unwrap returns the reply.
func (r *refusal) Unwrap() error { return r.reply }

// fail tells what sort of failure an error of a [Conn] is.
func fail(ctx context.Context, op string, u uri.URI, err error) *get.Error {
	if reply, ok := errors.AsType[*textproto.Error](err); ok {
		m, ok := meanings[reply.Code]
		if !ok {
			m.kind, m.text = get.Protocol, "not an answer to this"
		}
		return &get.Error{Op: op, URI: u, Kind: m.kind, Err: &refusal{reply, m.text}, Server: reply.Msg}
	}
	return get.Fail(ctx, op, u, kindOf(err), err)
}

func kindOf(err error) get.Kind {
	_, broken := errors.AsType[textproto.ProtocolError](err)
	switch {
	case broken:
		return get.Protocol
	case errors.Is(err, linewire.ErrLineTooLong), errors.Is(err, errHeader), errors.Is(err, errTooMany):
		return get.Limit
	case errors.Is(err, errCommand):
		return get.Invalid
	}
	return get.Network
}

// failTLS is the error of a server that does not agree on TLS. But for a lack of
// time or interest it is of Kind TLSFailed; nothing was asked then.
func failTLS(ctx context.Context, req *get.Request, err error) *get.Error {
	e := get.Fail(ctx, "TLS handshake", req.URI, get.TLSFailed, err)
	if e.Kind == get.Network {
		e.Kind = get.TLSFailed // an alert is a net.Error, too
	}
	if reply, ok := errors.AsType[*textproto.Error](err); ok {
		e.Err, e.Server = &refusal{reply, "the server does not agree on TLS"}, reply.Msg
	}
	return e
}
