package httpclient

import (
	"bufio"
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"uriel.dev/policy"
)

// How far back what is coded may refer, which has to be held.
const (
	brotliWindow = 16 << 20 // RFC 7932, section 9.1
	zstdWindow   = 8 << 20  // RFC 9659
)

// acceptEncoding lists the content codings that may be asked for under limits. Not
// among them is deflate, under which servers send two formats (RFC 9110, section
// 8.4.1.2).
func acceptEncoding(limits policy.Limits) string {
	list := "gzip"
	if limits.Window == 0 || limits.Window >= brotliWindow {
		list += ", br"
	}
	if limits.Window == 0 || limits.Window >= zstdWindow {
		list += ", zstd"
	}
	return list
}

// codings undo the content codings that may be asked for (RFC 9110, section 8.4.1).
// What they read ends where there is nothing to undo.
var codings = map[string]func(io.Reader) (io.Reader, error){"gzip": gunzip, "x-gzip": gunzip, "br": unbrotli, "zstd": unzstd}

func gunzip(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }

// unbrotli undoes RFC 7932.
func unbrotli(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	if _, err := b.Peek(1); err != nil {
		return nil, err
	}
	return brotli.NewReader(b), nil
}

// unzstd undoes RFC 8878.
func unzstd(r io.Reader) (io.Reader, error) {
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
}
