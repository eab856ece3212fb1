package server

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"net"
	"net/http"
	"time"
)

// ListenAndServe serves HTTP on a TCP address, for example "127.0.0.1:8080", until ctx ends. Then it
// drains: readiness turns false, open streams are ended, calls in flight and abandoned handlers are
// waited for, at most 15 s. It returns nil after a drain, and an error if it could not listen or stop.
func (s *Server) ListenAndServe(ctx context.Context, address string) error {
	if s.config.StdioOnly {
		return errStdioOnly
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	return s.Serve(ctx, l)
}

// Serve is [Server.ListenAndServe] on a listener that is open already. It closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.config.StdioOnly {
		return errors.Join(errStdioOnly, l.Close())
	}
	s.announce(true)
	g := s.guarded()
	// Calls outlive ctx until the drain is over.
	base, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	h := &http.Server{
		Handler:           g,
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          stdlog.New(s.log, "net/http: ", 0),
	}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	s.log.Info().Str("address", l.Addr().String()).Str("url", s.config.URL).Int("tools", len(s.tools)).Msg("serving")
	select {
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	return s.drain(ctx, g.Drain, h)
}

func (s *Server) drain(ctx context.Context, endStreams func(), h *http.Server) error {
	s.log.Info().Msg("draining")
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	endStreams()
	err := h.Shutdown(last)
	settled := s.settle(last)
	s.stopWork(last)
	if err == nil && settled {
		s.log.Info().Msg("stopped")
		return nil
	}
	s.log.Warn().Dur("after_ms", drainTime).Msg("stopped while calls were still running")
	return errors.Join(err, h.Close())
}
