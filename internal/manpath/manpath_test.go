package manpath

import (
	"io"
	"io/fs"
	"strings"
	"testing"
)

const config = `# comment
MANDATORY_MANPATH			/usr/man
MANDATORY_MANPATH	/usr/share/man
#MANDATORY_MANPATH /no
MANPATH_MAP	/bin			/usr/share/man
MANPATH_MAP	/usr/local/bin	/usr/local/man
MANPATH_MAP	/usr/local/bin	/usr/local/share/man
MANPATH_MAP	/opt/bin relative/man
MANDB_MAP	/usr/man		/var/cache/man/fsstnd
SECTION		1 n 8
SECTION		3
DEFINE pager rm
`

func TestParse(t *testing.T) {
	for _, test := range []struct{ config, path, trees, sections string }{
		{config, "/usr/local/bin:/bin:/opt/bin", "/usr/local/man /usr/local/share/man /usr/share/man /usr/man /usr/share/man", "1 n 8 3"},
		{config, "", "/usr/man /usr/share/man", "1 n 8 3"},
		{"", "/bin", strings.Join(defaultTrees, " "), strings.Join(defaultSections, " ")},
	} {
		got := parse(strings.NewReader(test.config), test.path)
		if trees := strings.Join(got.Trees, " "); trees != test.trees {
			t.Errorf("PATH %q: %q, want %q", test.path, trees, test.trees)
		}
		if sections := strings.Join(got.Sections, " "); sections != test.sections {
			t.Errorf("sections %q, want %q", sections, test.sections)
		}
	}
}

func TestFind(t *testing.T) {
	opened := ""
	open := func(folder, name string) (io.ReadCloser, error) {
		opened = folder + "/" + name
		if name != "man_db.conf" {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(config)), nil
	}
	const all = "/usr/man /usr/share/man"
	for manpath, want := range map[string]string{"": all, "/a:/b": "/a /b", "/a:": "/a " + all, ":/a": all + " /a", "relative:/a": "/a"} {
		if got := strings.Join(Find(open, manpath, "").Trees, " "); got != want || opened != "/etc/man_db.conf" {
			t.Errorf("MANPATH %q: %q by %s, want %q", manpath, got, opened, want)
		}
	}
	none := func(folder, name string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }
	if got := strings.Join(Find(none, "", "/bin").Trees, " "); got != strings.Join(defaultTrees, " ") {
		t.Errorf("without a configuration: %q", got)
	}
}
