package httpclient

import (
	"bytes"
	"io"
	"net/http"
)

// body reads the content of a response. Its errors are of [get.Error], but for
// io.EOF, and the first one stays.
type body struct {
	src  io.Reader
	fail func(error) error

	ahead []byte // read already, by guess
	err   error
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	if len(b.ahead) > 0 {
		n := copy(p, b.ahead)
		b.ahead = b.ahead[n:]
		return n, nil
	}
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.src.Read(p)
	if err != nil && err != io.EOF {
		err = b.fail(err)
	}
	b.err = err
	return n, err
}

// guess returns the media type that the first bytes look like (RFC 9110,
// section 8.3, leaves that to the recipient). It waits for 512 of them.
func (b *body) guess(resp *http.Response) string {
	if resp.Request.Method == http.MethodHead {
		return "application/octet-stream"
	}
	var ahead bytes.Buffer
	io.CopyN(&ahead, b, 512) // the error, if any, stays for the next Read
	b.ahead = ahead.Bytes()
	return http.DetectContentType(b.ahead)
}
