package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"sync"
	"time"
)

// drawn are pages that need not be drawn again: the gateway's own, which never change,
// and those of answers that are kept, for as long as they are. Drawing one takes a
// hundred times as long as sending it.
type drawn struct {
	mu         sync.Mutex
	young, old map[string]*drawnPage // what nobody asks for becomes old, and then is forgotten
	size       int                   // of those that are young
}

type drawnPage struct {
	key, tag string
	text     []byte
}

// Bounds of the pages that are kept, in bytes.
const (
	maxDrawn     = 8 << 20 // of the young, and as much of the old
	maxDrawnPage = maxDrawn / 16
)

// find returns the page that is kept under key, or nil.
func (d *drawn) find(key string) *drawnPage {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.young[key]
	if p == nil {
		if p = d.old[key]; p != nil {
			d.put(p)
		}
	}
	return p
}

// keep keeps a page.
func (d *drawn) keep(p *drawnPage) {
	if p.size() > maxDrawnPage {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.young[p.key] == nil {
		d.put(p)
	}
}

// put makes a page one of the young.
func (d *drawn) put(p *drawnPage) {
	if d.size += p.size(); d.size > maxDrawn || d.young == nil {
		d.old, d.young, d.size = d.young, map[string]*drawnPage{}, p.size()
	}
	d.young[p.key] = p
}

func (p *drawnPage) size() int { return len(p.key) + len(p.text) + 200 } // and what stands around it

// newDrawn returns a page with its entity tag.
func newDrawn(key string, text []byte) *drawnPage {
	sum := sha256.Sum256(text)
	return &drawnPage{key: key, tag: `"` + hex.EncodeToString(sum[:8]) + `"`, text: text}
}

// again answers with a page that was drawn before, of the same thing at the same
// address. If there is none it returns false, and the page that is drawn then is kept.
func (x *exchange) again(what string) bool {
	x.key = x.origin + " " + what
	p := x.g.drawn.find(x.key)
	if p != nil {
		x.pageHeader()
		x.tagged(p)
	}
	return p != nil
}

// keptAt names what was kept since then and is asked for by a request.
func (x *exchange) keptAt(since time.Time) string {
	return strconv.FormatInt(since.UnixNano(), 36) + " " + x.r.RequestURI
}
