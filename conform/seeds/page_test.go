package seeds

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// page starts the gateway with the flags of a check, gets one page of it and
// ends it. The result holds the HTTP status, the page and the log.
func page(t *testing.T, bin string, c check, p *prepared) (*result, error) {
	t.Helper()
	words, err := split(p.place(c.text))
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("no page to get: %q", c.text)
	}
	flags, address := words[:len(words)-1], words[len(words)-1]
	if !strings.HasPrefix(address, "/") {
		address = "/u/" + strings.ReplaceAll(url.QueryEscape(address), "+", "%20")
	}
	ctx, cancel := context.WithTimeout(t.Context(), commandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...)...)
	cmd.Env, cmd.Dir = p.env, p.dir
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	log := bufio.NewReader(stderr)
	greeting, err := log.ReadString('\n')
	_, where, ok := strings.Cut(strings.TrimSpace(greeting), "serving ")
	if err != nil || !ok {
		cancel()
		cmd.Wait()
		return nil, fmt.Errorf("the gateway says %q: %v", greeting, err)
	}
	status, body, err := load(ctx, strings.TrimSuffix(where, "/")+address)
	cmd.Process.Signal(syscall.SIGTERM)
	var rest bytes.Buffer
	rest.ReadFrom(log)
	if werr := cmd.Wait(); err == nil && werr != nil {
		err = fmt.Errorf("end the gateway: %w; log:\n%s", werr, &rest)
	}
	if err != nil {
		return nil, err
	}
	return p.result(status, body, rest.String()), nil
}

func load(ctx context.Context, address string) (status int, body string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, "", err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}
