// Package dnstest is a DNS server for tests: it answers as it is told, and says
// what it was asked.
package dnstest

import (
	"encoding/binary"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A Server is a DNS server on loopback that answers from a script.
type Server struct {
	Addr netip.AddrPort

	mu      sync.Mutex
	answers map[string][][]string // by name with its final dot
	asked   map[string]int        // by name and type: "a.test. A"
}

// Start starts a server that ends with the test. For each name, with its final
// dot and in lower case, answers has the addresses of one look-up after the
// other; the last stays. Of other names it says that there are none.
func Start(t testing.TB, answers map[string][][]string) *Server {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: netip.MustParseAddrPort(pc.LocalAddr().String()), answers: answers, asked: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() {
		for buf := make([]byte, 1500); ; {
			n, from, err := pc.ReadFrom(buf)
			if err != nil {
				return
			}
			if reply := s.reply(buf[:n]); reply != nil {
				pc.WriteTo(reply, from)
			}
		}
	})
	t.Cleanup(func() { pc.Close(); wg.Wait() })
	return s
}

const (
	typeA    = 1
	typeAAAA = 28
)

// reply answers one question (RFC 1035, section 4).
func (s *Server) reply(query []byte) []byte {
	if len(query) < 12 {
		return nil
	}
	name, end := "", 12
	for query[end] != 0 {
		n := int(query[end])
		name += string(query[end+1:end+1+n]) + "."
		end += 1 + n
	}
	end++
	kind := binary.BigEndian.Uint16(query[end:])
	reply := append(slices.Clone(query[:2]), 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0)
	reply = append(reply, query[12:end+4]...)
	addrs, known := s.look(strings.ToLower(name), kind)
	if !known {
		reply[3] |= 3 // no such name
	}
	for _, a := range addrs {
		reply[7]++
		reply = append(reply, 0xc0, 12, 0, byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(len(a.AsSlice())))
		reply = append(reply, a.AsSlice()...)
	}
	return reply
}

// look returns the addresses of one type. A look-up asks for both; the script
// goes on when one of them is asked for the next time.
func (s *Server) look(name string, kind uint16) (addrs []netip.Addr, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := name + map[uint16]string{typeA: " A", typeAAAA: " AAAA"}[kind]
	n := s.asked[key]
	s.asked[key]++
	script, known := s.answers[name]
	if !known {
		return nil, false
	}
	for _, text := range script[min(n, len(script)-1)] {
		if a := netip.MustParseAddr(text); a.Is4() == (kind == typeA) {
			addrs = append(addrs, a)
		}
	}
	return addrs, true
}

// Asked returns how often a name was asked for by type: "a.test. A".
func (s *Server) Asked(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[key]
}
