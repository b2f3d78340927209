package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out, terminal bytes.Buffer
		p := &progress{}
		w := &progressWriter{p, &out}
		p.start(&terminal)
		p.files.Add(3)
		io.Copy(io.Discard, p.reader(strings.NewReader(strings.Repeat("x", 2_000_000))))
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if terminal.Len() > 0 {
			t.Errorf("told at once: %q", &terminal)
		}
		time.Sleep(200 * time.Millisecond)
		synctest.Wait()
		const line = "\r\x1b[K3 files, 2 MB, 0 found"
		if terminal.String() != line {
			t.Errorf("told %q", &terminal)
		}
		io.WriteString(w, "http://a/\n")
		if want := line + "\r\x1b[K"; terminal.String() != want || out.String() != "http://a/\n" {
			t.Errorf("written over what is told: %q, %q", &terminal, &out)
		}
		terminal.Reset()
		io.WriteString(w, "http://b")
		time.Sleep(time.Second)
		synctest.Wait()
		if terminal.Len() > 0 {
			t.Errorf("told in the middle of a line: %q", &terminal)
		}
		io.WriteString(w, "/\n")
		time.Sleep(time.Second)
		synctest.Wait()
		if !strings.HasPrefix(terminal.String(), line) {
			t.Errorf("no longer told: %q", &terminal)
		}
		p.stop()
		if !strings.HasSuffix(terminal.String(), "\r\x1b[K") {
			t.Errorf("not taken away: %q", &terminal)
		}
	})
	var none progress
	none.hide()
	none.stop()
}
