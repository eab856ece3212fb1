package server

import (
	"context"
	"errors"
	"io"

	"github.com/comity-mcp/comity/auth"
	"github.com/comity-mcp/comity/internal/stdio"
)

// Stdio serves one client over standard input and output until the input ends or ctx does. Calls in
// flight at the end of the input are answered first. While it runs, os.Stdout is standard error, so
// that nothing a handler prints reaches the client. The caller of every call is [auth.LocalCaller].
func (s *Server) Stdio(ctx context.Context) error {
	in, out, restore := stdio.Claim()
	defer restore()
	return s.serveStdio(ctx, in, out)
}

func (s *Server) serveStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	s.announce()
	ctx = auth.WithCaller(ctx, auth.LocalCaller())
	err := s.mcp.Run(ctx, stdio.New(in, out, stdio.Options{MaxLine: int(s.config.MaxBody), Log: s.log}))
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		err = nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if !s.settle(last) {
		s.log.Warn().Msg("stopped while a handler was still running")
	}
	return err
}
