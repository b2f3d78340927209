// Package browser_test looks at the gateway through a real browser with scripts switched off: it types, follows links
// and fills in a search as a person would, and sees that every page is drawn without a complaint of the browser and
// without running over the window, in light and dark, wide and narrow.
//
// With URIEL_SHOTS set to a folder, pictures of all that was seen are left there.
package browser_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"uriel.dev/interop"
)

// A tab is a browser tab and what the browser complained of in it.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	messages []string
}

// open starts a browser, which ends with the test: it is asked to, and what is left of its process group is killed. It
// is opened when all servers run, so that it ends before they look for what was left behind.
func open(t *testing.T) *tab {
	t.Helper()
	path := interop.Program(t, "chromium", "chromium", "the gateway in a browser")
	var browser *exec.Cmd
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			browser = cmd
		}))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		defer cancel()
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("the browser does not end: %v", err)
		}
		if browser != nil && browser.Process != nil {
			syscall.Kill(-browser.Process.Pid, syscall.SIGKILL)
		}
	})
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	return b
}

// patience is how long a step may take.
const patience = 20 * time.Second

// run takes a step, in time.
func run[T any](b *tab, what string, step chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	out, err := chromedp.Run(ctx, step)
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	return out
}

// hear notes what the browser says in its console, and every window that a script has opened.
func (b *tab) hear(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *log.EventEntryAdded:
		b.messages = append(b.messages, fmt.Sprintf("%s: %s (%s)", ev.Entry.Level, ev.Entry.Text, ev.Entry.URL))
	case *runtime.EventConsoleAPICalled:
		b.messages = append(b.messages, fmt.Sprintf("console.%s", ev.Type))
	case *runtime.EventExceptionThrown:
		b.messages = append(b.messages, "exception: "+ev.ExceptionDetails.Text)
	case *page.EventJavascriptDialogOpening:
		b.messages = append(b.messages, "alert: "+ev.Message)
	}
}

// said returns what was heard since the last call.
func (b *tab) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	messages := b.messages
	b.messages = nil
	return messages
}

// withoutScripts switches the scripts of pages off.
func (b *tab) withoutScripts() *tab {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		b.t.Fatal(err)
	}
	if b.runsScripts() {
		b.t.Fatal("scripts run though they are switched off")
	}
	return b
}

// runsScripts reports whether the script of a page runs.
func (b *tab) runsScripts() bool {
	b.t.Helper()
	b.do("a page with a script", chromedp.Navigate("data:text/html,<title>off</title><script>document.title='on'</script>"))
	b.said()
	return run(b, "title", chromedp.Title()) == "on"
}

// do takes steps that stay on the page.
func (b *tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	run(b, what, chromedp.Steps(steps...))
}

// leads takes steps that lead to another page, and checks its status.
func (b *tab) leads(what string, status int64, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	res, err := chromedp.RunResponse(ctx, steps...)
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	if res.Status != status {
		b.t.Errorf("%s: status %d of %s, want %d", what, res.Status, res.URL, status)
	}
}

// text returns the text of the first element that the selector finds.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return run(b, "text of "+selector, chromedp.Text(chromedp.CSS(selector)))
}

// sees checks the text of an element.
func (b *tab) sees(selector, want string) {
	b.t.Helper()
	if got := b.text(selector); !strings.Contains(got, want) {
		b.t.Errorf("%s holds %q, want %q", selector, got, want)
	}
}

// address returns where the tab is.
func (b *tab) address() string {
	b.t.Helper()
	return run(b, "address", chromedp.Location())
}

// look draws the page in light and dark, wide and narrow, and checks that it fits and that the browser has nothing to
// say.
func (b *tab) look(name string) {
	b.t.Helper()
	for _, width := range []int64{1280, 360} {
		for _, scheme := range []string{"light", "dark"} {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
				b.t.Fatal(err)
			}
			b.do("resize", chromedp.EmulateViewport(width, 900))
			metrics, err := chromedp.Call(b.ctx, page.GetLayoutMetrics, struct{}{})
			if err != nil {
				b.t.Fatal(err)
			}
			if got := metrics.CSSContentSize.Width; got > float64(width) || got == 0 {
				b.t.Errorf("%s is %g px wide in a window of %d", name, got, width)
			}
			b.shoot(fmt.Sprintf("%s-%d-%s.png", name, width, scheme))
		}
	}
	b.do("resize", chromedp.EmulateViewport(1280, 900))
	b.hasNames(name)
	if messages := b.said(); len(messages) > 0 {
		b.t.Errorf("%s: the browser says\n%s", name, strings.Join(messages, "\n"))
	}
}

// hasNames checks that a person who hears the page is told what each thing is that can be used or gone to.
func (b *tab) hasNames(name string) {
	b.t.Helper()
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	seen := map[string]int{}
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		role := strings.Trim(string(n.Role.Value), `"`)
		seen[role]++
		switch role {
		case "link", "button", "textbox", "searchbox", "combobox", "checkbox", "radio", "heading", "navigation", "search", "RootWebArea":
			if n.Name == nil || strings.TrimSpace(strings.Trim(string(n.Name.Value), `"`)) == "" {
				b.t.Errorf("%s: a %s without a name", name, role)
			}
		}
	}
	for _, role := range []string{"RootWebArea", "banner", "main", "contentinfo", "heading", "link"} {
		if seen[role] == 0 {
			b.t.Errorf("%s: no %s among %v", name, role, seen)
		}
	}
}

// shoot takes a picture, if anybody wants one.
func (b *tab) shoot(name string) {
	b.t.Helper()
	folder := os.Getenv("URIEL_SHOTS")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name), run(b, "picture", chromedp.FullScreenshot(100)), 0o644); err != nil {
		b.t.Error(err)
	}
}
