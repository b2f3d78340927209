package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// A progress tells a person who waits how far a search has come: in one line of
// the terminal that goes away again. It begins after a second. The zero value
// counts and tells nothing.
type progress struct {
	files, bytes, found atomic.Int64

	mu      sync.Mutex
	w       io.Writer // the terminal, or nil
	shown   bool      // the line is there
	midLine bool      // so is the beginning of another one
	done    chan struct{}
}

// startProgress returns a progress that is told on standard error, if that is a
// terminal. If standard output is one as well, what is written there goes through
// it from now on.
func (a *app) startProgress() *progress {
	p := &progress{}
	if !isTerminal(a.err) || os.Getenv("TERM") == "dumb" {
		return p
	}
	if isTerminal(os.Stdout) {
		a.out.Flush()
		a.out.Reset(&progressWriter{p, os.Stdout})
	}
	p.start(a.err)
	return p
}

// start tells the progress on w every now and then.
func (p *progress) start(w io.Writer) {
	p.w, p.done = w, make(chan struct{})
	go func() {
		const first, often = time.Second, 200 * time.Millisecond
		timer := time.NewTimer(first)
		defer timer.Stop()
		for {
			select {
			case <-p.done:
				return
			case <-timer.C:
				p.show()
				timer.Reset(often)
			}
		}
	}()
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || p.midLine {
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K%d files, %d MB, %d found", p.files.Load(), p.bytes.Load()/1e6, p.found.Load())
	p.shown = true
}

// hide takes the line away, before something else is written.
func (p *progress) hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *progress) erase() {
	if p.shown {
		io.WriteString(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// stop ends the telling; what is counted later is not told.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	if p.w != nil {
		p.w = nil
		close(p.done)
	}
}

// reader returns a reader of r whose bytes count.
func (p *progress) reader(r io.Reader) io.Reader { return &countingReader{r, &p.bytes} }

type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n.Add(int64(n))
	return n, err
}

// A progressWriter writes to the terminal on which the progress is told.
type progressWriter struct {
	p *progress
	w io.Writer
}

func (w *progressWriter) Write(b []byte) (int, error) {
	w.p.mu.Lock()
	defer w.p.mu.Unlock()
	w.p.erase()
	n, err := w.w.Write(b)
	if n > 0 {
		w.p.midLine = b[n-1] != '\n'
	}
	return n, err
}
