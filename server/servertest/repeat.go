package servertest

import "testing"

// Repeat calls a tool twice with the same arguments and fails unless both calls succeed with the same
// result. A tool whose effect says idempotent, or that takes a request key, must pass it. look, which
// may be nil, returns what the calls should have left unchanged after the first, for example a count.
func Repeat(t testing.TB, c *Client, tool string, args any, look func() any) {
	t.Helper()
	first := c.Call(tool, args)
	var before any
	if look != nil {
		before = look()
	}
	second := c.Call(tool, args)
	if first.Failed || second.Failed {
		t.Errorf("%s failed: first %q, second %q", tool, first.Text, second.Text)
		return
	}
	if first.Text != second.Text {
		t.Errorf("%s gave another result the second time: %s, first %s", tool, second.Text, first.Text)
	}
	if look != nil {
		if after := look(); before != after {
			t.Errorf("%s had a second effect: %v, after the first call %v", tool, after, before)
		}
	}
}
