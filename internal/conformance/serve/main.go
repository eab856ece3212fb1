// Command serve runs the conformance fixtures on a free loopback port, prints the URL and serves until SIGTERM.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/internal/conformance"
)

func main() {
	only := flag.Bool("declared", false, "serve the fixtures declared with Comity only, stateless")
	flag.Parse()
	set := conformance.All
	if *only {
		set = conformance.Declared
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, set); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, set conformance.Set) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	url := "http://" + l.Addr().String() + "/mcp"
	srv, err := conformance.New(set, url, zerolog.New(os.Stderr).With().Timestamp().Logger())
	if err != nil {
		return err
	}
	fmt.Println(url)
	return srv.Serve(ctx, l)
}
