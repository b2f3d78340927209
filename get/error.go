package get

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// Kind is what sort of failure an [Error] is. The list is closed and its order
// fixed. Exit statuses of the command and HTTP statuses of the gateway derive
// from it.
type Kind uint8

const (
	Internal    Kind = iota // a fault of this program
	Invalid                 // the URI, or a value of a form
	Denied                  // by our policy
	Unsupported             // the scheme, or a part of it, is not spoken here
	NotFound                // the server says that it has no such thing
	Timeout                 // a limit of time ran out
	Network                 // the host could not be looked up or reached, or broke off
	TLSFailed               // no trusted encryption could be agreed on
	Protocol                // the server broke its protocol
	Limit                   // a limit of size ran out
	Auth                    // the server wants to know who asks
	Canceled                // the caller lost interest
	Partial                 // some of it came, then it broke off
)

var kinds = [...]struct {
	name string
	exit int
	http int
}{
	Internal:    {"internal", 3, 500},
	Invalid:     {"invalid", 1, 400},
	Denied:      {"denied", 4, 403},
	Unsupported: {"unsupported", 3, 501},
	NotFound:    {"not-found", 3, 404},
	Timeout:     {"timeout", 3, 504},
	Network:     {"network", 3, 502},
	TLSFailed:   {"tls", 3, 502},
	Protocol:    {"protocol", 3, 502},
	Limit:       {"limit", 3, 502},
	Auth:        {"auth", 3, 502},
	Canceled:    {"canceled", 3, 502},
	Partial:     {"partial", 5, 502},
}

// String returns the word that stands in JSON: "not-found", "tls" …
func (k Kind) String() string { return kinds[k].name }

// Exit returns the exit status of the command: 1 invalid, 3 not read, 4 refused
// by our policy, 5 partial.
func (k Kind) Exit() int { return kinds[k].exit }

// HTTPStatus returns the status with which the gateway answers.
func (k Kind) HTTPStatus() int { return kinds[k].http }

// An Error says which step of dereferencing which URI failed, and how.
type Error struct {
	Op   string  // the step, a verb: "dial", "read menu", "run mandoc"
	URI  uri.URI // of the hop that failed; its secrets are never printed
	Kind Kind
	Err  error // what is known; a *textproto.Error for a reply with a code

	// Shown is URI as it may be shown; "" is what [uri.URI.Redacted] makes of it.
	// A [Client] fills it in, since it knows what the schemes keep secret.
	Shown string

	// Server holds the server's own words, "" if it said nothing.
	Server string

	// Answer is what came along with a refusal: an Object with the page of an
	// HTTP error, a Form to log in. It is nil if nothing did. Closer frees it.
	Answer *Response
}

// Error returns "op uri: cause", with the server's words behind.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if !e.URI.IsZero() {
		b.WriteByte(' ')
		b.WriteString(uri.Shorten(cmp.Or(e.Shown, e.URI.Redacted())))
	}
	b.WriteString(": ")
	if e.Err != nil {
		b.WriteString(e.Err.Error())
	} else {
		b.WriteString(e.Kind.String())
	}
	if e.Server != "" {
		fmt.Fprintf(&b, ": the server says %q", e.Server)
	}
	return b.String()
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// A RangeError is the cause of an [*Error] when nothing stands where the [Range] of a
// request is (RFC 9110, section 15.5.17).
type RangeError struct {
	Size int64 // of what there is, in bytes; -1 if that is not known
}

// Error says that there is no such part, and how long the whole is.
func (e *RangeError) Error() string {
	if e.Size < 0 {
		return "the resource has no such part"
	}
	return fmt.Sprintf("the resource has no such part: all of it has %d bytes", e.Size)
}

// Close frees the answer that came with the error, if any.
func (e *Error) Close() error { return e.Answer.Close() }

// Fail returns an Error of the kind that err tells of itself: a refusal of the
// policy is Denied, a deadline Timeout, an end of ctx Canceled, a file that is
// not there NotFound, one that may not be read Auth, another network error
// Network; all else is of kind otherwise. An err that is an [*Error] is returned
// as it is.
func Fail(ctx context.Context, op string, u uri.URI, otherwise Kind, err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if perr, ok := errors.AsType[*fs.PathError](err); ok {
		err = perr.Err // the name of the file is in the URI, and there it is escaped
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause // what broke because of it says less
	}
	return &Error{Op: op, URI: u, Kind: kindOf(err, otherwise), Err: err}
}

func kindOf(err error, otherwise Kind) Kind {
	if _, ok := errors.AsType[*policy.Refusal](err); ok {
		return Denied
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return Timeout
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG), errors.Is(err, syscall.ELOOP):
		return NotFound
	case errors.Is(err, fs.ErrPermission):
		return Auth
	}
	nerr, ok := errors.AsType[net.Error](err)
	if _, bare := nerr.(syscall.Errno); !ok || bare { // the number of an error looks like one of the network
		return otherwise
	}
	if nerr.Timeout() {
		return Timeout
	}
	return Network
}

// Errorf returns an Error of the given kind with a text of ours.
func Errorf(kind Kind, op string, u uri.URI, format string, args ...any) *Error {
	return &Error{Op: op, URI: u, Kind: kind, Err: fmt.Errorf(format, args...)}
}
