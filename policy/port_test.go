package policy

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"uriel.dev/scheme"
)

// TestBadPorts: what the Fetch standard closes is closed, whatever is loosened.
// The list of the standard is looked for beside the checkout.
func TestBadPorts(t *testing.T) {
	text, err := os.ReadFile("../../shared/data/fetch-bad-ports.json")
	if err != nil {
		t.Skipf("the list of the standard is NOT compared: %v", err)
	}
	var list []struct{ Port uint16 }
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(badPorts) || len(list) < 80 {
		t.Errorf("the standard has %d ports, we have %d", len(list), len(badPorts))
	}
	info := &scheme.Info{Name: "http", Port: 80}
	for _, row := range list {
		loose := CLI(testTable()).AllowPorts(row.Port).AllowHighPorts()
		if r := loose.judgePort(info, row.Port); r == nil {
			t.Errorf("port %d is open", row.Port)
		}
	}
}

// TestStorePorts: what holds data is closed, but for who names its port.
func TestStorePorts(t *testing.T) {
	for _, port := range storePorts {
		if port < 1024 || slices.Contains(badPorts, port) {
			t.Errorf("port %d is closed anyway", port)
		}
		for _, info := range []*scheme.Info{{Name: "http", Port: 80}, {Name: "gopher", Port: 70}} {
			if CLI(testTable()).AllowHighPorts().judgePort(info, port) == nil {
				t.Errorf("port %d is open to %s", port, info.Name)
			}
			if r := CLI(testTable()).AllowPorts(port).judgePort(info, port); r != nil {
				t.Errorf("port %d was named: %v", port, r)
			}
		}
		if r := Gateway(testTable()).judgePort(&scheme.Info{Name: "mqtt", Port: port}, port); r != nil {
			t.Errorf("port %d is the scheme's own: %v", port, r)
		}
	}
}
