package infoclient

import (
	"sync"

	"uriel.dev/scheme/info/inforead"
)

// A shelf keeps the document that was read last, for as long as its file does not
// change: to decompress a large one takes longer than anything else, and readers
// go from node to node.
type shelf struct {
	mu       sync.Mutex
	file     file
	document *inforead.Document // nil while somebody reads it
}

// take returns the document that begins in f, if it is there.
func (s *shelf) take(f file) (d *inforead.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == f {
		d, s.document = s.document, nil
	}
	return d
}

// put keeps a document that nobody reads any more.
func (s *shelf) put(f file, d *inforead.Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.file, s.document = f, d
}
