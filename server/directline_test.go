package server_test

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/server"
)

// TestAPanicOnTheWayToAnAnswerEndsTheCallOnly over stdio, where a call has a goroutine of its own and nothing stands above
// it. What an author can still break outside of a tool is the log.
func TestAPanicOnTheWayToAnAnswerEndsTheCallOnly(t *testing.T) {
	for _, bySDK := range []bool{false, true} {
		t.Run(fmt.Sprint("by SDK ", bySDK), func(t *testing.T) {
			broken := zerolog.New(io.Discard).Hook(zerolog.HookFunc(func(_ *zerolog.Event, _ zerolog.Level, message string) {
				if message == "call" {
					panic("the disk is full")
				}
			}))
			srv := reading(t, lookUp, func(c *server.Config) { c.Logger = &broken })
			if bySDK {
				server.BySDK(srv)
			}
			inR, inW := osPipe(t)
			outR, outW := osPipe(t)
			ended := make(chan error, 1)
			go func() { ended <- server.ServeStdio(t.Context(), srv, inR, outW) }()
			out := bufio.NewScanner(outR)
			for _, c := range []struct{ send, want string }{
				{stockOpen, `{"jsonrpc":"2.0","id":1,"result":{`},
				{stockCall, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"tools/call could not be completed because of a fault`},
				{stockPing, `{"jsonrpc":"2.0","id":1,"result":{}}`},
			} {
				if _, err := io.WriteString(inW, c.send+"\n"); err != nil {
					t.Fatal(err)
				}
				if !out.Scan() || !strings.HasPrefix(out.Text(), c.want) {
					t.Fatalf("got  %s\nwant %s...", out.Text(), c.want)
				}
			}
			inW.Close()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}
