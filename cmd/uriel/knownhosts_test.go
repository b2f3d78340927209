package main

import (
	"crypto/x509"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKnownHosts(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	k := newKnownHosts()
	one, two := &x509.Certificate{RawSubjectPublicKeyInfo: []byte("one")}, &x509.Certificate{RawSubjectPublicKeyInfo: []byte("two")}
	for i, x := range []struct {
		addr      string
		cert      *x509.Certificate
		known     bool
		note, err string
	}{
		{"a:70", one, false, "trusted from now on, in " + k.name, ""},
		{"a:70", one, false, "", ""},
		{"A:70", one, false, "", ""},
		{"a:71", two, false, "trusted from now on", ""},
		{"a:70", two, false, "", "not the one that was seen first: " + k.name + ", line 1,"},
		{"a:70", two, true, "", ""}, // an authority vouches now
		{"a:70", one, true, "", ""}, // and for another key
		{"a:70", two, false, "", "no authority vouches for the server any more: " + k.name + ", line 3,"},
		{"b:70", one, true, "", ""},
		{"b:70", one, false, "", "any more: " + k.name + ", line 4,"},
	} {
		note, err := k.trust(x.addr, x.cert, x.known)
		if (note == "") != (x.note == "") || !strings.Contains(note, x.note) || (err == nil) != (x.err == "") || err != nil && !strings.Contains(err.Error(), x.err) {
			t.Errorf("%d: %q, %v; want %q, %q", i, note, err, x.note, x.err)
		}
	}
	text, err := os.ReadFile(k.name)
	if err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("the file holds %q, %v; want four lines", text, err)
	}
	st, err := os.Stat(k.name)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want mode 600", st.Mode(), err)
	}

	// The line that is named is the one to remove.
	lines := strings.SplitAfter(string(text), "\n")
	if err := os.WriteFile(k.name, []byte(strings.Join(append(lines[1:2], lines[3:]...), "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if note, err := k.trust("a:70", two, false); err != nil || note == "" {
		t.Errorf("without its line: %q, %v", note, err)
	}
}

// TestKnownHostsOutOfReach: a server that cannot be kept is not trusted.
func TestKnownHostsOutOfReach(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "uriel"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", dir)
	if note, err := newKnownHosts().trust("a:70", &x509.Certificate{}, false); err == nil {
		t.Errorf("trusted: %q", note)
	}
}

// TestKnownHostsManyAtOnce: processes that add lines at the same time lose none.
func TestKnownHostsManyAtOnce(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const n = 50
	failed := make(chan error, n)
	for i := range n {
		go func() {
			_, err := newKnownHosts().trust(fmt.Sprintf("h%d:70", i), &x509.Certificate{RawSubjectPublicKeyInfo: []byte{byte(i)}}, false)
			failed <- err
		}()
	}
	for range n {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	k := newKnownHosts()
	for i := range n {
		if says, _, err := k.find(fmt.Sprintf("h%d:70", i)); says == "" || err != nil {
			t.Errorf("h%d: %q, %v", i, says, err)
		}
	}
}
