package gopherclient

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"uriel.dev/internal/linewire"
)

// readText reads what a server sends in pieces of size bytes and then closes.
func readText(t *testing.T, sent string, size int) string {
	t.Helper()
	client, server := net.Pipe()
	go func() {
		defer server.Close()
		for sent != "" {
			n := min(size, len(sent))
			if _, err := io.WriteString(server, sent[:n]); err != nil {
				return
			}
			sent = sent[n:]
		}
	}()
	conn := linewire.Bind(t.Context(), client)
	defer conn.Close()
	r := &reply{Reader: bufio.NewReader(conn), ctx: t.Context(), conn: conn}
	got, err := io.ReadAll(iotest.OneByteReader(&text{reply: r, patience: time.Minute, lineStart: true}))
	if err != nil {
		t.Errorf("%q: %v", sent, err)
	}
	return string(got)
}

// slowText is the rule of text, for a whole reply.
func slowText(sent string) string {
	lines := strings.SplitAfter(sent, "\n")
	if last := lines[len(lines)-1]; last == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return ""
	}
	if strings.TrimRight(lines[len(lines)-1], "\r\n") != "." || strings.Contains(lines[len(lines)-1], "\r\r") {
		return sent
	}
	var b strings.Builder
	for _, line := range lines[:len(lines)-1] {
		if strings.HasPrefix(line, "..") {
			line = line[1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", ".", ".\r", ".\r\n", "a\n.\r\n", "..\n.\n..a\n.", "a\n..\nb", ".\n.\n.\n", "\n\n..", ".\r.\n", ".\r\r\n"} {
		f.Add(s, 1)
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, sent string, size int) {
		if len(sent) > 4096 || size < 1 {
			t.Skip("no input of this target")
		}
		if got, want := readText(t, sent, size), slowText(sent); got != want {
			t.Errorf("%q in pieces of %d is read as %q, want %q", sent, size, got, want)
		}
	})
}

// What RFC 1436 sends of a text is read as the text.
func TestTextRoundTrip(t *testing.T) {
	want := "one\r\n.\r\n..\r\n...two\r\n.three\r\n\r\n"
	var sent strings.Builder
	for line := range strings.Lines(want) {
		if strings.HasPrefix(line, ".") {
			sent.WriteByte('.')
		}
		sent.WriteString(line)
	}
	if got := readText(t, sent.String()+".\r\n", 7); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A text with too much behind its first ".." comes as it is sent, in bounded
// memory, but still without the line that ends it.
func TestTextTooLongToHold(t *testing.T) {
	body := "..\r\n" + strings.Repeat("..a line of some length\r\n", maxHeld/20)
	if got := readText(t, body+".\r\n", 32<<10); got != body {
		t.Errorf("%d bytes, want %d as they were sent", len(got), len(body))
	}
}

// A text that is announced to end with a dot comes with its dots taken away,
// however long it is.
func TestFramedTextTooLongToHold(t *testing.T) {
	const lines = 2 * maxHeld / 20
	sent := strings.Repeat("..a line of some length\r\n", lines) + ".\r\nmore"
	r := &reply{Reader: bufio.NewReader(strings.NewReader(sent))}
	got, err := io.ReadAll(iotest.HalfReader(&text{reply: r, framed: true, lineStart: true}))
	if want := strings.Repeat(".a line of some length\r\n", lines); err != nil || string(got) != want {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}
}

func BenchmarkText(b *testing.B) {
	body := bytes.Repeat([]byte("A line of a text, as long as such lines are in texts of some age.\r\n"), 1<<20/67)
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		t := &text{reply: &reply{Reader: bufio.NewReaderSize(bytes.NewReader(body), 64<<10)}, lineStart: true}
		if _, err := io.Copy(io.Discard, t); err != nil {
			b.Fatal(err)
		}
	}
}
