package httpclient

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"uriel.dev/get"
	"uriel.dev/policy"
)

var writers = map[string]func(io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z },
}

// TestAcceptEncoding: what needs more memory than the limits allow is not asked for.
func TestAcceptEncoding(t *testing.T) {
	for window, want := range map[int]string{0: "gzip, br, zstd", 1 << 20: "gzip", 8 << 20: "gzip, zstd", 16 << 20: "gzip, br, zstd"} {
		if got := acceptEncoding(policy.Limits{Window: window}); got != want {
			t.Errorf("%d bytes: %q, want %q", window, got, want)
		}
	}
}

// TestCodings: whatever coding of those that we ask for an object comes in, it is undone.
// What is cut off or broken is an error, nothing at all is none, and a little that would
// become very much is given up.
func TestCodings(t *testing.T) {
	if want := strings.Split(acceptEncoding(policy.Limits{}), ", "); len(writers) != len(want) {
		t.Fatalf("%d codings are tried, %q asked for", len(writers), want)
	}
	var numbers strings.Builder
	for i := range 1 << 16 {
		fmt.Fprintln(&numbers, i*i)
	}
	text := numbers.String()
	for coding, writer := range writers {
		encode := func(text string) string {
			var b bytes.Buffer
			w := writer(&b)
			io.WriteString(w, text)
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		whole := encode(text)
		for name, test := range map[string]struct {
			sent, want string
			kind       get.Kind
		}{
			"whole":   {sent: whole, want: text},
			"nothing": {},
			"cut off": {sent: whole[:len(whole)/2], kind: get.Partial},
			"broken":  {sent: "no coding at all", kind: get.Protocol},
			"a bomb":  {sent: encode(strings.Repeat("x", 8<<20)), kind: get.Limit},
		} {
			t.Run(coding+", "+name, func(t *testing.T) {
				s := serve(t, fmt.Sprintf("HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Encoding: %s\nContent-Length: %d\n\n%s", coding, len(test.sent), test.sent))
				res, err := newClient(t, get.Env{}).Get(t.Context(), &get.Request{URI: s.at("http://HOST/")})
				if err != nil {
					t.Fatal(err)
				}
				defer res.Close()
				got, err := io.ReadAll(res.Answer.(*get.Object).Body)
				if test.kind != 0 {
					if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != test.kind {
						t.Errorf("%d bytes, %v; want an error of kind %v", len(got), err, test.kind)
					}
				} else if err != nil || string(got) != test.want {
					t.Errorf("%d bytes, %v; want %d", len(got), err, len(test.want))
				}
				if len(got) > 4<<20 {
					t.Errorf("%d MiB of a bomb", len(got)>>20)
				}
			})
		}
	}
}
