package handles_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
)

func secret(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

func sealer(t *testing.T, now func() time.Time, secrets ...[]byte) *handles.Sealer {
	t.Helper()
	s, err := handles.NewSealer(now, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var cursor = handles.Binding{Purpose: "cursor", Owner: alice, Digest: handles.Digest([]byte(`{"q":"tea"}`))}

func TestASealedTextOpensForItsBindingOnly(t *testing.T) {
	s := sealer(t, nil, secret(1))
	sealed, err := s.Seal(cursor, time.Hour, []byte("page 2"))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := s.Open(cursor, sealed); err != nil || string(text) != "page 2" {
		t.Errorf("it opens as %q, %v", text, err)
	}
	if strings.Contains(sealed, "page") || strings.Trim(sealed, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		t.Errorf("%q shows the text or holds other characters", sealed)
	}
	purpose, owner, arguments, tenant := cursor, cursor, cursor, cursor
	purpose.Purpose, owner.Owner, arguments.Digest, tenant.Owner.Tenant = "state", bob, handles.Digest([]byte(`{"q":"ink"}`)), "other"
	for what, b := range map[string]handles.Binding{"another purpose": purpose, "another owner": owner, "other arguments": arguments, "another tenant": tenant, "nothing": {}} {
		if _, err := s.Open(b, sealed); err != handles.ErrSeal {
			t.Errorf("for %s: got %v, want ErrSeal", what, err)
		}
	}
	for i := range len(sealed) {
		c := byte('A')
		if sealed[i] == c {
			c = 'B'
		}
		if _, err := s.Open(cursor, sealed[:i]+string(c)+sealed[i+1:]); err != handles.ErrSeal {
			t.Errorf("with character %d changed: got %v, want ErrSeal", i, err)
		}
	}
	for _, cut := range []string{"", "A", sealed[:len(sealed)-1], sealed + "A", sealed[:18], "!" + sealed, sealed + "\n"} {
		if _, err := s.Open(cursor, cut); err != handles.ErrSeal {
			t.Errorf("%q: got %v, want ErrSeal", cut, err)
		}
	}
	if other, err := s.Seal(cursor, time.Hour, []byte("page 2")); err != nil || other == sealed {
		t.Errorf("the same text sealed twice is the same, %v", err)
	}
}

func TestASealExpires(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	s := sealer(t, func() time.Time { return now }, secret(1))
	sealed, err := s.Seal(cursor, time.Minute, []byte("page 2"))
	if err != nil {
		t.Fatal(err)
	}
	end := now.Add(time.Minute)
	now = end.Add(-time.Second)
	if _, err := s.Open(cursor, sealed); err != nil {
		t.Errorf("a second before: %v", err)
	}
	now = end
	_, err = s.Open(cursor, sealed)
	if e, ok := errors.AsType[*handles.SealExpiredError](err); !ok || !e.At.Equal(end) || e.Error() != "this expired at 2023-11-14T22:14:20Z; begin again without it" {
		t.Errorf("got %v, want that it expired at %v", err, end)
	}
	foreign := cursor
	foreign.Owner = bob
	if _, err := s.Open(foreign, sealed); err != handles.ErrSeal {
		t.Errorf("an expired text of somebody else: got %v, want ErrSeal", err)
	}
}

func TestKeysRotate(t *testing.T) {
	old := sealer(t, nil, secret(1))
	both := sealer(t, nil, secret(2), secret(1))
	fresh := sealer(t, nil, secret(2))
	before, err := old.Seal(cursor, time.Hour, []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	after, err := both.Seal(cursor, time.Hour, []byte("after"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, sealed string
		by           *handles.Sealer
		want         error
	}{
		{"the old text with both keys", before, both, nil}, {"the new text with both keys", after, both, nil},
		{"the new text with the new key", after, fresh, nil}, {"the old text without its key", before, fresh, handles.ErrSeal}, {"the new text with the old key", after, old, handles.ErrSeal},
	} {
		if _, err := c.by.Open(cursor, c.sealed); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.what, err, c.want)
		}
	}
}

func TestASealerRefusesWhatWouldNotProtect(t *testing.T) {
	for what, secrets := range map[string][][]byte{"no secret": nil, "a short secret": {secret(1)[:31]}, "a short second secret": {secret(1), []byte("x")}} {
		if _, err := handles.NewSealer(nil, secrets...); err == nil {
			t.Errorf("%s made a sealer", what)
		}
	}
	s := sealer(t, nil, secret(1))
	for what, b := range map[string]handles.Binding{"no purpose": {Owner: alice}, "no owner": {Purpose: "cursor"}} {
		if _, err := s.Seal(b, time.Hour, nil); err == nil {
			t.Errorf("%s was sealed", what)
		}
	}
	if _, err := s.Seal(cursor, time.Second-1, nil); err == nil {
		t.Error("a text that is good for less than a second was sealed")
	}
}
