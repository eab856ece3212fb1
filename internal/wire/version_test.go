package wire_test

import (
	"testing"

	"github.com/comity-mcp/comity/internal/wire"
)

func TestEveryVersionListedIsSupported(t *testing.T) {
	for _, v := range wire.Versions() {
		if !wire.Supported(v) {
			t.Errorf("%s is listed and not supported", v)
		}
	}
	if wire.Supported("2024-10-07") || wire.Supported("") {
		t.Error("a version that is not listed is supported")
	}
}

func TestModernIsADateFromTheFirstModernOneOn(t *testing.T) {
	for version, want := range map[string]bool{
		"2026-07-28": true, "2027-01-01": true, "9999-99-99": true,
		"2026-07-27": false, "2025-11-25": false, "": false, "draft": false, "2026-07-28x": false, "2026/07/28": false, "zzzz-zz-zz": false,
	} {
		if got := wire.Modern(version); got != want {
			t.Errorf("%q: got %v\nwant %v", version, got, want)
		}
	}
}

func TestKnownIsExactInCase(t *testing.T) {
	for method, want := range map[string]bool{
		"tools/call": true, "initialize": true, "server/discover": true, "tasks/update": true, "notifications/cancelled": true,
		"Tools/call": false, "tools/Call": false, "tools/delete": false, "": false,
	} {
		if got := wire.Known(method); got != want {
			t.Errorf("%q: got %v\nwant %v", method, got, want)
		}
	}
}
