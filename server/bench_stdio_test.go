package server_test

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/comity-mcp/comity/server"
)

// BenchmarkStdio is a call over pipes, with 16 in flight.
func BenchmarkStdio(b *testing.B) {
	for _, bySDK := range []bool{false, true} {
		for _, era := range eras {
			name := "direct/"
			if bySDK {
				name = "sdk/"
			}
			b.Run(name+era.version, func(b *testing.B) { overPipes(b, bySDK, era.version, era.params) })
		}
	}
}

func overPipes(b *testing.B, bySDK bool, version, params string) {
	spec := stockSpec()
	spec.Name = "check_inventory"
	srv := mustNew(b, config(server.Read(spec, inventory)))
	if bySDK {
		server.BySDK(srv)
	}
	inR, inW := osPipe(b)
	outR, outW := osPipe(b)
	ended := make(chan error, 1)
	go func() { ended <- server.ServeStdio(b.Context(), srv, inR, outW) }()
	out := bufio.NewScanner(outR)
	send := func(line string) {
		if _, err := io.WriteString(inW, line+"\n"); err != nil {
			b.Fatal(err)
		}
	}
	answered := func(with string) {
		if !out.Scan() || !strings.Contains(out.Text(), with) {
			b.Fatalf("got %s, %v", out.Text(), out.Err())
		}
	}
	if version < "2026-07-28" {
		send(stockOpen)
		answered("protocolVersion")
	}
	request := fmt.Sprintf(strings.Replace(inventoryCall, `"id":12`, `"id":%d`, 1), 0, params)
	before, after, _ := strings.Cut(request, `"id":0`)
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		send(fmt.Sprintf(`%s"id":%d%s`, before, n, after))
		if n >= 16 {
			answered(`"available":12`)
		}
	}
	for range min(b.N, 16) {
		answered(`"available":12`)
	}
	b.StopTimer()
	inW.Close()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
}
