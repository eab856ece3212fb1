package servertest

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"sync"
)

// A memory is a listener whose connections are in this process.
type memory struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// Accept waits for a connection.
func (m *memory) Accept() (net.Conn, error) {
	select {
	case c := <-m.conns:
		return c, nil
	case <-m.closed:
		return nil, net.ErrClosed
	}
}

// Close ends the listener, not its connections.
func (m *memory) Close() error {
	m.once.Do(func() { close(m.closed) })
	return nil
}

// Addr is a name for logs.
func (m *memory) Addr() net.Addr { return place{} }

type place struct{}

func (place) Network() string { return "memory" }
func (place) String() string  { return "memory" }

// dial connects to the listener.
func (m *memory) dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case m.conns <- far:
		return near, nil
	case <-m.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// transport reaches the host of the address in memory, by https without TLS, and every other host, an authorization server's
// say, as usual.
func (m *memory) transport(address string) *http.Transport {
	ours := ""
	if u, err := url.Parse(address); err == nil {
		port := u.Port()
		if port == "" {
			port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
		}
		ours = net.JoinHostPort(u.Hostname(), port)
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil
	t.DialContext = func(ctx context.Context, network, to string) (net.Conn, error) {
		if to == ours {
			return m.dial(ctx)
		}
		return new(net.Dialer).DialContext(ctx, network, to)
	}
	t.DialTLSContext = func(ctx context.Context, network, to string) (net.Conn, error) {
		if to == ours {
			return m.dial(ctx)
		}
		return new(tls.Dialer).DialContext(ctx, network, to)
	}
	return t
}
