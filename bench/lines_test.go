package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// netURLHosts is what a Go programmer would write in a minute to print the hosts
// of many URLs.
const netURLHosts = `package main

import (
	"bufio"
	"net/url"
	"os"
)

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		if u, err := url.Parse(in.Text()); err == nil {
			out.WriteString(u.Host)
		}
		out.WriteByte('\n')
	}
}
`

// TestLines measures how many lines of standard input the command reads in a second
// of CPU time, beside a program that prints the hosts by net/url. The aims are 2.5
// million lines of --get and a million records of --json, with components, meaning,
// normal form and remarks, where a naive program in Go does 2.75 million. Taken to be
// like this one, they are 0.91 and 0.36 of it, on whatever machine.
func TestLines(t *testing.T) {
	c := loadCorpus(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hosts.go"), []byte(netURLHosts), 0o600); err != nil {
		t.Fatal(err)
	}
	hosts, uriel := filepath.Join(dir, "hosts"), filepath.Join(dir, "uriel")
	build(t, ".", hosts, filepath.Join(dir, "hosts.go"))
	build(t, "..", uriel, "./cmd/uriel")
	text := []byte(strings.Repeat(strings.Join(c.lines, "\n")+"\n", 3))
	commands := []struct {
		name  string
		args  []string
		least float64 // lines for each of net/url
	}{
		{"net/url", []string{hosts}, 1},
		{"parse --get {host}", []string{uriel, "parse", "--get", "{host}", "-"}, 0.91},
		{"parse --json", []string{uriel, "parse", "--json", "-"}, 0.36},
	}
	times := make([][]time.Duration, len(commands))
	for range 5 { // interleaved, so that all see the same noise
		for i, x := range commands {
			cmd := exec.Command(x.args[0], x.args[1:]...)
			cmd.Stdin = bytes.NewReader(text)
			if err := cmd.Run(); err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			times[i] = append(times[i], cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		}
	}
	for i, x := range commands {
		ratio := float64(median(times[0])) / float64(median(times[i]))
		t.Logf("%-20s %.2f million lines per CPU-second, %.2f of net/url", x.name, float64(3*len(c.lines))/median(times[i]).Seconds()/1e6, ratio)
		if ratio < x.least {
			t.Errorf("%s: %.2f of net/url, want at least %.2f", x.name, ratio, x.least)
		}
	}
}
