// Command devissuer runs the development issuer on a free loopback port, so that clients nobody here wrote can sign in at
// it. It prints its URL on the first line and then waits to be told whose tokens it makes:
//
//	POST /resources    a JSON array of resource URLs
//
// That is what the servers need its URL for first.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/rs/zerolog"

	"github.com/comity-mcp/comity/auth/devissuer"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	h := &handler{url: "http://" + l.Addr().String()}
	fmt.Println(h.url)
	s := &http.Server{Handler: h}
	go func() {
		<-ctx.Done()
		s.Close()
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// handler is the issuer once it knows its resources.
type handler struct {
	url    string
	issuer atomic.Pointer[devissuer.Issuer]
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.URL.Path == "/resources" {
		if err := h.serve(r); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if issuer := h.issuer.Load(); issuer != nil {
		issuer.ServeHTTP(w, r)
		return
	}
	http.Error(w, "POST /resources first: an array of the URLs that tokens are for.", http.StatusServiceUnavailable)
}

// serve makes the issuer for the resources in the body of r.
func (h *handler) serve(r *http.Request) error {
	var resources []string
	if err := json.NewDecoder(r.Body).Decode(&resources); err != nil {
		return fmt.Errorf("reading the resources: %w", err)
	}
	issuer, err := devissuer.New(devissuer.Options{
		URL:       h.url,
		Resources: resources,
		Scopes: []devissuer.Scope{
			{Name: "inventory:read", Description: "Read stock levels"},
			{Name: "inventory:write", Description: "Order more stock"},
		},
		Users: []string{"ada", "eve"},
		Log:   zerolog.New(os.Stderr),
	})
	if err != nil {
		return err
	}
	h.issuer.Store(issuer)
	return nil
}
