package jetstream_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/nats-io/nats.go"
)

func TestOptionsThatCannotBeMeantAreRefused(t *testing.T) {
	const url = "nats://127.0.0.1:1"
	for _, c := range []struct {
		name    string
		options jetstream.Options
		says    []string
	}{
		{"no servers", jetstream.Options{}, []string{"neither URL nor Conn is set"}},
		{"two connections", jetstream.Options{URL: url, Conn: &nats.Conn{}}, []string{"both URL and Conn are set"}},
		{"options for a connection that is made", jetstream.Options{Conn: &nats.Conn{}, Connect: []nats.Option{nats.Name("x")}}, []string{"Connect is set beside Conn"}},
		{"a prefix that is a wildcard", jetstream.Options{URL: url, Prefix: "a.>"}, []string{`the prefix "a.>"`}},
		{"everything at once", jetstream.Options{Replicas: -1, Prefix: " ", Patience: -time.Second}, []string{"neither", "-1 replicas", `the prefix " "`, "the patience is -1s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := jetstream.Open(t.Context(), c.options)
			if err == nil {
				t.Fatalf("Open returned %v and no error", e)
			}
			if errors.Is(err, handles.ErrUnavailable) {
				t.Errorf("got %v, which says that trying again may help", err)
			}
			for _, says := range c.says {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("got %v, want that it says %q", err, says)
				}
			}
		})
	}
}
