package jetstream_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/comity-mcp/comity/handles"
	"github.com/comity-mcp/comity/handles/jetstream"
	"github.com/nats-io/nats.go"
)

func TestAServerThatCannotKeepThePromisesIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, version string
		payload       int
		says          string
	}{
		{"too old", "2.10.29", 1 << 20, "the server is version 2.10.29"},
		{"of an older era", "1.4.1", 1 << 20, "run 2.12 or later"},
		{"with small messages", "2.12.0", 64 << 10, "messages of at most 65536 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := jetstream.Open(t.Context(), jetstream.Options{URL: greet(t, c.version, c.payload)})
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want that it says %q", err, c.says)
			}
		})
	}
}

// A connection that retries its first connect is one that is not up yet.
func TestAConnectionThatDoesNotComeUpIsSaid(t *testing.T) {
	nc, err := nats.Connect("nats://127.0.0.1:1", nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	_, err = jetstream.Open(t.Context(), jetstream.Options{Conn: nc, Patience: 50 * time.Millisecond})
	if !errors.Is(err, handles.ErrUnavailable) {
		t.Errorf("got %v, want ErrUnavailable", err)
	}
}

// greet listens as a server of a version does, and answers nothing but pings.
func greet(t *testing.T, version string, payload int) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprintf(c, "INFO {\"server_id\":\"x\",\"version\":%q,\"max_payload\":%d,\"headers\":true}\r\n", version, payload)
				for lines := bufio.NewScanner(c); lines.Scan(); {
					if lines.Text() == "PING" {
						fmt.Fprint(c, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return "nats://" + l.Addr().String()
}

// An address that cannot be read is not repeated: it may have a password in it.
func TestAnAddressIsNotRepeated(t *testing.T) {
	for _, address := range []string{"nats://ada:hunter2@127.0.0.1:x", "nats://ada:hunter2@[::1", "nats://ada:hunter2%zz@127.0.0.1:4222"} {
		_, err := jetstream.Open(t.Context(), jetstream.Options{URL: address, Patience: 50 * time.Millisecond})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
