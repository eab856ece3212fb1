package server

import (
	"context"
	"errors"
	"io"
	"time"

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
	s.announce(false)
	ctx = auth.WithCaller(ctx, auth.LocalCaller())
	transport := stdio.New(in, out, stdio.Options{MaxLine: int(s.config.MaxBody), Direct: s.direct(s.stateless()).line, Log: s.log})
	ended := make(chan error, 1)
	go func() { ended <- s.mcp.Run(ctx, transport) }()
	var err error
	select {
	case err = <-ended:
	case <-transport.Done(): // the SDK waits for a handler that ignores its context; we do not
	}
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		err = nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWait)
	defer cancel()
	s.stopWork(last)
	if !s.settle(last) {
		s.log.Warn().Msg("stopped while a handler was still running")
	}
	return err
}

// lastWait is how long handlers may run on after the last answer on stdio: whoever started the process
// waits for it to end.
const lastWait = 5 * time.Second
