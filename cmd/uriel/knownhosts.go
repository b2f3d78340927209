package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// knownHosts is the file of the servers that were seen before, a line each:
//
//	host:port SP ( "authority" / "sha256:" base64 )
//
// The digits are the digest of the public key, which a server keeps when it
// renews a certificate. A server for whom an authority has vouched is never
// trusted without one afterwards.
type knownHosts struct {
	name string
	mu   sync.Mutex
}

const byAuthority = "authority"

// newKnownHosts returns the file of the user, nil if the system has no place for
// it (the XDG Base Directory Specification).
func newKnownHosts() *knownHosts {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return &knownHosts{name: filepath.Join(dir, "uriel", "known_hosts")}
}

// trust decides about a server, as [uriel.dev/get.Env] has it.
func (k *knownHosts) trust(addr string, cert *x509.Certificate, known bool) (note string, err error) {
	sum := sha256.Sum256(cert.RawSubjectPublicKeyInfo)
	seen := "sha256:" + base64.StdEncoding.EncodeToString(sum[:])
	k.mu.Lock()
	defer k.mu.Unlock()
	first, line, err := k.find(addr)
	switch {
	case err != nil:
		return "", fmt.Errorf("which servers were seen before cannot be read: %v", err) // not wrapped: it is not about the file of a URI
	case known && first == byAuthority, !known && first == seen:
		return "", nil
	case known:
		return "", k.add(addr, byAuthority)
	case first == byAuthority:
		return "", fmt.Errorf("no authority vouches for the server any more: %s, line %d, says that one did; without that line the server is taken for new", k.name, line)
	case first != "":
		return "", fmt.Errorf("the key of the server is not the one that was seen first: %s, line %d, has another; without that line the server is taken for new", k.name, line)
	default:
		return "no authority vouches for the server: its key is trusted from now on, in " + k.name, k.add(addr, seen)
	}
}

// telling returns trust, with whoever is at the terminal told when a server is
// trusted that no authority vouches for.
func (a *app) telling(trust trustFunc) trustFunc {
	return func(addr string, cert *x509.Certificate, known bool) (string, error) {
		note, err := trust(addr, cert, known)
		if note != "" {
			fmt.Fprintf(a.err, "uriel: %s: %s\n", visible(addr), visible(note))
		}
		return note, err
	}
}

type trustFunc = func(addr string, cert *x509.Certificate, known bool) (note string, err error)

// find returns the last that the file says of a server, and in which line; "" is
// nothing.
func (k *knownHosts) find(addr string) (says string, line int, err error) {
	f, err := os.Open(k.name)
	if errors.Is(err, os.ErrNotExist) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if fields := strings.Fields(lines.Text()); len(fields) >= 2 && strings.EqualFold(fields[0], addr) {
			says, line = fields[1], n
		}
	}
	return says, line, lines.Err()
}

// add adds a line: one write at the end of the file, so that another process
// that does the same cannot tear it.
func (k *knownHosts) add(addr, says string) error {
	f, err := k.append()
	if err == nil {
		_, err = io.WriteString(f, addr+" "+says+"\n")
		err = cmp.Or(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("that the server was seen cannot be kept: %v", err) // as above
	}
	return nil
}

// append opens the file for one more line.
func (k *knownHosts) append() (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(k.name), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(k.name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
}
